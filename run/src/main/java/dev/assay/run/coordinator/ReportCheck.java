package dev.assay.run.coordinator;

import dev.assay.model.delivery.DeliveryReports;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.PackedHistogram;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.timeline.Phase;
import dev.assay.worker.engine.ConsumerAssignment;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.PackedInterval;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks that one worker's reports are plausible. Names become names of files, times and counts become memory and disk space: so a
 * broken or false worker ends its trial with a reason, and not the coordinator. Whether values are true can't be checked. All
 * methods throw {@link IllegalArgumentException} for implausible reports. Used by one thread.
 */
final class ReportCheck {
    private static final double NANOS_PER_SECOND = 1e9;

    /** A limit far beyond the times of any trial, and far from where sums overflow. */
    private static final long FARTHEST_NANOS = 2 * Phase.LATEST_END_NANOS;

    /** The most reports at once: one a second is usual, and a coordinator that was suspended may find some waiting. */
    private static final int REPORTS_AT_ONCE = 300;

    private static final int REPORTS_PER_SECOND = 4;

    /** The most samples of a machine, which has some thirty. */
    private static final int MAX_SAMPLES = 1024;

    /** The most limitations, each of which is reported once. */
    private static final int MAX_LIMITATIONS = 100;

    /** The most kinds of failures: those told apart, and the rest of each class. */
    private static final int MAX_FAILURES =
            FailedOperation.values().length * (FailureCount.MAX_KINDS + FailureClass.values().length);

    private static final int LONGEST_LIMITATION = 2000;

    /** The divisor of the heap for the histograms of one interval; a load that needs more is refused beforehand. */
    static final int PART_OF_HEAP = 4;

    private final ReportBounds limits;
    private final long unpackedBytes;
    private long firstNanoTime;
    private int reports;
    private int limitations;
    private int groupCommands;
    private long endNanos = -FARTHEST_NANOS;
    private LoadTotals last = LoadTotals.ZERO;

    ReportCheck(ReportBounds limits) {
        this(limits, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    /** @param unpackedBytes the most that the histograms of one interval may take together */
    ReportCheck(ReportBounds limits, long unpackedBytes) {
        this.limits = limits;
        this.unpackedBytes = unpackedBytes;
    }

    private record Recorded(String phase, String metric, String subscription) {}

    /** Checks an interval that came at {@code nanoTime} of this machine; its histograms are unpacked only once all else is plausible. */
    WorkerInterval interval(PackedInterval interval, long nanoTime) {
        pace(nanoTime);
        if (interval.startNanos() < endNanos
                || interval.endNanos() < interval.startNanos()
                || interval.endNanos() > FARTHEST_NANOS) {
            throw new IllegalArgumentException("an interval from " + interval.startNanos() + " ns to "
                    + interval.endNanos() + " ns can't follow one that ended at " + endNanos + " ns");
        }
        endNanos = interval.endNanos();
        totals(interval.totals());
        harness(interval.harness());
        Set<Recorded> seen = new HashSet<>();
        for (PackedInterval.Recorded histogram : interval.histograms()) {
            if (!seen.add(recorded(histogram))) {
                throw new IllegalArgumentException(
                        "an interval has " + histogram.metric().tag() + " of phase " + histogram.phase() + " twice");
            }
        }
        return interval.unpack(unpackedBytes);
    }

    private Recorded recorded(PackedInterval.Recorded histogram) {
        if (!limits.phases().contains(histogram.phase())) {
            throw new IllegalArgumentException("there is no phase '" + histogram.phase() + "'");
        }
        if (!histogram.subscription().isEmpty() && !limits.subscriptions().contains(histogram.subscription())) {
            throw new IllegalArgumentException("there is no subscription '" + histogram.subscription() + "'");
        }
        if (histogram.negatives() < 0 || histogram.worstNegativeNanos() > 0) {
            throw new IllegalArgumentException("there can't be " + histogram.negatives()
                    + " samples below zero, the lowest of " + histogram.worstNegativeNanos() + " ns");
        }
        return new Recorded(histogram.phase(), histogram.metric().tag(), histogram.subscription());
    }

    private static void harness(HarnessSample sample) {
        if (Stream.of(sample.cpuNanos(), sample.gcPauseNanos(), sample.gcCount(), sample.residentBytes())
                .anyMatch(value -> value < 0)) {
            throw new IllegalArgumentException("a process can't have used " + sample.cpuNanos() + " ns of processors, "
                    + sample.gcPauseNanos() + " ns in " + sample.gcCount() + " collections, and "
                    + sample.residentBytes() + " B of memory");
        }
    }

    LoadTotals totals(LoadTotals totals) {
        boolean fewer = totals.sent() < last.sent() || totals.acked() < last.acked() || totals.failed() < last.failed();
        boolean impossible = Stream.of(totals.offered(), totals.sent(), totals.acked(), totals.failed())
                .anyMatch(count -> count < 0 || count > limits.messages());
        // A system may deliver the same messages again and again.
        impossible |= totals.received().stream().anyMatch(count -> count < 0 || count > PackedHistogram.MAX_SAMPLES);
        if (fewer
                || impossible
                || totals.received().size() > limits.subscriptions().size()) {
            throw new IllegalArgumentException("the counts " + totals + " can't follow " + last
                    + " in a load of at most " + limits.messages() + " messages for "
                    + limits.subscriptions().size() + " subscriptions");
        }
        failures(totals.failures());
        last = totals;
        return totals;
    }

    /** Checks the counts; the texts are bounded and harmless by themselves. */
    private void failures(List<FailureCount> failures) {
        boolean tooMany = failures.size() > MAX_FAILURES;
        boolean impossible = failures.stream()
                .anyMatch(count -> !limits.phases().containsAll(count.phases().keySet())
                        || count.phases().values().stream().anyMatch(each -> each > PackedHistogram.MAX_SAMPLES)
                        || count.firstSeconds() < 0
                        || count.lastSeconds() * NANOS_PER_SECOND > FARTHEST_NANOS);
        if (tooMany || impossible) {
            throw new IllegalArgumentException(
                    failures.size() + " classes and codes of failures can't be of this load: there are at most "
                            + MAX_FAILURES + ", in the phases " + limits.phases());
        }
    }

    /** Checks a report about its machine that came at {@code nanoTime} of this machine. */
    void host(Event.HostReport report, long nanoTime) {
        pace(nanoTime);
        limitations += report.limitations().size();
        boolean endless = report.limitations().stream().anyMatch(text -> text.length() > LONGEST_LIMITATION);
        endless |= report.samples().stream().anyMatch(sample -> !Double.isFinite(sample.value()));
        if (report.samples().size() > MAX_SAMPLES || limitations > MAX_LIMITATIONS || endless) {
            throw new IllegalArgumentException("a machine has at most " + MAX_SAMPLES + " finite values and "
                    + MAX_LIMITATIONS + " limitations of " + LONGEST_LIMITATION + " characters");
        }
        near(report.endNanos(), nanoTime, !report.samples().isEmpty());
    }

    private static void near(long reported, long nanoTime, boolean matters) {
        if (matters && Math.abs(Math.subtractExact(reported, nanoTime)) > FARTHEST_NANOS) {
            throw new IllegalArgumentException("the time " + reported + " ns is far from the time of the trial");
        }
    }

    private void pace(long nanoTime) {
        firstNanoTime = reports == 0 ? nanoTime : firstNanoTime;
        reports++;
        double seconds = (nanoTime - firstNanoTime) / NANOS_PER_SECOND;
        if (reports > REPORTS_AT_ONCE + REPORTS_PER_SECOND * seconds) {
            throw new IllegalArgumentException(
                    "%d reports came within %.1f s, but a worker reports once a second".formatted(reports, seconds));
        }
    }

    void groupCommanded(int number) {
        groupCommands = Math.max(groupCommands, number + 1);
    }

    Event.GroupChanged groupChanged(Event.GroupChanged change, long nanoTime) {
        if (change.number() < 0 || change.number() >= groupCommands) {
            throw new IllegalArgumentException("nobody asked for change " + change.number() + " of a consumer group");
        }
        near(change.startNanos(), nanoTime, true);
        near(change.endNanos(), nanoTime, true);
        if (change.endNanos() < change.startNanos()) {
            throw new IllegalArgumentException("a consumer group can't have been changed from " + change.startNanos()
                    + " ns to " + change.endNanos() + " ns");
        }
        return change;
    }

    List<ConsumerAssignment> readiness(List<ConsumerAssignment> consumers) {
        consumers.forEach(consumer -> limits.ledger().checkSubscription(consumer.subscription()));
        return consumers;
    }

    DeliveryReports deliveryReports(DeliveryReports report) {
        limits.ledger().checkProducer(report.producer());
        limits.ledger().checkSubscription(report.subscription());
        for (DeliveryReports.Word word : report.words()) {
            if (word.index() < 0 || word.index() >= limits.ledger().words()) {
                throw new IllegalArgumentException("delivery reports of word " + word.index() + " are beyond the "
                        + limits.messages() + " messages of the load");
            }
        }
        for (DeliveryReports.Frontier frontier : report.frontiers()) {
            if (frontier.partition() < 0 || frontier.partition() >= limits.partitions()) {
                throw new IllegalArgumentException("there is no partition " + frontier.partition());
            }
        }
        return report;
    }
}
