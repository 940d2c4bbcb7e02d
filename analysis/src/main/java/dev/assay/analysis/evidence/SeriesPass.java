package dev.assay.analysis.evidence;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.Phase;
import dev.assay.model.result.Series;
import dev.assay.model.result.StoredTrial.RecordedSecond;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.spec.MessageSize;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/** Goes once over a trial's series. */
final class SeriesPass {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double ARRIVING_WITHIN_SECONDS = 2;

    private final TrialRecord trial;
    private final LoadCounts counts;
    private final List<PhaseLoad> loads = new ArrayList<>();
    private final List<PhaseMeans> means = new ArrayList<>();
    private final DiskOwners disks;
    private final List<ResourceUse> uses = new ArrayList<>();
    private final List<CatchUpWatch> watches = new ArrayList<>();
    private final Set<Metric> recorded = new HashSet<>();
    private final Map<String, Double> suspendedSeconds = new TreeMap<>();
    private final Deque<Arrived> lately = new ArrayDeque<>();
    private final SeriesThinning shown;

    private record Arrived(double seconds, double messages) {}

    SeriesPass(TrialRecord trial, Tailing readers, int secondsPerPoint) {
        this.trial = trial;
        counts = new LoadCounts(readers);
        disks = new DiskOwners(trial);
        shown = new SeriesThinning(secondsPerPoint);
        for (Phase phase : trial.phases()) {
            loads.add(new PhaseLoad(phase, readers));
            means.add(new PhaseMeans(trial));
            uses.add(new ResourceUse());
        }
        for (int number = 0; number < readers.subscriptions().size(); number++) {
            watches.addAll(watches(readers.subscriptions().get(number), number));
        }
    }

    /** One for each time at which a reader that was behind began to read. */
    private List<CatchUpWatch> watches(TrialSubscription subscription, int number) {
        OptionalDouble messageBytes = MessageSize.recorded(trial.resolved())
                .map(size -> OptionalDouble.of(size.meanBytes()))
                .orElse(OptionalDouble.empty());
        List<ExecutedEvent> starts = ReaderEvents.starts(trial.events(), subscription.reader());
        if (starts.isEmpty()) {
            return subscription.tails()
                    ? List.of()
                    : List.of(
                            new CatchUpWatch(subscription, number, Double.NaN, Double.POSITIVE_INFINITY, messageBytes));
        }
        List<ExecutedEvent> pauses = ReaderEvents.pauses(trial.events(), subscription.reader());
        return starts.stream()
                .map(start -> new CatchUpWatch(
                        subscription,
                        number,
                        start.startNanos() / NANOS_PER_SECOND,
                        pauses.stream()
                                .mapToDouble(pause -> pause.startNanos() / NANOS_PER_SECOND)
                                .filter(pause -> pause > start.startNanos() / NANOS_PER_SECOND)
                                .min()
                                .orElse(Double.POSITIVE_INFINITY),
                        messageBytes))
                .toList();
    }

    void add(RecordedSecond second) {
        shown.add(second);
        second.samples().forEach(this::note);
        if (second.seconds() <= counts.nowSeconds()) {
            return;
        }
        counts.add(second);
        loads.forEach(load -> load.follow(counts));
        OptionalDouble fetched = fetched(second);
        watches.forEach(watch -> watch.follow(counts, fetched));
        double length = counts.nowSeconds() - counts.beforeSeconds();
        Map<String, DiskOwners.Carried> carried = disks.next(second.samples(), length);
        long middle = (long) ((counts.beforeSeconds() + counts.nowSeconds()) / 2 * NANOS_PER_SECOND);
        for (int phase = 0; phase < means.size(); phase++) {
            if (trial.phases().get(phase).has(middle)) {
                means.get(phase).add(second.samples(), length);
                means.get(phase).addDisks(carried, length);
                uses.get(phase).add(second.samples(), length);
            }
        }
        lately.add(new Arrived(second.seconds(), counts.receivedByAll(second.seconds())));
        while (lately.getFirst().seconds() < second.seconds() - ARRIVING_WITHIN_SECONDS) {
            lately.removeFirst();
        }
    }

    /** Bytes per second that all servers fetched from disks; what the page cache already had is none of it. */
    private static OptionalDouble fetched(RecordedSecond second) {
        List<Sample> ofServers = second.samples().stream()
                .filter(sample -> sample.metric().equals(Metrics.PROCESS_DISK_READ))
                .filter(sample -> !sample.labels().get(Labels.NODE).isEmpty())
                .toList();
        return ofServers.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        ofServers.stream().mapToDouble(Sample::value).sum());
    }

    void finish() {
        loads.forEach(load -> load.finish(counts));
    }

    private void note(Sample sample) {
        recorded.add(sample.metric());
        if (sample.metric().equals(Metrics.HOST_SUSPENDED) && sample.value() > 0) {
            suspendedSeconds.merge(sample.labels().get(Labels.HOST), sample.value(), Double::sum);
        }
    }

    /** For how long machines were suspended, by name; without those that were not. */
    Map<String, Double> suspendedSeconds() {
        return suspendedSeconds;
    }

    Optional<LoadChange> change(int phase) {
        return loads.get(phase).change(counts);
    }

    List<ReaderLoad> readers(int phase) {
        return loads.get(phase).readers(counts);
    }

    List<PhaseDrift> drifts(int phase) {
        return loads.get(phase).drifts(counts);
    }

    PhaseMeans means(int phase) {
        return means.get(phase);
    }

    ResourceUse use(int phase) {
        return uses.get(phase);
    }

    List<CatchUp> catchUps() {
        return watches.stream().flatMap(watch -> watch.finish(counts).stream()).toList();
    }

    /** Whether more was received in the last two seconds on record. */
    boolean stillArriving() {
        return !lately.isEmpty()
                && lately.getLast().messages() > lately.getFirst().messages();
    }

    Set<Metric> recorded() {
        return recorded;
    }

    Series shown() {
        return shown.finish();
    }
}
