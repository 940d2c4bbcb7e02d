package dev.assay.report;

import dev.assay.model.study.ChartRecord;
import dev.assay.model.study.ChartRecord.BlockRecord;
import dev.assay.model.study.ChartRecord.LineRecord;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.study.StudyRecord.CellRecord;
import dev.assay.model.study.StudyRecord.ClaimRecord;
import dev.assay.model.study.StudyRecord.ConditionRecord;
import dev.assay.model.study.StudyRecord.MachineRecord;
import dev.assay.model.study.StudyRecord.StatisticRecord;
import dev.assay.model.study.TableRecord;
import dev.assay.model.study.TableRecord.PlaceRecord;
import dev.assay.model.study.TableRecord.RowRecord;
import dev.assay.model.study.ValueRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Makes the results of a study, with every kind of value in its tables and charts. */
final class SampleStudy {
    static final List<String> COLUMNS = List.of("mean", "p50", "p75", "p95", "p99", "p99.9", "p99.99", "max");

    private SampleStudy() {}

    /** Returns a study with published tables. */
    static StudyRecord full() {
        return study("Left", List.of(table("Test 1: left", true), table("Test 2: nothing", false)));
    }

    /** Returns a user's own study, which has no published tables. */
    static StudyRecord plain() {
        return study("Left", List.of());
    }

    /** Returns a study whose every text is an attack. */
    static StudyRecord hostile() {
        return study(SampleRuns.ATTACK, List.of(table(SampleRuns.ATTACK, true)));
    }

    private static StudyRecord study(String name, List<TableRecord> tables) {
        StatisticRecord statistic = new StatisticRecord("service.p99", Optional.of(4.0), blocks(3, 5, 3, false));
        StatisticRecord ofCurve =
                new StatisticRecord("send-to-receive.p99.99", Optional.of(80.0), blocks(3, 5, 3, false));
        ConditionRecord condition = new ConditionRecord(
                1,
                "spikes(send-to-receive.mean@10s) of latency/a-cell-with-a-long-name by latency/another-one",
                "above 1.25",
                "charts only",
                Optional.of(1.0),
                Optional.of(2.0),
                Optional.of(3.0),
                3,
                0,
                "inconclusive",
                Optional.empty(),
                Optional.empty(),
                "");
        return new StudyRecord(
                "sample",
                "a study to look at",
                List.of(),
                List.of(
                        new MachineRecord(
                                "baseline", "disk.write", "MB/s", Optional.of(327.0), Optional.of(812.5), 512, ""),
                        new MachineRecord(
                                "baseline",
                                "fdatasync.p99",
                                "ms",
                                Optional.empty(),
                                Optional.empty(),
                                0,
                                "no calibration")),
                List.of(new ClaimRecord(
                        "s-1",
                        name + " is slower",
                        "inconclusive",
                        List.of(condition),
                        List.of(),
                        Map.of(),
                        "V, H",
                        "")),
                List.of(
                        new CellRecord(
                                "latency", "a", "kafka", "as-published", "", "", "", List.of(statistic, ofCurve)),
                        new CellRecord("latency", "b", "kafka", "tuned", "", "", "", List.of())),
                tables,
                List.of(chart(name), percentiles(name)));
    }

    private static TableRecord table(String title, boolean measured) {
        return new TableRecord(
                title,
                "ms",
                COLUMNS,
                List.of(
                        new RowRecord("publishing", places(measured ? 3 : 0, "U5: it was not requested", false)),
                        new RowRecord("end-to-end", places(measured ? 2 : 0, "U5: it was not requested", true)),
                        new RowRecord("elsewhere", places(0, "U3: there is one disk\nand no other", false))));
    }

    private static List<PlaceRecord> places(int blocks, String missing, boolean atLeast) {
        return COLUMNS.stream()
                .map(column -> new PlaceRecord(
                        "latency/a",
                        "service." + column,
                        Optional.of(7.25),
                        blocks(3.5, 12.75, blocks, atLeast),
                        blocks == 0 ? missing : ""))
                .toList();
    }

    /**
     * Returns values from the lowest in the first block to the highest in the others; the first is INVALID where its load
     * was not sustained.
     */
    static List<ValueRecord> blocks(double low, double high, int blocks, boolean notSustained) {
        return IntStream.rangeClosed(1, blocks)
                .mapToObj(block -> new ValueRecord(
                        "00" + block + "-t",
                        block,
                        "ms",
                        block == 1 ? low : high,
                        block == 1 ? low : high,
                        notSustained && block == 1 ? Optional.empty() : Optional.of(high),
                        1_000,
                        notSustained && block == 1 ? "INVALID (rate-missed)" : ""))
                .toList();
    }

    /** Returns two lines far apart, one of which has a window without samples, and a third that was not run. */
    static ChartRecord chart(String name) {
        return new ChartRecord(
                "1 partition",
                "service.p99@10s",
                10,
                List.of(
                        new LineRecord(name, "latency/a", "", List.of(block(1, false, 2), block(2, true, 3))),
                        new LineRecord("Right", "latency/b", "", List.of(block(1, true, 200))),
                        new LineRecord("Third", "latency/c", "U5: it was not requested", List.of())),
                2);
    }

    /** Returns the chart, with percentiles for one of its lines. */
    static ChartRecord percentiles(String name) {
        List<Double> percents = List.of(0.0, 50.0, 90.0, 99.0, 99.9);
        List<Double> millis = List.of(1.0, 2.0, 3.0, 10.0, 50.0);
        return new ChartRecord(
                "1 partition",
                "send-to-receive",
                0,
                List.of(
                        new LineRecord(
                                name, "latency/a", "", List.of(new BlockRecord(1, true, false, percents, millis))),
                        new LineRecord("Third", "latency/c", "U5: it was not requested", List.of())),
                0);
    }

    private static BlockRecord block(int number, boolean median, double millis) {
        List<Double> seconds =
                IntStream.of(0, 1, 2, 4, 5).mapToObj(window -> window * 10.0).toList();
        return new BlockRecord(
                number,
                median,
                !median,
                seconds,
                seconds.stream().map(second -> millis + second / 100).toList());
    }
}
