package dev.assay.analysis.evidence;

import dev.assay.analysis.evidence.Episode.Window;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.LatencyMetric;
import dev.assay.model.result.Phase;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.StoredTrial.RecordedHiccups;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.TrialRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Goes over a stored trial: first the series, which tells when readers had caught up, then the latencies, then the hiccups, each
 * once. Memory depends on phases, metrics and subscriptions, and on how much is shown; not on how long the trial was.
 */
public final class EvidenceReader {
    private static final double NANOS_PER_SECOND = 1e9;
    /** Charts are not wider than that. */
    private static final int MAX_POINTS = 4096;

    private static final int BATCH = 512;

    private final TrialRecord trial;
    private final Tailing tailing;
    private final int secondsPerPoint;
    private final SeriesPass series;
    private final Map<LatencyMetric, MetricAggregator> latencies = new EnumMap<>(LatencyMetric.class);
    private final List<RecordedInterval> batch = new ArrayList<>();
    private final List<Map<String, Histogram>> hiccups = new ArrayList<>();
    private final List<PhaseLatencies> samples = new ArrayList<>();
    private final FigureEvidenceReader figures;

    private EvidenceReader(TrialRecord trial) {
        this.trial = trial;
        this.tailing = Tailing.of(trial);
        this.secondsPerPoint = secondsPerPoint(trial);
        this.series = new SeriesPass(trial, tailing, secondsPerPoint);
        this.figures = new FigureEvidenceReader(trial, tailing);
        trial.phases().forEach(phase -> hiccups.add(new HashMap<>()));
    }

    /** A power of two, so that edges of points fall on the same seconds in all trials of about the same length. */
    private static int secondsPerPoint(TrialRecord trial) {
        double seconds =
                trial.phases().stream().mapToLong(Phase::endNanos).max().orElse(0) / NANOS_PER_SECOND;
        int perPoint = 1;
        while (seconds / perPoint > MAX_POINTS) {
            perPoint *= 2;
        }
        return perPoint;
    }

    /** All the evidence of that trial. */
    public static TrialEvidence read(StoredTrial stored) {
        EvidenceReader reader = new EvidenceReader(stored.trial());
        stored.eachSecond(reader.series::add);
        reader.series.finish();
        List<CatchUp> catchUps = reader.series.catchUps();
        List<Episode> episodes = Episodes.of(stored.trial(), catchUps);
        reader.readLatencies(
                stored,
                episodes.stream().flatMap(episode -> episode.windows().stream()).toList());
        stored.eachHiccups(reader::addHiccups);
        reader.readFigures(stored);
        // Lines first: what is still open when the last interval has been read closes with them.
        List<LatencyLine> lines = reader.latencies.values().stream()
                .flatMap(metric -> metric.lines().stream())
                .toList();
        return new TrialEvidence(
                stored.trial(),
                reader.tailing.subscriptions(),
                reader.tailing.subscriptions().stream()
                        .filter(reader.tailing::tails)
                        .toList(),
                reader.phases(),
                reader.series.stillArriving(),
                catchUps,
                episodes,
                reader.series.recorded(),
                reader.series.suspendedSeconds(),
                reader.series.shown(),
                lines,
                reader.latencies.values().stream()
                        .flatMap(metric -> metric.heatMap().stream())
                        .toList(),
                reader.secondsPerPoint);
    }

    private void readLatencies(StoredTrial stored, List<Window> windows) {
        for (LatencyMetric metric : LatencyMetric.values()) {
            latencies.put(metric, new MetricAggregator(metric, trial.phases(), tailing, windows, secondsPerPoint));
        }
        stored.eachInterval(interval -> {
            batch.add(interval);
            if (batch.size() == BATCH) {
                addBatch();
            }
        });
        addBatch();
    }

    /** Each metric on a processor of its own: unpacking the histograms of a long trial is most of the work. */
    private void addBatch() {
        Map<LatencyMetric, List<RecordedInterval>> byMetric =
                batch.stream().collect(Collectors.groupingBy(RecordedInterval::metric));
        Arrays.stream(LatencyMetric.values()).parallel().forEach(metric -> {
            MetricAggregator aggregator = Objects.requireNonNull(latencies.get(metric));
            byMetric.getOrDefault(metric, List.of()).forEach(aggregator::add);
        });
        batch.clear();
    }

    /** Those of an interval belong to the phase in which its middle lies. */
    private void addHiccups(RecordedHiccups interval) {
        long middle = interval.startNanos() + (interval.endNanos() - interval.startNanos()) / 2;
        for (int phase = 0; phase < hiccups.size(); phase++) {
            if (trial.phases().get(phase).has(middle)) {
                hiccups.get(phase)
                        .merge(
                                interval.worker(),
                                Merge.of(List.of(interval.histogram())),
                                (sum, more) -> Merge.into(sum, more));
            }
        }
    }

    private void readFigures(StoredTrial stored) {
        for (Phase phase : trial.phases()) {
            PhaseLatencies all = new PhaseLatencies();
            latencies.values().forEach(metric -> metric.addTo(all, phase.name()));
            samples.add(all);
            figures.add(phase, all);
        }
        figures.read(stored);
    }

    private List<PhaseEvidence> phases() {
        List<PhaseEvidence> phases = new ArrayList<>();
        for (int index = 0; index < trial.phases().size(); index++) {
            phases.add(phase(index));
        }
        return phases;
    }

    private PhaseEvidence phase(int index) {
        Phase phase = trial.phases().get(index);
        double seconds = phase.lengthNanos() / NANOS_PER_SECOND;
        MetricAggregator responses = Objects.requireNonNull(latencies.get(LatencyMetric.RESPONSE));
        return new PhaseEvidence(
                phase,
                offeredPerSecond(phase),
                seconds > 0 ? achieved(phase, responses.within(index) / seconds) : 0,
                series.change(index),
                series.readers(index),
                samples.get(index),
                Merge.of(hiccups.get(index).values()),
                series.means(index).workers(trial.hosts()),
                series.means(index).hosts(),
                series.means(index).syncs(),
                drifts(index),
                figures.of(phase, hiccups.get(index)),
                series.use(index));
    }

    /** More than was offered is a backlog from before that was worked off. */
    private double achieved(Phase phase, double ackedPerSecond) {
        return Math.min(ackedPerSecond, offeredPerSecond(phase));
    }

    private List<PhaseDrift> drifts(int index) {
        LatencyDrifts drifts = new LatencyDrifts(trial.phases().get(index), secondsPerPoint);
        List<PhaseDrift> all = new ArrayList<>(series.drifts(index));
        for (LatencyMetric metric : List.of(LatencyMetric.RESPONSE, LatencyMetric.END_TO_END)) {
            Objects.requireNonNull(latencies.get(metric)).lines().stream()
                    .filter(line -> line.reader().isEmpty())
                    .forEach(line -> all.addAll(drifts.of(metric, line.points())));
        }
        return all;
    }

    /** Records from before messages were counted by phase have one rate for all of them. */
    private double offeredPerSecond(Phase phase) {
        double seconds = phase.lengthNanos() / NANOS_PER_SECOND;
        return trial.delivery()
                .phase(phase.name())
                .map(PhaseDelivery::scheduled)
                .map(scheduled -> seconds > 0 ? scheduled / seconds : 0)
                .orElse(trial.offeredPerSecond());
    }
}
