package dev.assay.worker.wire;

import com.google.protobuf.ByteString;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.AllocationStalls;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LatencyMetric;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.PackedHistogram;
import dev.assay.model.result.WorkerInterval;
import dev.assay.worker.wire.proto.Interval;
import dev.assay.worker.wire.proto.MetricHistogram;
import dev.assay.worker.wire.proto.Totals;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Intervals to messages and back. An instance keeps its buffer and serves one thread. */
public final class IntervalCodec {
    private ByteBuffer buffer = ByteBuffer.allocate(1 << 16);

    public Interval toWire(WorkerInterval interval) {
        HarnessSample harness = interval.harness();
        Interval.Builder wire = Interval.newBuilder()
                .setStartNanos(interval.startNanos())
                .setEndNanos(interval.endNanos())
                .setTotals(toWire(interval.totals()))
                .setCpuNanos(harness.cpuNanos())
                .setGcPauseNanos(harness.gcPauseNanos())
                .setGcCount(harness.gcCount())
                .setResidentBytes(harness.residentBytes())
                .setStallCount(harness.stalls().count())
                .setStallNanos(harness.stalls().totalNanos())
                .setLongestStallNanos(harness.stalls().longestNanos())
                .setHiccups(encode(harness.hiccups()));
        interval.histograms().forEach(histogram -> wire.addHistograms(toWire(histogram)));
        interval.figures().forEach(figure -> wire.addFigures(HostCodec.toWire(figure)));
        return wire.build();
    }

    /**
     * The interval of a worker.
     *
     * @throws IllegalArgumentException when a histogram can't be read, or a figure can't be
     */
    public static WorkerInterval fromWire(String worker, Interval wire) {
        if (wire.getFiguresCount() > Metrics.ofClients().size()) {
            throw new IllegalArgumentException("an interval has " + wire.getFiguresCount() + " figures of clients");
        }
        HarnessSample harness = new HarnessSample(
                wire.getCpuNanos(),
                wire.getGcPauseNanos(),
                wire.getGcCount(),
                wire.getResidentBytes(),
                new AllocationStalls(wire.getStallCount(), wire.getStallNanos(), wire.getLongestStallNanos()),
                decode(wire.getHiccups()));
        return new WorkerInterval(
                worker,
                wire.getStartNanos(),
                wire.getEndNanos(),
                fromWire(wire.getTotals()),
                harness,
                wire.getHistogramsList().stream().map(IntervalCodec::fromWire).toList(),
                wire.getFiguresList().stream().map(HostCodec::fromWire).toList());
    }

    public static Totals toWire(LoadTotals totals) {
        return Totals.newBuilder()
                .setOffered(totals.offered())
                .setSent(totals.sent())
                .setAcked(totals.acked())
                .setFailed(totals.failed())
                .addAllReceived(totals.received())
                .build();
    }

    public static LoadTotals fromWire(Totals wire) {
        return new LoadTotals(
                wire.getOffered(), wire.getSent(), wire.getAcked(), wire.getFailed(), wire.getReceivedList());
    }

    private MetricHistogram toWire(IntervalHistogram recorded) {
        return MetricHistogram.newBuilder()
                .setPhase(recorded.phase())
                .setMetric(recorded.metric().tag())
                .setSubscription(recorded.subscription())
                .setHistogram(encode(recorded.histogram()))
                .setNegatives(recorded.negatives())
                .setWorstNegativeNanos(recorded.worstNegativeNanos())
                .build();
    }

    private static IntervalHistogram fromWire(MetricHistogram wire) {
        return new IntervalHistogram(
                wire.getPhase(),
                LatencyMetric.ofTag(wire.getMetric()),
                wire.getSubscription(),
                decode(wire.getHistogram()),
                wire.getNegatives(),
                wire.getWorstNegativeNanos());
    }

    private ByteString encode(Histogram histogram) {
        int needed = histogram.getNeededByteBufferCapacity();
        if (buffer.capacity() < needed) {
            buffer = ByteBuffer.allocate(needed);
        }
        buffer.clear();
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return ByteString.copyFrom(buffer.array(), 0, length);
    }

    private static Histogram decode(ByteString bytes) {
        try {
            return PackedHistogram.unpack(bytes.toByteArray());
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("a worker sent a histogram that can't be read", e);
        }
    }
}
