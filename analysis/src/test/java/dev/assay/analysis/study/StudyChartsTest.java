package dev.assay.analysis.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RecordedTrial;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.TrialData;
import dev.assay.model.study.ChartRecord;
import dev.assay.model.study.ChartRecord.BlockRecord;
import dev.assay.model.study.ChartRecord.LineRecord;
import dev.assay.model.timeline.Phase;
import dev.assay.scenario.study.StudyChart;
import dev.assay.scenario.study.StudyChart.Line;
import dev.assay.scenario.study.StudyPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class StudyChartsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private final Map<String, StoredTrial> stored = new HashMap<>();
    private LatencyMetric metric = LatencyMetric.SERVICE;
    /** Gives the distance from each of a second's samples to the next. */
    private long spreadNanos;

    /** Blocks have windows of 3, 1 and 2 ms: the third is the median one, by its windows and not by its position. */
    @Test
    void theMedianBlockIsMarkedAndNoneIsMerged() {
        List<TrialAnalysis> blocks = List.of(trial(1, 60, 3), trial(2, 60, 1), trial(3, 60, 2));

        ChartRecord chart = charts(blocks).getFirst();

        assertThat(chart.statistic()).isEqualTo("service.p99@10s");
        assertThat(chart.windowSeconds()).isEqualTo(10);
        LineRecord line = chart.lines().getFirst();
        assertThat(line.name()).isEqualTo("A");
        assertThat(line.blocks()).extracting(BlockRecord::block).containsExactly(1, 2, 3);
        assertThat(line.blocks()).extracting(BlockRecord::median).containsExactly(false, false, true);
        assertThat(line.blocks().getFirst().at()).containsExactly(0.0, 10.0, 20.0, 30.0, 40.0, 50.0);
        assertThat(line.blocks().getFirst().millis())
                .allSatisfy(millis -> assertThat(millis).isBetween(2.99, 3.01));
    }

    @Test
    void ofTwoBlocksTheLowerIsTheMedian() {
        assertThat(charts(List.of(trial(1, 60, 3), trial(2, 60, 1)))
                        .getFirst()
                        .lines()
                        .getFirst()
                        .blocks())
                .extracting(BlockRecord::median)
                .containsExactly(false, true);
    }

    @Test
    void windowsAreOfASecondWhereThereAreFewerThanFive() {
        ChartRecord chart = charts(List.of(trial(1, 60, 1), trial(2, 49, 1))).getFirst();

        assertThat(chart.statistic()).isEqualTo("service.p99@1s");
        assertThat(chart.lines().getFirst().blocks())
                .extracting(block -> block.millis().size())
                .containsExactly(60, 49);
        assertThat(charts(List.of(trial(1, 50, 1))).getFirst().windowSeconds()).isEqualTo(10);
    }

    /** Ten of 6000 samples lie above p99.83, so the curve ends before p99.9. */
    @Test
    void percentilesAreThoseOfEachBlockAsFarAsTenSamplesLieAbove() {
        metric = LatencyMetric.SEND_TO_RECEIVE;
        spreadNanos = MILLI / 100;

        ChartRecord chart = charts(List.of(trial(1, 60, 3), trial(2, 60, 1), trial(3, 60, 2)))
                .getLast();

        assertThat(chart.ofPercentiles()).isTrue();
        assertThat(chart.statistic()).isEqualTo("send-to-receive");
        LineRecord line = chart.lines().getFirst();
        assertThat(line.blocks()).extracting(BlockRecord::median).containsExactly(false, false, true);
        assertThat(line.blocks().getFirst().millis())
                .isSorted()
                .allSatisfy(millis -> assertThat(millis).isBetween(3.0, 4.01));
        assertThat(line.blocks().getFirst().at())
                .isSorted()
                .last()
                .satisfies(percent -> assertThat(percent).isBetween(98.0, 99.9));
    }

    @Test
    void aCellThatWasNotRunSaysWhyAndAChartOfNothingIsNone() {
        List<ChartRecord> charts = charts(List.of(trial(1, 60, 1)));

        assertThat(charts).hasSize(1);
        assertThat(charts.getFirst().lines().getLast())
                .isEqualTo(new LineRecord("C", "other/c", "U3: one disk", List.of()));
    }

    private List<ChartRecord> charts(List<TrialAnalysis> ofA) {
        StudyChart both = new StudyChart(
                "x", List.of("service.p99"), List.of(new Line("A", "first/a"), new Line("C", "other/c")), 0);
        StudyChart nothing = new StudyChart("nothing", List.of("service.p99"), List.of(new Line("C", "other/c")), 0);
        StudyPlan plan = SmallStudy.plan(List.of(), List.of(both, nothing));
        return new StudyCharts(
                        plan,
                        entry -> entry.cell().id().equals("first/a") ? ofA : List.of(),
                        folder -> Optional.ofNullable(stored.get(folder)).orElseThrow())
                .records();
    }

    private TrialAnalysis trial(int block, int seconds, int millis) {
        Phase measure = new Phase("measure", 5 * SECOND, (5 + seconds) * SECOND);
        List<RecordedInterval> intervals = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            Histogram histogram = new Histogram(3);
            for (int sample = 0; sample < 100; sample++) {
                histogram.recordValue(millis * MILLI + sample * spreadNanos);
            }
            intervals.add(new RecordedInterval(
                    "w1",
                    (5 + second) * SECOND,
                    (6 + second) * SECOND,
                    new IntervalHistogram("measure", metric, histogram, 0, 0)));
        }
        RecordedTrial trial = new RecordedTrial();
        trial.number = block;
        trial.repetition = block;
        trial.phases = List.of(measure);
        TrialData data = new TrialData(trial.record(), intervals, List.of(), List.of());
        stored.put(data.trial().folder(), data);
        return TrialAnalyzer.analyze(data);
    }
}
