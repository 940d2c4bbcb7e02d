package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.NamedCluster;
import dev.assay.model.spec.TrialSpec;
import dev.assay.systems.kafka.KafkaSpec;
import dev.assay.systems.pulsar.PulsarSpec;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests scenarios on running clusters: settings of the cluster are adopted, and conflicting keys are problems. */
class ClusterKeysTest {
    private static final String THREE = """
            name: three
            systems: { kafka: {}, pulsar: {}, rabbitmq: { queue: stream } }
            workload: { partitions: [1, 6] }
            """;

    private static NamedCluster cluster(String system, String version, Map<String, String> connection, String... set)
            throws ScenarioException {
        return cluster(system, version, connection, Optional.empty(), set);
    }

    private static NamedCluster cluster(
            String system, String version, Map<String, String> connection, Optional<String> durability, String... set)
            throws ScenarioException {
        return new NamedCluster(
                system,
                SystemOptions.read("assay cluster up", system, List.of(set), durability, SecretValues.UNREAD),
                version,
                connection);
    }

    private static NamedCluster kafka(String... set) throws ScenarioException {
        return cluster(
                "kafka", "4.3.1", Map.of("bootstrap.servers", "127.0.0.1:1,127.0.0.1:2", "replication", "2"), set);
    }

    private static ScenarioFile on(String text, NamedCluster... clusters) throws ScenarioException {
        return ScenarioFile.read("x.yaml", text, List.of(), Set.of(), List.of(clusters));
    }

    private static String problems(String text, List<String> overrides, Set<String> only, NamedCluster... clusters) {
        ScenarioException exception = catchThrowableOfType(
                ScenarioException.class, () -> ScenarioFile.read("x.yaml", text, overrides, only, List.of(clusters)));
        assertThat(exception).as("the scenario should have problems").isNotNull();
        return exception.problems().render();
    }

    @Test
    void onlyTheSystemsOfTheClustersAreMeasuredWithWhatTheClustersHave() throws ScenarioException {
        List<TrialSpec> trials =
                on(THREE, kafka("nodes=2", "heap=300 MiB", "settings.broker.num.io.threads=4")).points().stream()
                        .map(point -> point.spec())
                        .toList();

        assertThat(trials).hasSize(2).allSatisfy(trial -> {
            assertThat(trial.system()).isInstanceOfSatisfying(KafkaSpec.class, kafka -> {
                assertThat(kafka.deployment()).isEqualTo(Deployment.EXISTING);
                assertThat(kafka.bootstrapServers()).isEqualTo("127.0.0.1:1,127.0.0.1:2");
                assertThat(kafka.nodes()).isEqualTo(2);
                assertThat(kafka.copies()).isEqualTo(2);
            });
            assertThat(trial.settings().broker()).isEqualTo(Map.of("num.io.threads", "4"));
            assertThat(trial.on())
                    .hasValueSatisfying(on -> assertThat(on.name()).isEqualTo("kafka"));
            assertThat(trial.deployed().deployment()).isEqualTo(Deployment.LOCAL);
            assertThat(trial.deployed().serverVersion()).isEqualTo("4.3.1");
        });
    }

    @Test
    void disksAreThoseThatTheClusterWasStartedWith() throws ScenarioException {
        NamedCluster two = kafka("disks.count=2");

        assertThat(on(THREE, two).points())
                .isNotEmpty()
                .allSatisfy(point -> assertThat(point.spec().system().disks().describe())
                        .hasValue("2 disks a node, emulated by loop devices on one disk"));
        assertThat(problems("name: x\nsystems: { kafka: { disks: { count: 3 } } }\n", List.of(), Set.of(), two))
                .contains("systems.kafka.disks.count is 3, but the running cluster 'kafka' has 2")
                .contains("--set disks.count=3");
    }

    @Test
    void theLevelComesFromTheClusterAndIsKnownEvenWhereThatOfOthersIsNot() throws ScenarioException {
        NamedCluster pulsar = cluster(
                "pulsar",
                "4.0.8",
                Map.of("service.url", "pulsar://127.0.0.1:1", "admin.url", "http://127.0.0.1:2"),
                Optional.of("level-1"));

        TrialSpec trial = on(THREE.replace("rabbitmq: { queue: stream }", ""), pulsar)
                .points()
                .getFirst()
                .spec();

        assertThat(trial.system())
                .isInstanceOfSatisfying(
                        PulsarSpec.class, spec -> assertThat(spec.serviceUrl()).isEqualTo("pulsar://127.0.0.1:1"));
        assertThat(trial.durability()).isEqualTo(DurabilityLevel.LEVEL_1);
        assertThat(trial.durabilityStatement().given()).contains(DurabilityLevel.LEVEL_1);
        assertThat(trial.system()
                        .durability(trial.durability(), trial.settings())
                        .given())
                .isEmpty();
    }

    @Test
    void theVersionThatWasFoundStandsForWhateverIsInstalled() throws ScenarioException {
        NamedCluster rabbit = cluster(
                "rabbitmq",
                "3.10.8",
                Map.of(
                        "uri",
                        "amqp://127.0.0.1:1",
                        "admin.url",
                        "http://127.0.0.1:2",
                        "stream.uri",
                        "rabbitmq-stream://h"),
                Optional.of("level-2"));

        for (String version : List.of("", "version: installed,", "version: 3.10.8,")) {
            String text = THREE.replace("{ queue", "{ " + version + " queue");
            assertThat(on(text, rabbit).points().getFirst().spec().system())
                    .isInstanceOfSatisfying(RabbitMqSpec.class, spec -> {
                        assertThat(spec.version()).isEqualTo("3.10.8");
                        assertThat(spec.uri()).isEqualTo("amqp://127.0.0.1:1");
                    });
        }
    }

    @Test
    void theSameInOtherWordsIsNoDifference() throws ScenarioException {
        String text = """
                name: same
                systems: { kafka: { version: [4.3.1], nodes: 2, heap: 262144 KiB, deployment: local } }
                durability: level-2
                settings: { kafka: { broker: { num.io.threads: 4 }, producer: { linger.ms: 3 } } }
                """;

        TrialSpec trial = on(text, kafka("nodes=2", "settings.broker.num.io.threads=4"))
                .points()
                .getFirst()
                .spec();

        assertThat(trial.settings().producer()).isEqualTo(Map.of("linger.ms", "3"));
    }

    @Test
    void whatTheClusterDoesNotHaveIsToldInItsPlaceWithTheWayOut() throws ScenarioException {
        assertThat(problems(
                        SystemOptionsTest.resource("running-cluster.yaml"),
                        List.of("systems.kafka.heap=1 GiB"),
                        Set.of(),
                        kafka("nodes=2", "settings.broker.num.io.threads=4")))
                .isEqualTo(SystemOptionsTest.resource("running-cluster.txt"));
    }

    @Test
    void aClusterThatTheScenarioDoesNotMeasureIsRefused() throws ScenarioException {
        assertThat(problems("name: x\nsystems: {memory: {}}\n", List.of(), Set.of(), kafka()))
                .contains("--on:1:1: the scenario has no system called 'kafka'");
        assertThat(problems(THREE, List.of(), Set.of("pulsar"), kafka()))
                .contains("--on:1:1: --on names the cluster 'kafka', but --systems leaves kafka out");
    }

    @Test
    void systemsThatAreAskedForBesideRunOnClustersOfTheirOwn() throws ScenarioException {
        ScenarioFile file = ScenarioFile.read("x.yaml", THREE, List.of(), Set.of("kafka", "pulsar"), List.of(kafka()));

        assertThat(file.points())
                .extracting(
                        point -> point.system() + " " + point.spec().system().deployment())
                .containsExactly("kafka EXISTING", "kafka EXISTING", "pulsar LOCAL", "pulsar LOCAL");
    }
}
