package dev.assay.report;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.capacity.CapacityEstimate;
import dev.assay.analysis.experiment.CapacityText;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.CapacityTrial.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes a run of three stored searches of one point, and an unconfirmed search of another. */
final class SampleCapacity {
    private static final int LOWER = 48_000;
    private static final int UPPER = 50_000;

    private SampleCapacity() {}

    static RunAnalysis run() {
        List<TrialAnalysis> trials = new ArrayList<>();
        List<CapacityTrial> found = new ArrayList<>();
        add(trials, found, Purpose.PROBE, 16_000, Outcome.GOOD, "");
        add(trials, found, Purpose.PROBE, 64_000, Outcome.BAD, "rate-missed: acknowledged 51 200 msg/s");
        add(trials, found, Purpose.DECIDE, LOWER, Outcome.GOOD, "");
        add(trials, found, Purpose.DECIDE, UPPER, Outcome.BAD, "outstanding-growing: by 1 900 msg/s");
        for (int confirming = 0; confirming < 5; confirming++) {
            found.add(confirming(LOWER));
        }
        for (int share : List.of(10, 50, 95)) {
            add(trials, found, Purpose.CURVE, LOWER / 100 * share, Outcome.GOOD, "");
        }
        found.add(new CapacityTrial(
                "008-kafka-rate=50000_s",
                Purpose.DECIDE,
                UPPER,
                60,
                Outcome.NO_EVIDENCE,
                "worker w1 was lost",
                false,
                CapacityRecord.NO_LIMIT));
        List<CapacityRecord> records = List.of(
                record("kafka", 1, LOWER, UPPER, found),
                record("kafka", 2, LOWER * 0.9, UPPER * 0.9, again(LOWER * 0.9, UPPER * 0.9)),
                record("kafka", 3, LOWER * 0.96, UPPER * 0.96, again(LOWER * 0.96, UPPER * 0.96)),
                record("kafka-partitions=6", 1, LOWER, UPPER, List.of()));
        RunAnalysis plain = SampleRuns.of("peak", trials);
        List<String> findings = Stream.concat(
                        records.stream().map(CapacityText::sentence),
                        CapacityEstimate.of(records).stream().flatMap(point -> CapacityText.together(point).stream()))
                .toList();
        return new RunAnalysis(
                plain.run().withFindings(findings).searched(records), trials, List.of(), Optional.empty());
    }

    private static CapacityTrial confirming(double rate) {
        return again(Purpose.CONFIRM, rate, Outcome.GOOD);
    }

    /** Returns a trial of another search, whose trials are not in the run. */
    private static CapacityTrial again(Purpose purpose, double rate, Outcome outcome) {
        return new CapacityTrial("100-kafka", purpose, rate, 60, outcome, "", false, CapacityRecord.NO_LIMIT);
    }

    private static List<CapacityTrial> again(double lower, double upper) {
        List<CapacityTrial> trials = new ArrayList<>(List.of(
                again(Purpose.DECIDE, lower, Outcome.GOOD),
                again(Purpose.DECIDE, upper, Outcome.BAD),
                again(Purpose.DECIDE, upper, Outcome.BAD)));
        for (int confirming = 0; confirming < 5; confirming++) {
            trials.add(confirming(lower));
        }
        return trials;
    }

    private static CapacityRecord record(
            String label, int repetition, double lower, double upper, List<CapacityTrial> trials) {
        return new CapacityRecord(
                label,
                repetition,
                Map.of(),
                1_000,
                2e6,
                0.05,
                List.of("stable", "response.p99 up to 1 s"),
                State.FOUND,
                "",
                Optional.of(lower),
                Optional.of(upper),
                label.equals("kafka") ? 0 : 55_000,
                trials);
    }

    private static void add(
            List<TrialAnalysis> trials,
            List<CapacityTrial> found,
            Purpose purpose,
            int rate,
            Outcome outcome,
            String why) {
        SampleTrial trial = new SampleTrial();
        trial.number = trials.size() + 1;
        trial.label = "kafka-rate=" + rate + "_s";
        trial.dimensions = Map.of("workload.rate", rate + "/s");
        trial.ratePerSecond = rate;
        trial.medianMillis = 1.5 + 20.0 * rate / (70_000 - rate);
        trial.measureSeconds = 15;
        trials.add(trial.build());
        found.add(new CapacityTrial(
                trials.getLast().trial().folder(),
                purpose,
                rate,
                purpose == Purpose.DECIDE ? 60 : 10,
                outcome,
                why,
                outcome == Outcome.BAD && purpose == Purpose.PROBE,
                outcome == Outcome.BAD ? "disk of node 1" : CapacityRecord.NO_LIMIT));
    }
}
