package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.comparison.LatencyTrend.Point;
import dev.assay.analysis.quality.Quality;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.spec.ResultStatistics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LatencyTrendsTest {
    private static Map<String, String> partitions(int partitions) {
        return Map.of("workload.partitions", String.valueOf(partitions));
    }

    @Test
    void valuesRiseAndEachHasItsTrialsAndFromThreeOnAnInterval() {
        MeasuredRun run = new MeasuredRun("run");
        for (int block = 1; block <= 3; block++) {
            run.trial(block, partitions(100), 8).trial(block, partitions(6), 2 + block / 10.0);
        }
        run.trial(4, partitions(20), 4);

        List<LatencyTrend> trends = LatencyTrends.of(run.run());
        assertThat(trends).singleElement().satisfies(trend -> {
            assertThat(trend.subject()).isEqualTo("kafka");
            assertThat(trend.level()).isEqualTo("level-2");
            assertThat(trend.lines())
                    .extracting(LatencyTrend.Line::statistic)
                    .containsExactly("response.p50", "response.p99");
            List<Point> points = trend.lines().getFirst().points();
            assertThat(points).extracting(Point::text).containsExactly("6", "20", "100");
            assertThat(points.getFirst().latencies().values()).containsExactly(2.1e6, 2.2e6, 2.3e6);
            assertThat(points.getFirst().interval()).isPresent();
            assertThat(points.get(1).interval()).isEmpty();
            assertThat(points.get(1).centre()).isCloseTo(4e6, within(1.0));
            assertThat(trend.leftOut()).isEmpty();
        });
    }

    @Test
    void aTrendIsOfTheFirstDeclaredStatistic() {
        MeasuredRun run = new MeasuredRun("run");
        run.result = ResultStatistics.parse("end-to-end.p95, response.p99");
        run.trial(1, partitions(1), 1).trial(1, partitions(6), 2);

        assertThat(LatencyTrends.of(run.run()).getFirst().lines())
                .extracting(LatencyTrend.Line::statistic)
                .containsExactly("end-to-end.p50", "end-to-end.p95");
    }

    @Test
    void whatDoesNotCountIsLeftOutAndCountedOnce() {
        MeasuredRun run = new MeasuredRun("run")
                .trial(1, partitions(1), 1)
                .trial(1, partitions(6), 2, MeasuredRun.reason(Grade.INVALID, "lost"))
                .trial(2, partitions(6), 3)
                .trial(2, partitions(1), 4, Quality.ofSamplesAbove(3));

        assertThat(LatencyTrends.of(run.run())).singleElement().satisfies(trend -> {
            assertThat(trend.leftOut()).isEqualTo(Map.of("INVALID (lost)", 1, "too few samples", 1));
            assertThat(trend.lines().getLast().points())
                    .extracting(point -> point.latencies().n())
                    .containsExactly(1, 1);
        });
    }

    @Test
    void otherDimensionsMakeTrendsOfTheirOwn() {
        MeasuredRun run = new MeasuredRun("run");
        for (String size : List.of("100 B", "10 KB")) {
            for (int partitions : List.of(1, 6)) {
                run.trial(
                        1,
                        Map.of("workload.partitions", String.valueOf(partitions), "workload.message.size", size),
                        partitions);
            }
        }

        assertThat(LatencyTrends.of(run.run()))
                .extracting(trend -> trend.dimension() + ": " + trend.subject())
                .containsExactly(
                        "workload.message.size: kafka, partitions 1",
                        "workload.message.size: kafka, partitions 6",
                        "workload.partitions: kafka, size 100 B",
                        "workload.partitions: kafka, size 10 KB");
        assertThat(LatencyTrends.of(run.run()).getFirst().lines().getFirst().points())
                .extracting(Point::value)
                .containsExactly(100.0, 10_000.0);
    }

    @Test
    void versionsThatLookLikeNumbersAndWhatIsNoneMakeNoTrend() {
        for (String path : List.of("systems.kafka.version", "workload.rate", "durability")) {
            MeasuredRun run = new MeasuredRun("run")
                    .trial(1, Map.of(path, path.endsWith("version") ? "4.0" : "level-1"), 1)
                    .trial(1, Map.of(path, path.endsWith("version") ? "4.1" : "100/s"), 1);

            assertThat(LatencyTrends.of(run.run())).as(path).isEmpty();
        }
    }

    @Test
    void sizesAndDurationsAreNumbers() {
        assertThat(LatencyTrends.number("128 KiB")).hasValue(131_072);
        assertThat(LatencyTrends.number("5 ms")).hasValue(5);
        assertThat(LatencyTrends.number("1.5")).hasValue(1.5);
        assertThat(LatencyTrends.number("4.3.1")).isEmpty();
        assertThat(LatencyTrends.number("50k/s")).isEmpty();
    }
}
