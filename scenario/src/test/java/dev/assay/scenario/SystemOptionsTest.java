package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.TrialSpec;
import dev.assay.systems.kafka.KafkaSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests that options of a command are read without a file, and that no problem shows a line that nobody typed. */
class SystemOptionsTest {
    private static TrialSpec read(String system, String... set) throws ScenarioException {
        return SystemOptions.read("assay cluster up", system, List.of(set), Optional.empty(), SecretValues.UNREAD);
    }

    private static String problems(String system, Optional<String> durability, String... set) {
        ScenarioException exception = catchThrowableOfType(
                ScenarioException.class,
                () -> SystemOptions.read("assay cluster up", system, List.of(set), durability, SecretValues.UNREAD));
        assertThat(exception).as("the options should have problems").isNotNull();
        return exception.problems().render();
    }

    static String resource(String name) {
        try (InputStream in = SystemOptionsTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void keysAndServerSettingsAreTakenAsTyped() throws ScenarioException {
        TrialSpec spec = SystemOptions.read(
                "assay cluster up",
                "kafka",
                List.of("nodes=1", "version=3.9.1", "settings.broker.sasl.enabled.mechanisms=a,b", "nodes=2"),
                Optional.of("level-3"),
                SecretValues.UNREAD);

        assertThat(spec.system())
                .isInstanceOfSatisfying(
                        KafkaSpec.class, kafka -> assertThat(kafka.nodes()).isEqualTo(2))
                .extracting(system -> system.serverVersion())
                .isEqualTo("3.9.1");
        assertThat(spec.durability()).isEqualTo(DurabilityLevel.LEVEL_3);
        assertThat(spec.settings().broker()).isEqualTo(Map.of("sasl.enabled.mechanisms", "a,b"));
        assertThat(read("memory").system().system()).isEqualTo("memory");
    }

    @Test
    void everyProblemPointsAtWhatWasTypedUnderTheNameThatWasTyped() {
        assertThat(problems(
                        "kafka",
                        Optional.of("level-9"),
                        "nodes",
                        "nodse=2",
                        "nodes=42",
                        "heap=much",
                        "version=3.9.1,4.3.1",
                        "version=[3.9.1, 4.3.1]",
                        "bookies=3",
                        "rate=5/s",
                        "settings.brokr.x=1",
                        "settings.broker.=1",
                        "nodes.x=1",
                        "deployment=existing"))
                .isEqualTo(resource("system-options.txt"));
    }

    @Test
    void settingsOfServersThatCannotBeTakenAreRefusedBeforeAnyIsStarted() {
        assertThat(problems(
                        "kafka",
                        Optional.empty(),
                        "settings.broker.num.io.thread=5",
                        "settings.broker.node.id=7",
                        "settings.broker.linger.ms=5"))
                .isEqualTo("""
                        --set:1:17: settings.broker.num.io.thread: not a broker setting known to Apache Kafka (3.3.2 to 4.4.0)
                          1 | settings.broker.num.io.thread=5
                            |                 ^^^^^^^^^^^^^
                            = did you mean num.io.threads?

                        --set:1:17: settings.broker.node.id: Assay sets it itself on each node of a local cluster
                          1 | settings.broker.node.id=7
                            |                 ^^^^^^^
                            = remove it, or use deployment: existing

                        --set:1:17: settings.broker.linger.ms: not a broker setting known to Apache Kafka (3.3.2 to 4.4.0)
                          1 | settings.broker.linger.ms=5
                            |                 ^^^^^^^^^
                            = it belongs under settings.producer

                        3 problems.
                        """);
    }

    @Test
    void whatTheDefaultsMakeImpossibleIsLocatedInTheOptionThatChangedThem() {
        assertThat(problems("rabbitmq", Optional.empty(), "nodes=1")).isEqualTo("""
                        --set:1:1: durability is level-2 (replicated: acknowledged after several nodes have it in memory), but rabbitmq only gives level-3 (synced): queue=quorum (a quorum queue on one node confirms after a majority has fsynced its log); no kind of queue provides it with nodes: 1
                          1 | nodes=1
                            | ^^^^^^^
                            = the level is the default here; --durability asks for another one

                        1 problem.
                        """);
        assertThat(problems("rabbitmq", Optional.empty(), "client-version=5.37.0", "memory=1 GiB", "nodes=1"))
                .startsWith("--set:1:1: durability is level-2")
                .contains("  1 | nodes=1\n");
        assertThat(problems("rabbitmq", Optional.of("level-1"), "queue=stream")).isEqualTo("""
                        --durability:1:1: durability is level-1 (replicated and synced: acknowledged after several nodes have fsynced), but rabbitmq only gives level-2 (replicated): queue=stream (a stream on 3 nodes confirms once a majority has written it, without fsync); these provide it: mirrored with persistent messages, quorum
                          1 | level-1
                            | ^^^^^^^
                            = durability: What an acknowledgement promises: level-1 (replicated and synced), level-2 (replicated), level-3 (synced) or level-4 (in memory). Default: level-2.

                        1 problem.
                        """);
    }
}
