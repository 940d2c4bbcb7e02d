package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.TrialPoint;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VariantsTest {
    private static final String TWO = "name: x\nsystems: {kafka: , memory: }\n";

    private static final String TUNING = TWO + """
            variants:
              tuning:
                plain: {}
                tuned: {settings: {kafka: {producer: {linger.ms: 5}, consumer: {fetch.min.bytes: 7}}}}
            """;

    private static ScenarioFile read(String text, String... overrides) throws ScenarioException {
        return ScenarioFile.read("x.yaml", text, List.of(overrides), Set.of());
    }

    private static List<String> labels(ScenarioFile file) {
        return file.plan().trials().stream().map(PlannedTrial::label).toList();
    }

    private static String problems(String text, String... overrides) {
        ScenarioException exception = catchThrowableOfType(ScenarioException.class, () -> read(text, overrides));
        assertThat(exception).as("the scenario should have problems").isNotNull();
        return exception.problems().render();
    }

    @Test
    void theyMayGiveAKeyThatHasKeysOfItsOwn() throws ScenarioException {
        ScenarioFile file = read(TWO + """
                variants:
                  groups:
                    one: {workload: {groups: {tail: {consumers: 3}}}}
                    two: {workload: {groups: {tail: , audit: {subscriptions: 2}}}}
                """);
        assertThat(labels(file))
                .containsExactly("kafka-groups=one", "memory-groups=one", "kafka-groups=two", "memory-groups=two");
        assertThat(file.points())
                .extracting(point -> point.spec().workload().totalConsumers())
                .containsExactly(3, 3, 3, 3);
        assertThat(file.points().get(1).spec().workload().groups().keySet()).containsExactly("tail", "audit");
        assertThat(file.points().getFirst().dimensions().toString()).isEqualTo("{groups=one}");
    }

    @Test
    void variantsOfOneSystemMultiplyItsTrialsOnly() throws ScenarioException {
        ScenarioFile file = read(TUNING);
        assertThat(labels(file)).containsExactly("kafka-tuning=plain", "memory", "kafka-tuning=tuned");
        assertThat(file.points().getFirst().spec().settings().producer()).isEmpty();
        assertThat(file.points().get(1).spec().settings()).satisfies(settings -> {
            assertThat(settings.producer()).containsEntry("linger.ms", "5");
            assertThat(settings.consumer()).containsEntry("fetch.min.bytes", "7");
        });
        assertThat(file.plan().trials().getLast().dimensions()).containsEntry("tuning", "tuned");
    }

    @Test
    void variantsStandInPlaceOfWhatTheFileSaysAndBesideTheRest() throws ScenarioException {
        ScenarioFile file = read("""
                name: x
                systems: {memory: {law: constant, mean: 1 ms}}
                phases: {start: {for: 5 s}, end: {for: 5 s}}
                variants:
                  shape:
                    flat: {}
                    steep: {phases: {end: {rate: 9000/s}}, systems: {memory: {mean: 2 ms}}}
                """);
        assertThat(file.points())
                .extracting(point -> TrialText.keys(point.spec()))
                .satisfiesExactly(
                        flat -> assertThat(flat)
                                .containsEntry("phases.end.rate", "workload")
                                .containsEntry("systems.memory.mean", "1 ms"),
                        steep -> assertThat(steep)
                                .containsEntry("phases.end.rate", "9000/s")
                                .containsEntry("phases.end.for", "5 s")
                                .containsEntry("phases.start.rate", "workload")
                                .containsEntry("systems.memory.law", "constant")
                                .containsEntry("systems.memory.mean", "2 ms"));
    }

    @Test
    void namedDimensionsCrossWithListsAndVaryFastest() throws ScenarioException {
        assertThat(read(TUNING, "workload.partitions=1,2").points())
                .filteredOn(point -> point.system().equals("kafka"))
                .extracting(point -> List.copyOf(point.dimensions().values()))
                .containsExactly(
                        List.of("1", "plain"), List.of("1", "tuned"), List.of("2", "plain"), List.of("2", "tuned"));
    }

    @Test
    void onlyDimensionsOfTheSystemAreThoseOfAVerification() throws ScenarioException {
        assertThat(read(TUNING, "workload.rate=1/s,2/s").points())
                .filteredOn(point -> point.system().equals("kafka"))
                .allSatisfy(point -> assertThat(point.ofSystem()).hasToString("[tuning]"));
    }

    @Test
    void optionsPickValuesByName() throws ScenarioException {
        ScenarioFile file = read(TUNING, "variants.tuning=tuned", "systems.kafka.nodes=3");
        assertThat(labels(file)).containsExactly("kafka", "memory");
        assertThat(file.points().getFirst().spec().settings().producer()).containsEntry("linger.ms", "5");
        assertThat(labels(read(TUNING, "variants.tuning=tuned,plain")))
                .containsExactly("kafka-tuning=tuned", "memory", "kafka-tuning=plain");
        assertThat(labels(read(TUNING, "variants.tuning={a: {durability: level-4}, b: {}}")))
                .containsExactly("kafka-tuning=a", "memory-tuning=a", "kafka-tuning=b", "memory-tuning=b");
    }

    @Test
    void whatAnOptionPicksMustBeThere() {
        assertThat(problems(
                        TUNING,
                        "variants.tuning=tund",
                        "variants.tunning=tuned",
                        "settings.kafka.producer.linger.ms=1"))
                .isEqualTo("""
                        --set:1:17: variants.tuning has no variant called 'tund'
                          1 | variants.tuning=tund
                            |                 ^^^^
                            = did you mean 'tuned'? its variants: plain, tuned

                        --set:1:10: the scenario has no variants called 'tunning'
                          1 | variants.tunning=tuned
                            |          ^^^^^^^
                            = did you mean 'tuning'? it has variants of tuning

                        --set:1:35: settings.kafka.producer.linger.ms is changed by the variants of tuning in line 4
                          1 | settings.kafka.producer.linger.ms=1
                            |                                   ^
                            = pick one of them with --set variants.tuning=NAME, where NAME is one of plain, tuned

                        3 problems.
                        """);
    }

    @Test
    void everyTrialIsWrittenInFull() throws ScenarioException {
        for (TrialPoint point : read(TUNING).points()) {
            String text = TrialText.scenario("again", point.spec(), 42);
            assertThat(read(text).points())
                    .singleElement()
                    .satisfies(again -> assertThat(again.spec()).isEqualTo(point.spec()));
        }
    }
}
