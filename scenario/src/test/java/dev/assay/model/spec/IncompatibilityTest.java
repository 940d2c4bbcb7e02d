package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.systems.kafka.KafkaSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that demands which a system can't meet are refused when the scenario is read. */
class IncompatibilityTest {
    private static final String TWO_SYSTEMS = """
            name: x
            systems:
              kafka: {}
              pulsar: {}
            workload:
              message: { size: [1 KB, 2 MiB] }
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kafka  | workload.message.size=1048065 B | messages of 1048065 B are larger than kafka accepts with these settings (1048064 B)
            pulsar | workload.message.size=5 MiB | messages of 5242880 B are larger than pulsar accepts with these settings (5234688 B)
            pulsar | workload.partitions=10001 | 10001 partitions are more than a topic of pulsar can have (10000)
            pulsar | workload.consumers=2;systems.pulsar.subscription-type=exclusive | an exclusive subscription has one consumer, but workload.consumers is 2
            pulsar | systems.pulsar.subscription-type=key-shared | distributes messages by their keys, but workload.message.keys is none
            pulsar | workload.batching.linger=100 us | batches wait for at least 1 ms, but linger is 100 us
            rabbitmq | systems.rabbitmq.queue=stream;workload.message.size=1 MiB | messages of 1048576 B are larger than rabbitmq accepts with these settings (1047552 B)
            rabbitmq | settings.rabbitmq.broker.max_message_size=1000000;workload.message.size=1 MiB | messages of 1048576 B are larger than rabbitmq accepts with these settings (1000000 B)
            rabbitmq | workload.partitions=2001 | 2001 partitions are more than a topic of rabbitmq can have (2000)
            rabbitmq | settings.rabbitmq.broker.channel_max=8;workload.partitions=9 | 9 partitions are more than a topic of rabbitmq can have (8)
            rabbitmq | systems.rabbitmq.queue=stream;workload.consumers=2 | a subscription reads a stream with one consumer, but workload.consumers is 2
            rabbitmq | systems.rabbitmq.queue=mirrored;systems.rabbitmq.version=4.1.2 | RabbitMQ 4.1.2 has no mirrored queues
            rabbitmq | systems.rabbitmq.queue=mirrored;systems.rabbitmq.version=4 | RabbitMQ 4 has no mirrored queues
            rabbitmq | workload.subscriptions=0 | RabbitMQ has a quorum queue for each subscription: without one, messages have nowhere to go
            kafka  | workload.batching.linger=1500 us | linger.ms takes whole milliseconds, but linger is 1500 us
            kafka  | systems.kafka.version=3.2.0 | Assay cannot start Kafka '3.2.0'
            kafka  | systems.kafka.version=latest | Assay cannot start Kafka 'latest'
            kafka  | settings.kafka.broker.log.dirs=/x | settings.kafka.broker.log.dirs: Assay sets it itself on each node of a local cluster
            pulsar | systems.pulsar.version=4:0 | must name a Pulsar release, but is '4:0'
            pulsar | settings.pulsar.broker.bookie.bookiePort=1 | settings.pulsar.broker.bookie.bookiePort: Assay sets it itself
            rabbitmq | settings.rabbitmq.broker.listeners.tcp.default=1 | settings.rabbitmq.broker.listeners.tcp.default: Assay sets it itself
            rabbitmq | settings.rabbitmq.broker.listeners.ssl.default=1 | all 3 nodes share one address, so only one of them can have a port
            kafka | workload.groups.w={queue: true};systems.kafka.version=4.1.2 | a queue is a share group on Kafka, which servers have from 4.2 on, but version is 4.1.2
            kafka | workload.groups.w={queue: true};systems.kafka.client-version=3.9.1 | a queue is a share group on Kafka, which clients have from 4.2 on, but client-version is 3.9.1
            rabbitmq | workload.groups.w={queue: true};systems.rabbitmq.queue=stream | workload.groups has queues, but queue is stream
            rabbitmq | workload.groups.w={queue: true};systems.rabbitmq.acknowledgement=automatic | each message is acknowledged by itself, but acknowledgement is automatic
            memory | settings.memory.producer.linger.ms=5 | settings.memory.producer.linger.ms: the in-memory system has no vendor settings
            memory | settings.memory.broker.x=5 | settings.memory.broker.x: the in-memory system has no vendor settings
            rabbitmq | systems.rabbitmq.queue=stream;workload.batching.linger=100 us | streams batch messages for at least 1 ms, but linger is 100 us
            """)
    void itIsRefusedWithTheReasonAndTheKey(String system, String overrides, String reason) {
        assertThat(refusal(system, overrides.split(";", -1))).contains("--set:1:", reason, "1 problem.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kafka  | workload.message.size=1048064 B
            kafka  | workload.message.size=2 MiB;settings.kafka.producer.max.request.size=9000000;settings.kafka.topic.max.message.bytes=5000000
            kafka  | workload.message.size=2 MiB;settings.kafka.producer.max.request.size=9000000;settings.kafka.broker.message.max.bytes=5000000
            kafka  | workload.partitions=10001;workload.consumers=3
            pulsar | workload.message.size=5 MiB;settings.pulsar.broker.maxMessageSize=9000000
            pulsar | workload.message.size=9 MiB;systems.pulsar.deployment=existing;systems.pulsar.service.url=pulsar://h:1;systems.pulsar.admin.url=http://h:1
            pulsar | systems.pulsar.subscription-type=exclusive
            pulsar | systems.pulsar.subscription-type=key-shared;workload.message.keys=random
            pulsar | workload.batching.linger=0;workload.batching.size=0 B
            rabbitmq | workload.message.size=16 MiB;workload.partitions=2000;workload.consumers=3
            rabbitmq | systems.rabbitmq.version=4.1.2;workload.message.size=16 MiB
            rabbitmq | systems.rabbitmq.queue=stream;workload.message.size=1047552 B
            rabbitmq | systems.rabbitmq.queue=stream;workload.message.size=2 MiB;settings.rabbitmq.client.requestedMaxFrameSize=0;settings.rabbitmq.broker.stream.frame_max=4194304
            rabbitmq | systems.rabbitmq.queue=stream;workload.batching.linger=0
            rabbitmq | systems.rabbitmq.queue=stream;workload.subscriptions=0
            rabbitmq | workload.groups.w={queue: true, consumers: 8};workload.partitions=2
            kafka | workload.groups.w={queue: true, consumers: 8};workload.partitions=2;systems.kafka.version=4.2.0
            kafka | workload.groups.w={queue: true};systems.kafka.version=old;systems.kafka.deployment=existing;systems.kafka.bootstrap.servers=h:1
            pulsar | workload.groups.w={queue: true, consumers: 8};workload.partitions=2;systems.pulsar.subscription-type=exclusive
            memory | workload.groups.w={queue: true, consumers: 8};workload.partitions=2
            rabbitmq | systems.rabbitmq.queue=mirrored;systems.rabbitmq.version=3.13.7
            memory | workload.message.size=16 MiB;workload.partitions=100000
            kafka  | systems.kafka.deployment=existing;systems.kafka.bootstrap.servers=h:1;settings.kafka.broker.log.dirs=/x;systems.kafka.version=old
            rabbitmq | systems.rabbitmq.nodes=1;durability=level-3;settings.rabbitmq.broker.listeners.ssl.default=1
            """)
    void whatTheSystemCanDoIsPlanned(String system, String overrides) throws ScenarioException {
        assertThat(read(system, overrides.split(";", -1)).plan().trials()).hasSize(1);
    }

    @Test
    void itIsLocatedAtTheValueOfTheListThatAsksForIt() {
        assertThat(problems(TWO_SYSTEMS, Set.of()))
                .contains("x.yaml:6:27: workload.message.size: messages of 2097152 B are larger than kafka accepts")
                .contains("1 problem.");
    }

    @Test
    void aKindOfQueueIsLocatedAmongThoseOfItsList() {
        assertThat(problems(
                        "name: x\nsystems:\n  rabbitmq: { queue: [quorum, stream] }\nworkload: { consumers: 2 }\n",
                        Set.of()))
                .contains("x.yaml:3:31: systems.rabbitmq.queue: a subscription reads a stream with one consumer")
                .contains("1 problem.");
    }

    @Test
    void aSystemThatIsLeftOutRefusesNothing() throws ScenarioException {
        assertThat(ScenarioFile.read("x.yaml", TWO_SYSTEMS, List.of(), Set.of("pulsar"))
                        .points())
                .hasSize(2);
    }

    @Test
    void aSystemWithoutKeysRefusesKeys() throws ScenarioException {
        TrialSpec keyed = read("memory", "workload.message.keys=random")
                .points()
                .getFirst()
                .spec();

        assertThat(keyed.refusals()).isEmpty();
        assertThat(keyed.refusals(new SystemCapabilities(1_000, 1, false)))
                .extracting(refusal -> refusal.key() + ": " + refusal.reason())
                .containsExactly("workload.message.keys: memory has no message keys");
    }

    @Test
    void aSettingThatCannotBeTakenIsLocatedInTheFile() {
        assertThat(problems(
                        "name: x\nsystems: { kafka: {} }\nsettings:\n  kafka:\n    broker:\n      node.id: 7\n",
                        Set.of()))
                .contains("x.yaml:6:7: settings.kafka.broker.node.id: Assay sets it itself");
    }

    @Test
    void workersElsewhereAreRefusedWhereThereAreSeveral() throws ScenarioException {
        SystemSpec memory = read("memory", "name=x").points().getFirst().spec().system();
        SystemSpec kafka = read("kafka", "name=x").points().getFirst().spec().system();

        assertThat(memory.refusalOfWorkersAt(List.of("127.0.0.1", "192.0.2.7")))
                .hasValueSatisfying(reason -> assertThat(reason).contains("on this machine only", "192.0.2.7"));
        assertThat(memory.refusalOfWorkersAt(List.of("127.0.0.1", "localhost")))
                .as("workers that run already are processes of their own")
                .isPresent();
        assertThat(memory.refusalOfWorkersAt(List.of("192.0.2.7"))).isEmpty();
        assertThat(memory.refusalOfWorkersAt(List.of())).isEmpty();
        assertThat(kafka.refusalOfWorkersAt(List.of("192.0.2.7", "192.0.2.8"))).isEmpty();
    }

    @Test
    void aLimitThatIsNoNumberIsLeftToItsOwner() {
        VendorSettings odd =
                new VendorSettings(Map.of(), Map.of("max.request.size", "much"), Map.of(), Map.of(), Map.of());
        assertThat(KafkaSpec.capabilitiesOf(odd)).isEqualTo(KafkaSpec.capabilitiesOf(VendorSettings.NONE));
    }

    private static String refusal(String system, String... overrides) {
        ScenarioException refused = catchThrowableOfType(ScenarioException.class, () -> read(system, overrides));
        assertThat(refused).as("refused").isNotNull();
        return refused.problems().render();
    }

    private static String problems(String text, Set<String> systems) {
        ScenarioException refused = catchThrowableOfType(
                ScenarioException.class, () -> ScenarioFile.read("x.yaml", text, List.of(), systems));
        assertThat(refused).as("refused").isNotNull();
        return refused.problems().render();
    }

    private static ScenarioFile read(String system, String... overrides) throws ScenarioException {
        return ScenarioFile.read(
                "x.yaml", "name: x\nsystems: { " + system + ": {} }\n", Arrays.asList(overrides), Set.of());
    }
}
