package dev.assay.analysis.study;

import dev.assay.analysis.LatencyCurve;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.window.PhaseWindows;
import dev.assay.analysis.window.WindowSeries;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.study.ChartRecord;
import dev.assay.model.study.ChartRecord.BlockRecord;
import dev.assay.model.study.ChartRecord.LineRecord;
import dev.assay.model.timeline.Phase;
import dev.assay.scenario.study.StudyChart;
import dev.assay.scenario.study.StudyPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Draws the charts of a study: windows and percentiles of all blocks of each cell, in the variant that was published. Blocks are
 * neither merged nor averaged; the one whose median window, or median latency, is the median of the blocks is marked.
 */
final class StudyCharts {
    /** With fewer windows a line shows no course. */
    private static final int MIN = 5;

    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Rounds to a tenth of a microsecond, finer than any drawing. */
    private static final double PER_MILLI = 1e4;

    private final StudyPlan plan;
    private final Function<StudyPlan.Entry, List<TrialAnalysis>> trials;
    private final Function<String, StoredTrial> stored;

    private static final LatencyMetric OF_PERCENTILES = LatencyMetric.SEND_TO_RECEIVE;

    private record Ranked(TrialAnalysis trial, List<Double> at, List<Double> millis, double median) {}

    StudyCharts(
            StudyPlan plan,
            Function<StudyPlan.Entry, List<TrialAnalysis>> trials,
            Function<String, StoredTrial> stored) {
        this.plan = plan;
        this.trials = trials;
        this.stored = stored;
    }

    List<ChartRecord> records() {
        return plan.study().charts().stream()
                .filter(chart -> !phases(chart).isEmpty())
                .flatMap(chart -> Stream.concat(
                        chart.statistics().stream()
                                .map(name -> windows(chart, LatencyStatistic.parse(name), window(phases(chart)))),
                        Stream.of(percentiles(chart))))
                .filter(chart ->
                        chart.lines().stream().anyMatch(line -> !line.blocks().isEmpty()))
                .toList();
    }

    private List<Phase> phases(StudyChart chart) {
        return chart.lines().stream()
                .flatMap(line -> plan.first(line.cell()).stream())
                .flatMap(entry -> trials.apply(entry).stream())
                .flatMap(StudyCharts::measured)
                .toList();
    }

    private static Stream<Phase> measured(TrialAnalysis trial) {
        return trial.measured().stream().map(phase -> phase.phase());
    }

    /** Returns the window of published charts, or a shorter one for all lines of a chart where a phase would have too few. */
    private static Duration window(List<Phase> phases) {
        long shortest = phases.stream().mapToLong(Phase::lengthNanos).min().orElse(0);
        return shortest < PhaseWindows.PUBLISHED.toNanos() * MIN ? SHORT : PhaseWindows.PUBLISHED;
    }

    private ChartRecord windows(StudyChart chart, LatencyStatistic statistic, Duration window) {
        return new ChartRecord(
                chart.title(),
                statistic + "@" + window.toSeconds() + "s",
                Math.toIntExact(window.toSeconds()),
                chart.lines().stream()
                        .map(line -> line(line, trial -> ranked(trial, statistic, window)))
                        .toList(),
                chart.leftOut());
    }

    private ChartRecord percentiles(StudyChart chart) {
        return new ChartRecord(
                chart.title(),
                OF_PERCENTILES.tag(),
                0,
                chart.lines().stream()
                        .map(line -> line(line, StudyCharts::percentiles))
                        .toList(),
                chart.leftOut());
    }

    /** Returns the percentiles with at least ten samples above them; none where several phases are measured, since each has its own. */
    private static Ranked percentiles(TrialAnalysis trial) {
        List<Double> percents = new ArrayList<>();
        List<Double> millis = new ArrayList<>();
        Optional<PhaseAnalysis> only =
                trial.measured().size() == 1 ? Optional.of(trial.measured().getFirst()) : Optional.empty();
        only.flatMap(phase -> phase.curve(OF_PERCENTILES)).map(LatencyCurve::points).orElse(List.of()).stream()
                .filter(LatencyCurve.Point::supported)
                .forEach(point -> {
                    percents.add(point.percent());
                    millis.add(rounded(point.nanos() / NANOS_PER_MILLI));
                });
        double median = only.flatMap(phase -> phase.headline(Statistic.quantile(OF_PERCENTILES, 50)))
                .map(row -> row.value() / NANOS_PER_MILLI)
                .orElse(0.0);
        return new Ranked(trial, percents, millis, median);
    }

    private LineRecord line(StudyChart.Line line, Function<TrialAnalysis, Ranked> rank) {
        Optional<StudyPlan.Entry> entry = plan.first(line.cell());
        List<Ranked> blocks = entry.map(trials).orElse(List.of()).stream()
                .map(rank)
                .filter(block -> !block.millis().isEmpty())
                .sorted(Comparator.comparingDouble(Ranked::median))
                .toList();
        Optional<Ranked> middle =
                blocks.isEmpty() ? Optional.empty() : Optional.of(blocks.get((blocks.size() - 1) / 2));
        String missing = entry.flatMap(StudyPlan.Entry::missing)
                .map(refused -> refused.code() + ": " + refused.reason())
                .orElse("it has too few samples");
        return new LineRecord(
                line.name(),
                line.cell(),
                blocks.isEmpty() ? missing : "",
                blocks.stream()
                        .sorted(Comparator.comparingInt(
                                block -> block.trial().trial().identity().repetition()))
                        .map(block -> new BlockRecord(
                                block.trial().trial().identity().repetition(),
                                middle.filter(block::equals).isPresent(),
                                block.trial().verdict().grade() == Grade.INVALID,
                                block.at(),
                                block.millis()))
                        .toList());
    }

    private Ranked ranked(TrialAnalysis trial, LatencyStatistic statistic, Duration length) {
        StoredTrial recorded = stored.apply(trial.trial().folder());
        double start = measured(trial).mapToLong(Phase::startNanos).min().orElse(0) / NANOS_PER_SECOND;
        List<Double> seconds = new ArrayList<>();
        List<Double> millis = new ArrayList<>();
        measured(trial).forEach(phase -> {
            WindowSeries series = PhaseWindows.of(recorded, phase, statistic, length);
            series.windows().forEach(window -> {
                seconds.add(rounded(window.fromSeconds() - start));
                millis.add(rounded(window.nanos() / NANOS_PER_MILLI));
            });
        });
        double[] sorted = millis.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return new Ranked(trial, seconds, millis, sorted.length == 0 ? 0 : sorted[(sorted.length - 1) / 2]);
    }

    private static double rounded(double value) {
        return Math.round(value * PER_MILLI) / PER_MILLI;
    }
}
