package dev.assay.analysis.statistics;

import dev.assay.analysis.statistics.EventWindow.Window;
import dev.assay.analysis.steady.Drift;
import dev.assay.analysis.steady.MannKendall;
import dev.assay.model.arrival.Arrivals;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.ExecutedEvent.Kind;
import dev.assay.model.result.ObservedMachine;
import dev.assay.model.result.Placement;
import dev.assay.model.result.Series;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.StoredTrial.RecordedSecond;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.timeline.Phase;
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
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * @param placement where the workers were, if they were pods
 * @param subscriptions by number
 * @param liveSubscriptions those of them that read from the start on and were never held
 * @param phases in order, those that are not measured included
 * @param stillArriving whether messages still arrived in the last two seconds on record
 * @param recorded the metrics that the series has at all
 * @param suspendedSeconds for how long machines were suspended during the trial, by name; without those that were not
 * @param series for charts
 * @param lines for charts
 * @param heatMaps for charts
 * @param secondsPerPoint how many seconds one instant of series and lines stands for
 */
public record TrialStatistics(
        TrialRecord trial,
        Optional<Placement> placement,
        List<TrialSubscription> subscriptions,
        List<TrialSubscription> liveSubscriptions,
        List<PhaseStatistics> phases,
        boolean stillArriving,
        List<CatchUp> catchUps,
        List<EventWindow> eventWindows,
        Set<Metric> recorded,
        Map<String, Double> suspendedSeconds,
        Series series,
        List<LatencyLine> lines,
        List<LatencyHeatMap> heatMaps,
        int secondsPerPoint) {
    public TrialStatistics {
        subscriptions = List.copyOf(subscriptions);
        liveSubscriptions = List.copyOf(liveSubscriptions);
        phases = List.copyOf(phases);
        catchUps = List.copyOf(catchUps);
        eventWindows = List.copyOf(eventWindows);
        recorded = Set.copyOf(recorded);
        suspendedSeconds = Map.copyOf(suspendedSeconds);
        lines = List.copyOf(lines);
        heatMaps = List.copyOf(heatMaps);
    }

    /**
     * Reads a trial in one pass over each of its files: first the series, which shows when consumer groups had caught up, then the
     * latencies, then the hiccups; and the latencies once more when their percentiles are known, to find the seconds that the samples
     * above them come from. Memory depends on phases, metrics and subscriptions, and on the size of charts; the length of the trial
     * adds 16 bytes a second.
     */
    public static TrialStatistics of(StoredTrial stored) {
        Reader reader = new Reader(stored.trial(), stored.observed());
        stored.eachSecond(reader.series::add);
        reader.series.finish();
        List<CatchUp> catchUps = reader.series.catchUps();
        List<EventWindow> eventWindows = EventWindows.of(stored.trial(), catchUps);
        TrialLatencies latencies = TrialLatencies.of(
                stored,
                reader.liveSubscriptions,
                eventWindows.stream()
                        .flatMap(eventWindow -> eventWindow.windows().stream())
                        .toList(),
                reader.secondsPerPoint);
        List<LatencyLine> lines =
                latencies.lines().stream().map(TrialLatencies.Line::unpack).toList();
        return new TrialStatistics(
                stored.trial(),
                stored.placement(),
                reader.liveSubscriptions.subscriptions(),
                reader.liveSubscriptions.subscriptions().stream()
                        .filter(reader.liveSubscriptions::live)
                        .toList(),
                reader.phases(latencies, lines),
                reader.series.stillArriving(),
                catchUps,
                eventWindows,
                reader.series.recorded(),
                reader.series.suspendedSeconds(),
                reader.series.shown(),
                lines,
                latencies.heatMaps(),
                reader.secondsPerPoint);
    }

    public List<PhaseStatistics> measured() {
        return phases.stream().filter(phase -> phase.phase().measured()).toList();
    }

    private static final class Reader {
        private static final double NANOS_PER_SECOND = 1e9;
        private static final int MAX_POINTS = 4096;

        private final TrialRecord trial;
        private final LiveSubscriptions liveSubscriptions;
        private final int secondsPerPoint;
        private final SeriesPass series;

        private Reader(TrialRecord trial, Map<String, ObservedMachine> observed) {
            this.trial = trial;
            this.liveSubscriptions = LiveSubscriptions.of(trial);
            this.secondsPerPoint = secondsPerPoint(trial);
            this.series = new SeriesPass(trial, observed, liveSubscriptions, secondsPerPoint);
        }

        /** Returns a power of two, so that edges of points fall on the same seconds in all trials of about the same length. */
        private static int secondsPerPoint(TrialRecord trial) {
            double seconds = trial.course().phases().stream()
                            .mapToLong(Phase::endNanos)
                            .max()
                            .orElse(0)
                    / NANOS_PER_SECOND;
            int perPoint = 1;
            while (seconds / perPoint > MAX_POINTS) {
                perPoint *= 2;
            }
            return perPoint;
        }

        private List<PhaseStatistics> phases(TrialLatencies latencies, List<LatencyLine> lines) {
            List<PhaseStatistics> phases = new ArrayList<>();
            for (int index = 0; index < trial.course().phases().size(); index++) {
                phases.add(phase(index, latencies, lines));
            }
            return phases;
        }

        private PhaseStatistics phase(int index, TrialLatencies all, List<LatencyLine> lines) {
            Phase phase = trial.course().phases().get(index);
            double seconds = phase.lengthNanos() / NANOS_PER_SECOND;
            PhaseLatencies latencies = all.of(phase, liveSubscriptions);
            TreeMap<String, Histogram> byWorker = all.hiccups(index);
            Histogram hiccups = Merge.of(byWorker.values());
            List<PhaseDrift> drifts = drifts(index, lines);
            return new PhaseStatistics(
                    phase,
                    offeredPerSecond(index),
                    seconds > 0 ? achieved(index, all.within().get(index) / seconds) : 0,
                    series.change(index, usualLatencyNanos(drifts)),
                    series.groups(index),
                    latencies,
                    hiccups,
                    series.means(index).workers(trial.setup().hosts()),
                    series.means(index).hosts(),
                    series.means(index).syncs(),
                    drifts,
                    new SampleStatistics(
                            new Censoring(trial, liveSubscriptions).of(phase, latencies),
                            all.events(phase),
                            new Pauses(byWorker, phase.lengthNanos())),
                    series.use(index),
                    standstills(index, latencies, (double) hiccups.getMaxValue(), lines));
        }

        private List<Standstill> standstills(
                int index, PhaseLatencies latencies, double pause, List<LatencyLine> lines) {
            List<LatencyLine.Point> points = live(lines, LatencyMetric.RESPONSE)
                    .flatMap(line -> line.points().stream())
                    .toList();
            double median = latencies.of(LatencyMetric.RESPONSE).histogram().getValueAtPercentile(50);
            double start = trial.course().phases().get(index).startNanos() / NANOS_PER_SECOND;
            return series.silences(index).stream()
                    .map(silence -> Standstill.of(silence, start, points, secondsPerPoint))
                    .filter(standstill -> standstill.ofSystem(median, pause))
                    .toList();
        }

        /** Limits the rate to the one offered, since the rest is an initial backlog that was worked off. */
        private double achieved(int index, double ackedPerSecond) {
            return Math.min(ackedPerSecond, offeredPerSecond(index));
        }

        /**
         * Returns how long a message is outstanding that does not wait for others: the median of the better of the first and the last
         * third, so that growing latencies do not excuse a growing backlog.
         */
        private static double usualLatencyNanos(List<PhaseDrift> drifts) {
            double received = PhaseDrift.lower(drifts, LatencyMetric.END_TO_END.title() + " p50");
            return received > 0 ? received : PhaseDrift.lower(drifts, LatencyMetric.RESPONSE.title() + " p50");
        }

        private List<PhaseDrift> drifts(int index, List<LatencyLine> lines) {
            LatencyDrifts drifts = new LatencyDrifts(
                    trial.course().phases().get(index), secondsPerPoint, offeredPerSecond(index), series.curve());
            List<PhaseDrift> all = new ArrayList<>(series.drifts(index));
            for (LatencyMetric metric : List.of(LatencyMetric.RESPONSE, LatencyMetric.END_TO_END)) {
                live(lines, metric).forEach(line -> all.addAll(drifts.of(metric, line.points())));
            }
            return all;
        }

        private static Stream<LatencyLine> live(List<LatencyLine> lines, LatencyMetric metric) {
            return lines.stream()
                    .filter(line -> line.metric() == metric && line.group().isEmpty());
        }

        /** Returns the rate of the schedule, or where a worker was lost the lower rate of the series. */
        private double offeredPerSecond(int index) {
            Phase phase = trial.course().phases().get(index);
            OptionalDouble offered = series.offered(index);
            return trial.course().lostWorkers().isEmpty() || offered.isEmpty() || phase.lengthNanos() == 0
                    ? trial.intendedPerSecond(phase)
                    : offered.getAsDouble() / (phase.lengthNanos() / NANOS_PER_SECOND);
        }
    }

    private static final class SeriesPass {
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

        SeriesPass(
                TrialRecord trial,
                Map<String, ObservedMachine> observed,
                LiveSubscriptions groups,
                int secondsPerPoint) {
            this.trial = trial;
            boolean random = trial.plan().workload().arrivals() == Arrivals.POISSON;
            counts = new LoadCounts(groups, trial.delivery(), new OfferedCurve(random, trial.schedule()));
            disks = new DiskOwners(trial, observed);
            shown = new SeriesThinning(secondsPerPoint);
            List<PhaseDelivery> earlier = new ArrayList<>();
            for (Phase phase : trial.course().phases()) {
                loads.add(new PhaseLoad(phase, groups, earlier, random));
                trial.delivery().phase(phase.name()).ifPresent(earlier::add);
                means.add(new PhaseMeans(trial));
                uses.add(new ResourceUse());
            }
            for (int number = 0; number < groups.subscriptions().size(); number++) {
                watches.addAll(watches(groups.subscriptions().get(number), number));
            }
        }

        /** Returns a watch for each time at which a consumer group that was behind began to read. */
        private List<CatchUpWatch> watches(TrialSubscription subscription, int number) {
            double messageBytes = trial.plan().workload().message().size().meanBytes();
            List<ExecutedEvent> starts = trial.course().events().stream()
                    .filter(event ->
                            event.is(Kind.START, subscription.group()) || event.is(Kind.RESUME, subscription.group()))
                    .toList();
            if (starts.isEmpty()) {
                return subscription.live()
                        ? List.of()
                        : List.of(new CatchUpWatch(
                                subscription, number, Double.NaN, Double.POSITIVE_INFINITY, messageBytes));
            }
            List<ExecutedEvent> pauses = trial.course().events().stream()
                    .filter(event -> event.is(Kind.PAUSE, subscription.group()))
                    .toList();
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
                if (trial.course().phases().get(phase).has(middle)) {
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

        /** Returns the bytes per second that all servers fetched from disks, without those that the page cache already had. */
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

        Map<String, Double> suspendedSeconds() {
            return suspendedSeconds;
        }

        Optional<LoadChange> change(int phase, double latencyNanos) {
            return loads.get(phase).change(counts, latencyNanos / NANOS_PER_SECOND);
        }

        OptionalDouble offered(int phase) {
            return loads.get(phase).offered(counts);
        }

        List<Standstill.Silence> silences(int phase) {
            return loads.get(phase).silences();
        }

        OfferedCurve curve() {
            return counts.curve();
        }

        List<GroupLoad> groups(int phase) {
            return loads.get(phase).groups(counts);
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
            return watches.stream()
                    .flatMap(watch -> watch.finish(counts).stream())
                    .toList();
        }

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

    /** Finds the event windows of a trial: consumer groups that caught up, faults until recovery, and rolling restarts. */
    private static final class EventWindows {
        private static final double NANOS_PER_SECOND = 1e9;

        private final TrialRecord trial;
        /** Begins the comparison with the first measured phase, since a cold system is no reference. */
        private final double begin;

        private final double end;

        private EventWindows(TrialRecord trial) {
            this.trial = trial;
            begin = trial.course().phases().stream()
                            .filter(Phase::measured)
                            .mapToLong(Phase::startNanos)
                            .min()
                            .orElse(0)
                    / NANOS_PER_SECOND;
            end = trial.course().phases().stream()
                            .mapToLong(Phase::endNanos)
                            .max()
                            .orElse(0)
                    / NANOS_PER_SECOND;
        }

        static List<EventWindow> of(TrialRecord trial, List<CatchUp> catchUps) {
            EventWindows windows = new EventWindows(trial);
            List<EventWindow> eventWindows = new ArrayList<>();
            catchUps.forEach(catchUp -> eventWindows.add(windows.eventWindow(
                    catchUp.subscription() + " catches up",
                    catchUp.beganSeconds(),
                    catchUp.caughtUpSeconds().orElse(windows.end),
                    windows.end)));
            eventWindows.addAll(windows.disturbances());
            trial.course().events().stream()
                    .filter(event -> event.kind() == Kind.ROLLING)
                    .forEach(rolling -> eventWindows.add(windows.eventWindow(
                            rolling.action(),
                            rolling.startNanos() / NANOS_PER_SECOND,
                            Math.min(rolling.endNanos() / NANOS_PER_SECOND, windows.end),
                            windows.end)));
            return eventWindows;
        }

        private List<EventWindow> disturbances() {
            List<ExecutedEvent> faults = trial.course().events().stream()
                    .filter(event -> event.kind() == Kind.FAULT)
                    .toList();
            List<EventWindow> eventWindows = new ArrayList<>();
            for (int number = 0; number < faults.size(); number++) {
                ExecutedEvent fault = faults.get(number);
                double from = fault.startNanos() / NANOS_PER_SECOND;
                double recovered = trial.course().events().stream()
                                .filter(event -> event.kind() == Kind.RECOVERY)
                                .mapToLong(ExecutedEvent::endNanos)
                                .filter(nanos -> nanos > fault.startNanos())
                                .min()
                                .orElse(Long.MAX_VALUE)
                        / NANOS_PER_SECOND;
                double next =
                        number + 1 < faults.size() ? faults.get(number + 1).startNanos() / NANOS_PER_SECOND : end;
                eventWindows.add(
                        eventWindow(fault.action(), from, Math.min(recovered, end), Math.max(next, recovered)));
            }
            return eventWindows;
        }

        /** Creates the windows; the one after the event ends at a limit, or at the end of the load. */
        private EventWindow eventWindow(String title, double from, double to, double limit) {
            List<Window> windows = new ArrayList<>();
            if (from > begin) {
                windows.add(new Window("before", begin, from));
            }
            windows.add(new Window("during", from, to));
            double last = Math.min(limit, end);
            if (last > to) {
                windows.add(new Window("after", to, last));
            }
            return new EventWindow(title, windows);
        }
    }

    private static final class LatencyDrifts {
        private static final double NANOS_PER_SECOND = 1e9;

        private static final double MIN_PER_SECOND = 20;

        private final Phase phase;
        private final int secondsPerPoint;
        private final double offeredPerSecond;
        private final OfferedCurve curve;

        LatencyDrifts(Phase phase, int secondsPerPoint, double offeredPerSecond, OfferedCurve curve) {
            this.curve = curve;
            this.offeredPerSecond = offeredPerSecond;
            this.phase = phase;
            this.secondsPerPoint = secondsPerPoint;
        }

        List<PhaseDrift> of(LatencyMetric metric, List<LatencyLine.Point> points) {
            MannKendall.Series p50 = series(points, LatencyLine.Point::p50Nanos);
            MannKendall.Series p99 = series(points, LatencyLine.Point::p99Nanos);
            return List.of(
                    new PhaseDrift(
                            PhaseDrift.Of.MEDIAN, metric.title() + " p50", p50, secondsPerPoint, Drift.ofFactors(p50)),
                    new PhaseDrift(
                            PhaseDrift.Of.P99, metric.title() + " p99", p99, secondsPerPoint, Drift.ofFactors(p99)));
        }

        /**
         * Counts a second in which nothing completed as a long wait, unless nothing was due: whatever waits then has waited for as long.
         */
        private MannKendall.Series series(List<LatencyLine.Point> points, ToLongFunction<LatencyLine.Point> statistic) {
            MannKendall.Series series = new MannKendall.Series();
            double last = phase.startNanos() / NANOS_PER_SECOND;
            for (LatencyLine.Point point : points) {
                // A point for several seconds has two entries, with the lowest and with the highest values: the former,
                // which is not at a multiple, is skipped.
                if (point.seconds() % secondsPerPoint != 0 || !phase.hasSecondUpTo(point.seconds())) {
                    continue;
                }
                long missing = offeredPerSecond < MIN_PER_SECOND
                        ? 0
                        : Math.round((point.seconds() - last) / secondsPerPoint) - 1;
                long silent = 0;
                for (long second = 1; second <= missing; second++) {
                    if (!curve.known() || curve.between(last, last + second * secondsPerPoint) > 0) {
                        silent++;
                        series.add(silent * secondsPerPoint * NANOS_PER_SECOND);
                    }
                }
                series.add((double) statistic.applyAsLong(point));
                last = point.seconds();
            }
            return series;
        }
    }
}
