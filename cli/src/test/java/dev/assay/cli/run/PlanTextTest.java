package dev.assay.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.FailCondition;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanTextTest {
    private static final String SCENARIO = """
            name: gate
            systems: { memory: }
            durability: level-4
            workload: { rate: [100/s, 200/s] }
            %s
            """;

    @Test
    void aPlanNamesItsTrialsTheirLengthAndWhatTheyNeed() throws Exception {
        String text = PlanText.of(
                ScenarioFile.read("two.yaml", """
                        name: two
                        systems:
                          kafka: { nodes: 3 }
                        workload:
                          partitions: [1, 6]
                          message: { size: 1 KB }
                          rate: 2000/s
                        timing: { warmup: 5 s, measure: 1 min }
                        """, List.of(), Set.of()).plan());

        assertThat(text.replace(System.lineSeparator(), "\n")).isEqualTo("""
                two: 2 trials

                  1  kafka-partitions=1           kafka 4.3.1  level-2 (replicated)  1 x 1 partitions  2000/s x 1 KB = 2.0 MB/s  5 s + 1 min  [workload.partitions=1]
                  2  kafka-partitions=6           kafka 4.3.1  level-2 (replicated)  1 x 6 partitions  2000/s x 1 KB = 2.0 MB/s  5 s + 1 min  [workload.partitions=6]

                total load: 130 s (warm-up and measurement, without startup, drain and shutdown)
                settings of kafka: producer.acks=all, producer.batch.size=131072, producer.linger.ms=1, topic.min.insync.replicas=2
                needs: Kafka 4.3.1 from Maven Central (about 50 MB, once), 3 local nodes, about 1368 MiB of memory, free ports on 127.0.0.1
                """);
    }

    @Test
    void conditionsAreNamedAndWhatTheyTake() throws Exception {
        assertThat(conditions("repeat: 7", "timing: { measure: 20 s }"))
                .isEqualTo("fail if response.p99 > 1.20x, or achieved < 0.90x, against the first value of what varies%n"
                        .formatted());
        assertThat(conditions("repeat: 2", "timing: { measure: 20 s }"))
                .endsWith(" (not decided by fewer than 3 blocks: --set repeat=3 or more)%n".formatted());
        assertThat(PlanText.of(
                        List.of(), file("repeat: 2", "timing: { measure: 5 s }").plan()))
                .isEmpty();
    }

    @Test
    void conditionsThatAShortMeasurementCannotDecideAreWarnedOf() throws Exception {
        assertThat(conditions("repeat: 7", "timing: { measure: 19 s }"))
                .endsWith(
                        ("warning: each trial measures for 19 s only; in less than 20 s a drift can't be told from noise, so no"
                                        + " condition on latencies can pass: measure for longer, such as with --set timing.measure=30s%n")
                                .formatted());
        assertThat(conditions("repeat: 7", "phases: { peak: { for: 5 s } }"))
                .contains("warning: phase peak measures for 5 s only; ", " --set phases.peak.for=30s");
        FailCondition rate = FailCondition.parse("achieved < 0.9x");
        FailCondition elsewhere = FailCondition.parse("response.p99 in steady > 1.2x");
        String phases = SCENARIO.formatted("phases: { peak: { for: 5 s }, steady: { for: 30 s } }\nrepeat: 7");
        Plan plan = ScenarioFile.read("gate.yaml", phases, List.of(), Set.of()).plan();
        assertThat(PlanText.of(List.of(rate, elsewhere), plan)).doesNotContain("warning");
    }

    @Test
    void resultsThatAShortMeasurementCannotDecideAreWarnedOf() throws Exception {
        String text = """
                name: decided
                systems: { memory: { mean: [1 ms, 2 ms] } }
                durability: level-4
                repeat: { at-least: 4, at-most: 15, until: decided }
                result: [response.p99]
                timing: { measure: %s }
                """;
        Plan tooShort = ScenarioFile.read("decided.yaml", text.formatted("5 s"), List.of(), Set.of())
                .plan();
        Plan enough = ScenarioFile.read("decided.yaml", text.formatted("20 s"), List.of(), Set.of())
                .plan();

        assertThat(PlanText.of(List.of(), tooShort)).contains("measures for 5 s only", "so no result can be decided: ");
        assertThat(PlanText.of(List.of(), enough)).isEmpty();
    }

    private static String conditions(String... lines) throws Exception {
        ScenarioFile file = file(lines);
        return PlanText.of(file.failIf(), file.plan());
    }

    private static ScenarioFile file(String... lines) throws Exception {
        String text =
                SCENARIO.formatted("fail-if: [response.p99 > 1.2x, achieved < 0.9x]\n" + String.join("\n", lines));
        return ScenarioFile.read("gate.yaml", text, List.of(), Set.of());
    }

    /** The load ends when warm-ups are steady, conditions hold and the repetitions suffice, so that its length is a range. */
    @Test
    void anOpenEndMakesTheTimeARange() throws Exception {
        assertThat(load("timing: { warmup: { at-least: 20 s, at-most: 3 min }, measure: 30 s }", "repeat: 7"))
                .startsWith("total load: 11 min 40 s to 49 min 0 s (");
        assertThat(load("phases: { fill: { until: { sent: 1 MB }, at-most: 40 s }, peak: { for: 50 s } }"))
                .startsWith("total load: 1 min 40 s to 3 min 0 s (");
        assertThat(load("timing: { warmup: 10 s, measure: 20 s }")).startsWith("total load: 1 min (");
    }

    private static String load(String... lines) throws Exception {
        String text = SCENARIO.formatted(String.join("\n", lines));
        return PlanText.of(ScenarioFile.read("open.yaml", text, List.of(), Set.of())
                        .plan())
                .lines()
                .filter(line -> line.startsWith("total load"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPlanOfSearchesSaysWhatIsSearchedHowAndForHowLong() throws Exception {
        String text = PlanText.of(
                ScenarioFile.read("search.yaml", """
                        name: peak
                        systems: { memory: }
                        durability: level-4
                        workload:
                          partitions: [1, 6]
                          rate: { search: { to: 200k/s, objectives: { response.p99: 1 s } } }
                        """, List.of(), Set.of()).plan());

        assertThat(text.replace(System.lineSeparator(), "\n")).isEqualTo("""
                peak: 6 searches for the highest sustained rate in 3 blocks

                  1  memory-partitions=1          × 3 blocks  memory built-in  level-4 (in memory)  1 x 1 partitions  search 1000/s to 200000/s, bounds within 5 %  trials of 5 s + 10 s, then 5 s + 1 min  [workload.partitions=1]
                     objectives: stable (at least 99.9 % of what is offered acknowledged, no loss, no growing backlog); response.p99 up to 1 s; then, once, latency at fractions of the rate found
                  2  memory-partitions=6          × 3 blocks  memory built-in  level-4 (in memory)  1 x 6 partitions  search 1000/s to 200000/s, bounds within 5 %  trials of 5 s + 10 s, then 5 s + 1 min  [workload.partitions=6]
                     objectives: stable (at least 99.9 % of what is offered acknowledged, no loss, no growing backlog); response.p99 up to 1 s; then, once, latency at fractions of the rate found

                12 to 122 trials in total if results are consistent, more if they contradict each other; a load of at most 88 min, less if trials end early (without startup, drain and shutdown)
                the trials of a search share a cluster; each trial records how old it was
                needs: nothing besides the worker, or several in one JVM (in-memory system)
                """);
    }

    /** The plan has one line for each point with its own settings; settings of all points of a system are listed once. */
    @Test
    void theSettingsThatWillRunAreTold() throws Exception {
        String text = PlanText.of(
                ScenarioFile.read("settings.yaml", """
                        name: settings
                        systems: { kafka: }
                        durability: level-4
                        workload: { rate: 1/s, consumers: 4, partitions: 2 }
                        repeat: 5
                        settings: { kafka: { producer: { linger.ms: 0 }, broker: { num.io.threads: 8 } } }
                        variants:
                          way:
                            plain: {}
                            other: { settings: { kafka: { producer: { compression.type: lz4 } } } }
                        """, List.of(), Set.of()).plan());

        assertThat(text.lines())
                .filteredOn(line -> line.contains("partitions  "))
                .hasSize(2)
                .allMatch(line -> line.contains("  × 5 blocks  kafka 4.3.1"))
                .anyMatch(line -> line.endsWith("[way=plain]"))
                .anyMatch(line -> line.endsWith("[way=other]  producer.compression.type=lz4"));
        assertThat(text.lines())
                .contains(
                        "clusters: 5 instead of 10, as the trials of a block that need the same servers share them, which saves about 5 min ('--set clusters=per-trial': each has its own)",
                        "settings of kafka: broker.num.io.threads=8, producer.acks=1, producer.batch.size=131072, producer.linger.ms=0",
                        "note: consumers of tail: 2 of 4 have no partition and receive nothing: a topic has 2, and each partition has one consumer of a subscription");
    }

    @Test
    void unusualMessagesAreTold() throws Exception {
        String text = PlanText.of(
                ScenarioFile.read("mixed.yaml", """
                        name: mixed
                        systems: { kafka: }
                        workload:
                          message:
                            size: { 100 B: 1, 300 B: 1 }
                            payload: { random: 0.5, pool: 1000 }
                            keys: { kind: random, count: 5000, skew: 0.99 }
                          rate: 1000/s
                        timing: { warmup: 5 s, measure: 1 min }
                        """, List.of(), Set.of()).plan());

        assertThat(text)
                .contains("1000/s x (100 B x 1, 300 B x 1, mean 200.0 B) = 0.2 MB/s")
                .contains("payload: random 0.5, pool 1000  keys: random of 5000, skew 0.99");
    }

    @Test
    void phasesStandWithTheirRatesAndWithGroupsAndEvents() throws Exception {
        String text = PlanText.of(
                ScenarioFile.read("phases.yaml", """
                        name: phases
                        systems: { memory: }
                        durability: level-4
                        workload:
                          message: { size: 1 KB }
                          rate: ramp 1000/s to 3000/s over 10 s
                          groups: { tail: , late: { start-at: catch-up } }
                        phases:
                          start: { for: 5 s, warmup: true }
                          fill: { for: 10 s }
                          catch-up: { until: { caught-up: late }, at-most: 20 s, rate: [500/s, workload] }
                        events:
                          rest: { at: 6 s, pause: tail }
                          again: { phase: fill, at: 5 s, resume: tail }
                        """, List.of(), Set.of()).plan());

        assertThat(text.lines())
                .contains(
                        "  1  memory-rate=500_s            memory built-in  level-4 (in memory)  1 x 1 partitions"
                                + "  1 KB, 1.0 MB/s on average  start 5 s at 1000/s"
                                + " + fill 10 s at ramp 1000/s to 3000/s over 10 s + catch-up at most 20 s at 500/s"
                                + "  groups: tail, late from catch-up on  events: pause tail at 6 s, resume tail at 5 s of fill"
                                + "  [phases.catch-up.rate=500/s]",
                        "  2  memory-rate=workload         memory built-in  level-4 (in memory)  1 x 1 partitions"
                                + "  ramp 1000/s to 3000/s over 10 s x 1 KB = 2.4 MB/s on average"
                                + "  start 5 s + fill 10 s + catch-up at most 20 s"
                                + "  groups: tail, late from catch-up on  events: pause tail at 6 s, resume tail at 5 s of fill"
                                + "  [phases.catch-up.rate=workload]");
    }

    @Test
    void anExistingClusterIsNeededWhereItIs() throws Exception {
        String text = PlanText.of(
                ScenarioFile.read("there.yaml", """
                        name: there
                        systems:
                          kafka: { deployment: existing, bootstrap.servers: "a:1,b:2" }
                          memory: {}
                        settings: { kafka: { broker: { num.network.threads: 8 } } }
                        workload: { rate: 1/s }
                        """, List.of(), Set.of()).plan());

        assertThat(text)
                .contains(
                        "needs: an existing Kafka at a:1,b:2, its servers set as settings.kafka.broker says: Assay only compares what they report",
                        "needs: nothing besides the worker, or several in one JVM (in-memory system)");
    }

    @Test
    void timeLeftIsMinutesAndSeconds() {
        assertThat(PlanText.clock(Duration.ofSeconds(185))).isEqualTo("3:05");
        assertThat(PlanText.clock(Duration.ofMillis(59_999))).isEqualTo("0:59");
        assertThat(PlanText.clock(Duration.ofHours(2))).isEqualTo("120:00");
    }
}
