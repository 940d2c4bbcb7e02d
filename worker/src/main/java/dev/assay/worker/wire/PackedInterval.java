package dev.assay.worker.wire;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.PackedHistogram;
import dev.assay.model.result.WorkerInterval;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Is a {@link WorkerInterval} as it travels. Its histograms stay packed until their names, their number and the memory they
 * take are known to be possible: forty bytes can ask for half a megabyte.
 *
 * @param worker name such as {@code w1}
 * @param startNanos counted from the start of the load; negative before it
 * @param endNanos counted from the start of the load
 * @param totals cumulative counts at {@code endNanos}
 * @param histograms only those with samples
 * @param metrics what its clients report about themselves
 */
public record PackedInterval(
        String worker,
        long startNanos,
        long endNanos,
        LoadTotals totals,
        HarnessSample harness,
        List<Recorded> histograms,
        List<Sample> metrics) {
    public PackedInterval {
        histograms = List.copyOf(histograms);
        metrics = WorkerInterval.checked(metrics);
    }

    /**
     * Is an {@link IntervalHistogram} as it travels.
     *
     * @param phase name of the phase that the messages belong to
     * @param subscription name of the subscription that received them; empty for a metric of sending
     * @param histogram as {@link PackedHistogram} takes it
     * @param negatives samples below zero
     * @param worstNegativeNanos the most negative sample, 0 when there is none
     */
    public record Recorded(
            String phase,
            LatencyMetric metric,
            String subscription,
            ByteBuffer histogram,
            long negatives,
            long worstNegativeNanos) {}

    public static PackedInterval of(WorkerInterval interval) {
        int largest = interval.histograms().stream()
                .mapToInt(recorded -> recorded.histogram().getNeededByteBufferCapacity())
                .max()
                .orElse(0);
        ByteBuffer buffer = ByteBuffer.allocate(largest);
        List<Recorded> packed = new ArrayList<>();
        for (IntervalHistogram recorded : interval.histograms()) {
            buffer.clear();
            int length = recorded.histogram().encodeIntoCompressedByteBuffer(buffer);
            packed.add(new Recorded(
                    recorded.phase(),
                    recorded.metric(),
                    recorded.subscription(),
                    ByteBuffer.wrap(Arrays.copyOf(buffer.array(), length)),
                    recorded.negatives(),
                    recorded.worstNegativeNanos()));
        }
        return new PackedInterval(
                interval.worker(),
                interval.startNanos(),
                interval.endNanos(),
                interval.totals(),
                interval.harness(),
                packed,
                interval.metrics());
    }

    /**
     * @param largestBytes what all its histograms together may take
     * @throws IllegalArgumentException when they would take more, or one is none that a worker records
     */
    public WorkerInterval unpack(long largestBytes) {
        try {
            long bytes = 0;
            for (Recorded recorded : histograms) {
                bytes += PackedHistogram.unpackedBytes(recorded.histogram().array());
                if (bytes > largestBytes) {
                    throw new IllegalArgumentException("the " + histograms.size()
                            + " histograms of an interval would take more than " + largestBytes + " B unpacked");
                }
            }
            List<IntervalHistogram> unpacked = new ArrayList<>();
            for (Recorded recorded : histograms) {
                Histogram histogram =
                        PackedHistogram.unpack(recorded.histogram().array());
                unpacked.add(new IntervalHistogram(
                        recorded.phase(),
                        recorded.metric(),
                        recorded.subscription(),
                        histogram,
                        recorded.negatives(),
                        recorded.worstNegativeNanos()));
            }
            return new WorkerInterval(worker, startNanos, endNanos, totals, harness, unpacked, metrics);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("a worker sent a histogram that can't be read", e);
        }
    }
}
