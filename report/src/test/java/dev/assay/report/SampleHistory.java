package dev.assay.report;

import dev.assay.analysis.SeriesKey;
import dev.assay.analysis.history.History;
import dev.assay.analysis.history.HistoryPoint;
import dev.assay.analysis.history.HistoryRun;
import dev.assay.analysis.history.HistorySample;
import dev.assay.analysis.history.HistoryStatistic;
import dev.assay.model.result.Verdict.Grade;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Twelve runs of a nightly scenario, of which the last five measured a newer version that is a quarter slower. */
public final class SampleHistory {
    private static final Instant START = Instant.parse("2026-11-01T03:00:00.250Z");
    private static final int RUNS = 12;
    private static final int BEFORE = 7;

    private SampleHistory() {}

    /** The history. */
    public static History nightly() {
        return History.of(IntStream.range(0, RUNS).mapToObj(SampleHistory::run).toList());
    }

    /** A run on another machine, of which nothing counts. */
    public static History withoutValues() {
        return History.of(List.of(run(
                0,
                "b",
                new HistoryPoint(
                        "r0",
                        START,
                        versions(0),
                        new TreeMap<>(Map.of(Grade.INVALID, 2)),
                        0,
                        List.of(),
                        new TreeMap<>()))));
    }

    /** The nightly one that went on, on another machine, with names that mean something in every format. */
    public static History hostile() {
        List<HistoryRun> runs = new ArrayList<>(nightly().runs());
        String attack = "=cmd, \"x\": y\n\u001b[31m | <b>";
        HistoryRun last = run(12);
        SeriesKey key = new SeriesKey(
                attack, attack, new TreeMap<>(Map.of(attack, attack)), new TreeMap<>(Map.of("machines", attack)));
        HistoryPoint point = last.points().values().iterator().next();
        HistoryPoint named = new HistoryPoint(
                attack,
                point.startedAt(),
                Map.of(HistoryPoint.SERVER, attack),
                point.verdicts(),
                point.failed(),
                point.samples(),
                point.missing());
        runs.add(new HistoryRun(
                attack, attack, last.startedAt(), List.of(attack), last.verdicts(), 0, 0, Map.of(key, named)));
        return History.of(runs);
    }

    private static HistoryRun run(int i) {
        List<HistorySample> samples = new ArrayList<>();
        for (int block = 1; block <= 3; block++) {
            double factor = (i < BEFORE ? 1 : 1.25) * (1 + 0.001 * (i * 7 % 10) + 0.002 * block);
            Map<HistoryStatistic, Double> values = new LinkedHashMap<>();
            values.put(new HistoryStatistic("throughput"), 50_000.0 - block);
            values.put(new HistoryStatistic("response.p50"), 1_900_000.0 + 1000 * block + 100 * (i * 5 % 12));
            values.put(new HistoryStatistic("response.p99"), Math.rint(4_000_000 * factor));
            if (block < 3 && i != 4) {
                values.put(new HistoryStatistic("end-to-end.p99"), Math.rint(5_000_000 * factor));
            }
            samples.add(new HistorySample(1_500_000, values, Optional.empty()));
        }
        SortedMap<Grade, Integer> verdicts = new TreeMap<>(Map.of(Grade.VALID, 3));
        SortedMap<String, Integer> missing = new TreeMap<>(Map.of("end-to-end.p99 too few samples", i == 4 ? 3 : 1));
        if (i == 3) {
            verdicts.put(Grade.INVALID, 1);
        }
        return run(
                i,
                i == RUNS - 1 ? "b" : "a",
                new HistoryPoint(id(i), at(i), versions(i), verdicts, i == 5 ? 1 : 0, samples, missing));
    }

    private static HistoryRun run(int i, String machine, HistoryPoint point) {
        SeriesKey key = new SeriesKey(
                "nightly",
                "kafka",
                new TreeMap<>(Map.of("workload.partitions", "6")),
                new TreeMap<>(Map.of("machines", machine, "workload.rate", "50000/s")));
        return new HistoryRun(
                id(i),
                "nightly",
                at(i),
                List.of("kafka " + versions(i).get(HistoryPoint.SERVER)),
                point.verdicts(),
                point.failed(),
                0,
                Map.of(key, point));
    }

    private static Instant at(int i) {
        return START.plus(i, ChronoUnit.DAYS);
    }

    private static String id(int i) {
        return "202611%02dT030000Z-nightly".formatted(i + 1);
    }

    private static Map<String, String> versions(int i) {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put(HistoryPoint.SERVER, i < BEFORE ? "4.2.0" : "4.3.1");
        versions.put("client", "kafka-clients 4.3.1");
        versions.put("assay", "0.1.0");
        versions.put("kernel", "Linux 6.1");
        versions.put("jvm", "OpenJDK 25");
        return versions;
    }
}
