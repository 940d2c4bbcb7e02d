package dev.assay.report;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.CapacityTrial.Purpose;
import dev.assay.scenario.experiment.CapacityText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A run of two searches, as they are stored. */
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
        List<CapacityRecord> records =
                List.of(record(1, LOWER, UPPER, found), record(2, LOWER * 0.9, UPPER * 0.9, List.of()));
        RunAnalysis plain = SampleRuns.of("peak", trials);
        List<String> findings = Stream.concat(
                        records.stream().map(CapacityText::sentence), CapacityText.repetitions(records).stream())
                .toList();
        return new RunAnalysis(plain.run().found(findings).searched(records), trials, List.of(), Optional.empty());
    }

    private static CapacityRecord record(int repetition, double lower, double upper, List<CapacityTrial> trials) {
        return new CapacityRecord(
                "kafka",
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
                repetition == 1 ? 55_000 : 0,
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
