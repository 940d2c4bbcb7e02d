package dev.assay.report;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.RecheckRecord;
import dev.assay.model.result.RecheckRecord.Outcome;
import dev.assay.model.result.RecheckRecord.Source;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.spec.EffectiveConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Makes runs to be shown: with one trial, many, none, and one whose every text is an attack. */
final class SampleRuns {
    /** Would run a script, or break out of one, if it were taken for markup anywhere. */
    static final String ATTACK =
            "</script><img src=x onerror=\"window.attacked=1\"><script>window.attacked=1</script><!--'\"&lt;${x}\u2028";

    private static final String SCENARIO = """
            systems:
              kafka: { version: 4.3.1, nodes: 3 }
            durability: level-2
            workload:
              topics: 1
              partitions: [1, 6, 16]        # a list is a dimension
              message: { size: 1 KB, payload: random, keys: none }
              producers: 1
              subscriptions: 1
              rate: 50000/s
              arrivals: poisson
              batching: { linger: 1 ms, size: 128 KiB }
            timing: { warmup: 10 s, measure: 60 s, drain: 30 s }
            repeat: 3
            seed: 42
            """;

    private static final RunAnalysis SINGLE = makeSingle();
    private static final RunAnalysis STALLED = makeStalled();
    private static final RunAnalysis REPEATED = makeRepeated();
    private static final RunAnalysis MIXED_LEVELS = makeMixedLevels();
    private static final RunAnalysis HOSTILE = makeHostile();
    private static final RunAnalysis EMPTY = makeEmpty();

    private SampleRuns() {}

    static RunAnalysis single() {
        return SINGLE;
    }

    /** Returns a run whose broker froze for two seconds and lost messages. */
    static RunAnalysis stalled() {
        return STALLED;
    }

    /** Returns three partition counts with three repetitions each, in interleaved blocks. */
    static RunAnalysis repeated() {
        return REPEATED;
    }

    /** Returns two trials whose acknowledgements promise different things. */
    static RunAnalysis mixedLevels() {
        return MIXED_LEVELS;
    }

    /** Returns a run whose every text is {@link #ATTACK}. */
    static RunAnalysis hostile() {
        return HOSTILE;
    }

    /** Returns two measured phases, a consumer group that catches up, an event, and a verdict that differs from the recorded one. */
    static RunAnalysis phases() {
        return of("backlog", List.of(SamplePhases.trial()));
    }

    static RunAnalysis empty() {
        return EMPTY;
    }

    private static RunAnalysis makeSingle() {
        return of("quickstart", List.of(new SampleTrial().build()));
    }

    private static RunAnalysis makeStalled() {
        SampleTrial trial = new SampleTrial();
        trial.stallSecond = 36;
        trial.verdict = Verdict.of(List.of(
                new Reason(
                        Grade.DEGRADED,
                        "schedule-lag",
                        "schedule lag p99 was 1,240 ms, 620 times the median service time of 2.0 ms",
                        "look for a second in which the client blocked, or give it more buffer.memory"),
                new Reason(
                        Grade.INVALID,
                        "messages-lost",
                        "12 of 3,500,000 acknowledged messages never arrived at sub-1",
                        "check min.insync.replicas and acks before trusting any latency of this set-up")));
        trial.subscriptions = List.of(
                new SubscriptionDelivery("sub-1", 3_499_984, 12, 3, 0, 1, 0, 2, 4),
                new SubscriptionDelivery("sub-2", 3_500_000, 0, 0, 0, 0, 0, 0, 0));
        trial.rechecks =
                List.of(new RecheckRecord("sub-1", Source.TOPIC, Outcome.COMPLETE, 3_499_988, 17_300_000_000L, ""));
        return of("broker frozen for two seconds", List.of(trial.build()));
    }

    private static RunAnalysis makeRepeated() {
        List<TrialAnalysis> trials = new ArrayList<>();
        for (int repetition = 1; repetition <= 3; repetition++) {
            for (int partitions : new int[] {1, 6, 16}) {
                SampleTrial trial = new SampleTrial();
                trial.number = trials.size() + 1;
                trial.repetition = repetition;
                trial.label = "kafka-partitions=" + partitions;
                trial.dimensions = Map.of("workload.partitions", String.valueOf(partitions));
                trial.medianMillis = 1.6 + partitions * 0.06 + 0.15 * repetition;
                if (trial.number == 5) {
                    trial.verdict = Verdict.of(List.of(new Reason(
                            Grade.DEGRADED,
                            "steal",
                            "the hypervisor took 9.4 % of the machine for 6 s of the measured 60 s",
                            "repeat the trial on a quieter machine")));
                }
                trials.add(trial.build());
            }
        }
        return of("three partition counts, one load", trials);
    }

    /** Returns a trial whose level settings weaken, and one at the resulting level. */
    static RunAnalysis weakenedLevel() {
        SampleTrial weakened = new SampleTrial();
        weakened.durability = DurabilityStatement.giving(
                DurabilityLevel.LEVEL_1,
                DurabilityLevel.LEVEL_4,
                List.of("settings.kafka.producer.acks=1", "settings.kafka.topic.flush.messages=1000"));
        SampleTrial honest = new SampleTrial();
        honest.number = 2;
        honest.durability = DurabilityStatement.holding(DurabilityLevel.LEVEL_4);
        return of("a promise that is not kept", List.of(weakened.build(), honest.build()));
    }

    private static RunAnalysis makeMixedLevels() {
        SampleTrial weak = new SampleTrial();
        weak.label = "kafka-durability=level-2";
        weak.dimensions = Map.of("durability", "level-2");
        SampleTrial strong = new SampleTrial();
        strong.number = 2;
        strong.label = "kafka-durability=level-1";
        strong.dimensions = Map.of("durability", "level-1");
        strong.durability = DurabilityStatement.holding(DurabilityLevel.LEVEL_1);
        strong.medianMillis = 8.4;
        strong.ratePerSecond = 1000;
        strong.measureSeconds = 30;
        return of("what fsync costs", List.of(weak.build(), strong.build()));
    }

    private static RunAnalysis makeHostile() {
        return of(ATTACK, List.of(hostileTrial(1), hostileTrial(2)));
    }

    private static RunAnalysis makeEmpty() {
        return of("nothing finished", List.of());
    }

    /** Returns twenty trials of half an hour with a row for each second. */
    static RunAnalysis long20() {
        return of(
                "half an hour, twenty times",
                IntStream.rangeClosed(1, 20)
                        .mapToObj(number -> {
                            SampleTrial trial = new SampleTrial();
                            trial.number = number;
                            trial.label = "kafka-" + number;
                            trial.measureSeconds = 1800;
                            trial.drawsPerSecond = 20;
                            trial.significantDigits = 2;
                            return trial.build();
                        })
                        .toList());
    }

    /** Returns three trials of a server with forty settings, one of which is an override and another one different in each. */
    static RunAnalysis manySettings() {
        return of(
                "settings",
                IntStream.rangeClosed(1, 3)
                        .mapToObj(number -> {
                            Map<String, String> settings = new LinkedHashMap<>();
                            IntStream.range(0, 40)
                                    .forEach(key -> settings.put("setting.%02d".formatted(key), String.valueOf(key)));
                            settings.put("setting.11", "port " + number);
                            SampleTrial trial = new SampleTrial();
                            trial.number = number;
                            trial.config = new EffectiveConfig(
                                    Map.of("broker", settings), Map.of("broker.setting.20", "the level asks for it"));
                            trial.keys = new LinkedHashMap<>();
                            IntStream.range(0, 20)
                                    .forEach(key -> trial.keys.put("key.%02d".formatted(key), String.valueOf(key)));
                            trial.keys.put("key.07", "of trial " + number);
                            return trial.build();
                        })
                        .toList());
    }

    /** Returns one trial of each of two systems, in reverse alphabetical order. */
    static RunAnalysis twoSystems() {
        SampleTrial pulsar = new SampleTrial();
        pulsar.system = new SystemIdentity("pulsar", "4.0.8", "pulsar-client 4.2.4", "local", 7);
        SampleTrial kafka = new SampleTrial();
        kafka.number = 2;
        return of("two systems", List.of(pulsar.build(), kafka.build()));
    }

    private static TrialAnalysis hostileTrial(int number) {
        SampleTrial trial = new SampleTrial();
        trial.number = number;
        trial.label = ATTACK;
        trial.dimensions = Map.of(ATTACK, ATTACK);
        trial.system = new SystemIdentity(ATTACK, ATTACK, ATTACK, ATTACK, 3);
        trial.verdict = Verdict.of(List.of(new Reason(Grade.DEGRADED, ATTACK, ATTACK, ATTACK)));
        trial.subscriptions = List.of(new SubscriptionDelivery(ATTACK, 1, 0, 0, 0, 0, 0, 0, 0));
        trial.rechecks = List.of(new RecheckRecord(ATTACK, Source.REST, Outcome.FAILED, 0, 0, ATTACK));
        trial.config = new EffectiveConfig(Map.of(ATTACK, Map.of(ATTACK, ATTACK)), Map.of(ATTACK, ATTACK));
        return trial.build();
    }

    /** Returns two searches for capacity, one of them with latency against load. */
    static RunAnalysis capacity() {
        return SampleCapacity.run();
    }

    static RunAnalysis of(String name, List<TrialAnalysis> trials) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("processors", "4 × AMD EPYC 7B13");
        environment.put("memory", "23.5 GiB");
        environment.put("kernel", "Linux 6.1.0-26-amd64");
        environment.put("JVM", "Temurin 25+36");
        environment.put("virtualisation", "KVM");
        boolean attack = name.equals(ATTACK);
        if (attack) {
            environment.put(ATTACK, ATTACK);
        }
        return new RunAnalysis(
                new RunRecord(
                        "20261121T090105Z-" + name.replace(' ', '-').replace(",", ""),
                        name,
                        "name: " + name + "\n" + SCENARIO,
                        attack ? List.of(ATTACK) : List.of("workload.partitions=1,6,16"),
                        List.of(
                                "./assay",
                                "run",
                                "scenarios/quickstart.yaml",
                                "--set",
                                "workload.partitions=1,6,16",
                                "--set",
                                attack ? ATTACK : "timing.measure=60 s"),
                        "2026-11-21T09:01:05Z",
                        "0.1.0 (5f2c9d1)",
                        environment,
                        Map.of(
                                "org.apache.kafka:kafka_2.13:4.3.1",
                                "9c1185a5c5e9fc54612808977ee8f548b2258d31b5a3b1a5f0b5f9f2f9d7a3e1"),
                        List.of(),
                        trials.stream()
                                .map(trial -> trial.trial().identity().label())
                                .toList(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(),
                        CalibrationStatus.NOT_RECORDED),
                trials,
                List.of(),
                Optional.empty());
    }

    /** Returns the run with another fact of its machine. */
    static RunAnalysis on(RunAnalysis analysis, String fact, String value) {
        RunRecord run = analysis.run();
        Map<String, String> environment = new LinkedHashMap<>(run.environment());
        environment.put(fact, value);
        return of(analysis, run.scenarioText(), environment, run.calibration());
    }

    /** Returns the run with a calibration of its machine. */
    static RunAnalysis calibrated(RunAnalysis analysis, CalibrationStatus known) {
        return of(analysis, analysis.run().scenarioText(), analysis.run().environment(), known);
    }

    /** Returns the run with another text of its scenario. */
    static RunAnalysis withScenario(RunAnalysis analysis, String text) {
        return of(analysis, text, analysis.run().environment(), analysis.run().calibration());
    }

    private static RunAnalysis of(
            RunAnalysis analysis, String scenarioText, Map<String, String> environment, CalibrationStatus known) {
        RunRecord run = analysis.run();
        RunRecord calibrated = new RunRecord(
                run.id(),
                run.scenario(),
                scenarioText,
                run.overrides(),
                run.commandLine(),
                run.startedAt(),
                run.assayVersion(),
                environment,
                run.artifacts(),
                run.unpinned(),
                run.planned(),
                run.conditions(),
                run.resumes(),
                run.findings(),
                run.capacities(),
                known);
        return new RunAnalysis(calibrated, analysis.trials(), analysis.verifications(), analysis.verifiedBy());
    }
}
