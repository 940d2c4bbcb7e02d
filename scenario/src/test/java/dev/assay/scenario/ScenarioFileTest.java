package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.unit.Rate;
import dev.assay.scenario.plan.TrialPoint;
import dev.assay.systems.kafka.KafkaSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioFileTest {
    private static final String SMALLEST = "name: small\nsystems: {kafka: }\n";

    private static ScenarioFile read(String text, String... overrides) throws ScenarioException {
        return ScenarioFile.read("small.yaml", text, List.of(overrides), Set.of());
    }

    private static TrialSpec only(ScenarioFile file) {
        assertThat(file.points()).hasSize(1);
        return file.points().getFirst().spec();
    }

    static List<Path> shipped() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "scenarios"))) {
            return files.filter(path -> path.toString().endsWith(".yaml")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void everyShippedScenarioCanBePlanned(Path path) throws IOException, ScenarioException {
        String text = Files.readString(path);
        assertThat(text).startsWith("# yaml-language-server: $schema=../docs/scenario.schema.json\n");
        assertThat(read(text).plan().trials()).isNotEmpty();
    }

    @Test
    void everyFolderOfASystemIsAKindOfThatName() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("../systems"))) {
            assertThat(MessagingSystem.names())
                    .containsExactlyElementsOf(folders.filter(folder -> Files.isRegularFile(folder.resolve("pom.xml")))
                            .map(folder -> folder.getFileName().toString())
                            .sorted()
                            .toList());
        }
    }

    @Test
    void everySystemHasDefaultsForAllKeysAndKnowsItsOwnName() throws ScenarioException {
        for (MessagingSystem kind : MessagingSystem.installed()) {
            TrialSpec spec = only(read("name: x\nsystems: {" + kind.name() + ": {}}\n"));
            assertThat(spec.system().system()).isEqualTo(kind.name());
            assertThat(spec.system()).isInstanceOf(kind.keys());
        }
    }

    @Test
    void absentKeysHaveTheirDefaults() throws ScenarioException {
        ScenarioFile file = read(SMALLEST);
        TrialSpec spec = only(file);
        assertThat(file.repeat()).isEqualTo(1);
        assertThat(file.seed()).isEqualTo(42);
        assertThat(spec.durability()).isEqualTo(DurabilityLevel.LEVEL_2);
        assertThat(spec.workload().rate()).isEqualTo(LoadProfile.constant(new Rate(1000)));
        assertThat(spec.workload().batching().linger()).isEqualTo(Duration.ofMillis(1));
        assertThat(spec.settings().producer()).isEmpty();
    }

    @Test
    void settingsKeepTheTextOfEveryKindOfValue() throws ScenarioException {
        TrialSpec spec = only(read(SMALLEST + """
                settings:
                  kafka:
                    producer: {client.rack: 0x10, compression.type: lz4, enable.idempotence: true, ssl.provider: 1.50, client.id: '', sasl.kerberos.service.name: "x: y"}
                """));
        assertThat(spec.settings().producer())
                .containsExactly(
                        Map.entry("client.rack", "0x10"),
                        Map.entry("compression.type", "lz4"),
                        Map.entry("enable.idempotence", "true"),
                        Map.entry("ssl.provider", "1.50"),
                        Map.entry("client.id", ""),
                        Map.entry("sasl.kerberos.service.name", "x: y"));
    }

    @Test
    void versionsNeedNoQuotes() throws ScenarioException {
        assertThat(only(read("name: x\nsystems: {kafka: {client-version: 4.10}}\n"))
                        .system())
                .isInstanceOfSatisfying(
                        KafkaSpec.class,
                        kafka -> assertThat(kafka.clientVersion()).isEqualTo("4.10"));
    }

    @Test
    void anchorsAndAliasesWork() throws ScenarioException {
        ScenarioFile file = read("""
                name: x
                systems: {kafka: , memory: }
                workload: {partitions: &few [1, 2], producers: *few}
                """);
        assertThat(file.points()).hasSize(8).extracting(TrialPoint::spec).doesNotHaveDuplicates();
    }

    @Test
    void listsMakeTheCrossProductAndTheFirstVariesSlowest() throws ScenarioException {
        ScenarioFile file = read(SMALLEST + """
                durability: [level-1, level-2]
                timing: {measure: [10 s, 1 min]}
                settings: {kafka: {topic: {flush.messages: [1, 2]}}}
                """);
        assertThat(file.points())
                .extracting(point -> List.copyOf(point.dimensions().values()))
                .containsExactly(
                        List.of("level-1", "10 s", "1"),
                        List.of("level-1", "10 s", "2"),
                        List.of("level-1", "1 min", "1"),
                        List.of("level-1", "1 min", "2"),
                        List.of("level-2", "10 s", "1"),
                        List.of("level-2", "10 s", "2"),
                        List.of("level-2", "1 min", "1"),
                        List.of("level-2", "1 min", "2"));
        assertThat(file.points().get(5).spec().settings().topic()).containsEntry("flush.messages", "2");
    }

    @Test
    void aDimensionOfOneSystemMultipliesOnlyItsTrials() throws ScenarioException {
        ScenarioFile file = read("""
                name: x
                systems: {kafka: {heap: [256 MiB, 512 MiB]}, memory: {mean: [1 ms, 2 ms, 3 ms]}}
                settings: {kafka: {client: {retries: [1, 2]}}}
                """);
        assertThat(file.points())
                .extracting(TrialPoint::system)
                .containsExactly("kafka", "kafka", "kafka", "kafka", "memory", "memory", "memory");
    }

    @Test
    void aListOfOneValueIsNoDimension() throws ScenarioException {
        assertThat(read(SMALLEST, "workload.partitions=[6]").points().getFirst().dimensions())
                .isEmpty();
    }

    @Test
    void overridesReplaceAndAddKeysAndTheLastWins() throws ScenarioException {
        ScenarioFile file = read(
                SMALLEST,
                "workload.rate=5k/s",
                "workload.rate=6k/s",
                "workload.message.size=100B",
                "systems.memory=",
                "systems.kafka={nodes: 1, heap: 1 GiB}",
                "name=a, b",
                "seed=-7");
        assertThat(file.name()).isEqualTo("a, b");
        assertThat(file.seed()).isEqualTo(-7);
        assertThat(file.points()).hasSize(2).allSatisfy(point -> {
            assertThat(point.spec().workload().rate()).isEqualTo(LoadProfile.constant(new Rate(6000)));
            assertThat(point.spec().workload().message().size().largestBytes()).isEqualTo(100);
        });
        assertThat(((KafkaSpec) file.points().getFirst().spec().system()).nodes())
                .isEqualTo(1);
    }

    @Test
    void commasMakeListsExceptWhereTheyBelongToTheValue() throws ScenarioException {
        ScenarioFile file = read(
                SMALLEST,
                "workload.partitions=1, 6,16",
                "systems.kafka.deployment=existing",
                "systems.kafka.bootstrap.servers=127.0.0.1:1,127.0.0.1:2",
                "settings.kafka.client.ssl.cipher.suites=A,B",
                "settings.kafka.producer.acks=[1, all]");
        assertThat(file.points())
                .extracting(point -> List.copyOf(point.dimensions().values()))
                .containsExactlyInAnyOrder(
                        List.of("1", "1"),
                        List.of("1", "all"),
                        List.of("6", "1"),
                        List.of("6", "all"),
                        List.of("16", "1"),
                        List.of("16", "all"));
        TrialSpec spec = file.points().getFirst().spec();
        assertThat(spec.settings().client()).containsEntry("ssl.cipher.suites", "A,B");
        assertThat(spec.system()).isInstanceOfSatisfying(KafkaSpec.class, kafka -> {
            assertThat(kafka.deployment()).isEqualTo(Deployment.EXISTING);
            assertThat(kafka.bootstrapServers()).isEqualTo("127.0.0.1:1,127.0.0.1:2");
        });
    }

    @Test
    void anUnquotedOverrideIsTakenAsItIs() throws ScenarioException {
        String jaas = "org.x.Login required username=\"u\" password=\"p #1: x=y\";";
        TrialSpec spec = only(read(
                SMALLEST,
                "settings.kafka.client.sasl.kerberos.service.name=" + jaas,
                "settings.kafka.client.client.dns.lookup=''",
                "settings.kafka.client.client.id=\"[a]\""));
        assertThat(spec.settings().client())
                .containsEntry("sasl.kerberos.service.name", jaas)
                .containsEntry("client.dns.lookup", "")
                .containsEntry("client.id", "[a]");
    }

    @Test
    void onlyTheSystemsAskedForArePlanned() throws ScenarioException {
        String text = "name: x\nsystems: {kafka: , memory: }\n";
        assertThat(ScenarioFile.read("x.yaml", text, List.of(), Set.of("memory"))
                        .points())
                .extracting(TrialPoint::system)
                .containsExactly("memory");
    }
}
