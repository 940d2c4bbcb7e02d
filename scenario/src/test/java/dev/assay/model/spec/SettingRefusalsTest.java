package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which settings by the vendors' names a plan accepts and which it refuses before anything is started. */
class SettingRefusalsTest {
    private static String problems(String system, String overrides) {
        try {
            ScenarioFile.read(
                    "x.yaml", "name: x\nsystems: {" + system + ": {}}\n", List.of(overrides.split(";", -1)), Set.of());
            return "";
        } catch (ScenarioException e) {
            return e.problems().render();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kafka    | settings.kafka.producer.lingr.ms=5 | did you mean linger.ms?
            kafka    | settings.kafka.broker.num.io.thread=5 | did you mean num.io.threads?
            kafka    | systems.kafka.version=3.9.1;settings.kafka.broker.num.io.thread=5 | did you mean num.io.threads?
            kafka    | systems.kafka.client-version=9.0.0;settings.kafka.producer.group.id=x | settings.kafka.producer.group.id: the subscription's name is the group
            kafka    | settings.kafka.consumer.session.timeout.ms=5000 | brokers refuse less than group.min.session.timeout.ms, which is 6000
            kafka    | settings.kafka.consumer.session.timeout.ms=1800001 | more than brokers take, whose group.max.session.timeout.ms is 1800000
            pulsar   | settings.pulsar.broker.bookie.journalSyncDat=false | did you mean bookie.journalSyncData
            rabbitmq | systems.rabbitmq.queue=stream;settings.rabbitmq.producer.batchSiz=5 | did you mean batchSize?
            rabbitmq | systems.rabbitmq.version=3.10.8;settings.rabbitmq.broker.chanel_max=5 | did you mean channel_max?
            rabbitmq | settings.rabbitmq.broker.listeners.ssl.1=127.0.0.1:1 | all 3 nodes share one address
            memory   | settings.memory.broker.a=1 | the in-memory system has no vendor settings
            """)
    void whatNoReleaseTakesIsRefusedWithWhatToDo(String system, String overrides, String expected) {
        assertThat(problems(system, overrides)).contains("--set:1:", expected, "1 problem.");
    }

    /** Messages that the scenario itself lets the system delete are no reason for a refusal. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kafka    | settings.kafka.topic.retention.ms=3000 | must be -1, or at least 86400000 (a day), but is 3000: messages that it drops
            kafka    | settings.kafka.topic.retention.ms=0 | must be -1, or at least 86400000 (a day), but is 0
            kafka    | settings.kafka.topic.retention.bytes=1000000 | must be -1, but is 1000000
            kafka    | settings.kafka.topic.cleanup.policy=compact | must be delete, but is compact
            kafka    | settings.kafka.topic.cleanup.policy=delete,compact | must be delete, but is delete,compact
            kafka    | settings.kafka.broker.log.retention.ms=3000 | must be -1, or at least 86400000 (a day)
            kafka    | settings.kafka.broker.log.retention.minutes=5 | must be -1, or at least 1440 (a day)
            kafka    | settings.kafka.broker.log.retention.hours=1 | must be -1, or at least 24 (a day)
            kafka    | settings.kafka.broker.log.retention.bytes=1 | must be -1, but is 1
            kafka    | settings.kafka.broker.log.cleanup.policy=compact | must be delete, but is compact
            pulsar   | settings.pulsar.topic.messageTTLInSeconds=5 | must be 0, or at least 86400 (a day), but is 5
            pulsar   | settings.pulsar.broker.ttlDurationDefaultInSeconds=5 | must be 0, or at least 86400 (a day), but is 5
            pulsar   | settings.pulsar.broker.subscriptionExpirationTimeMinutes=1 | must be 0, or at least 1440 (a day)
            pulsar   | settings.pulsar.broker.backlogQuotaDefaultLimitBytes=1000;settings.pulsar.broker.backlogQuotaDefaultRetentionPolicy=consumer_backlog_eviction | must be producer_request_hold or producer_exception, but is consumer_backlog_eviction
            nats     | settings.nats.topic.max_age=1 s | messages that it drops would be counted as lost
            nats     | settings.nats.topic.max_msgs=5 | can be set only together with discard: new: messages that it drops
            rabbitmq | settings.rabbitmq.topic.x-max-length=5 | can be set only together with x-overflow: reject-publish: messages that it drops
            rabbitmq | settings.rabbitmq.producer.expiration=1000 | messages that it drops would be counted as lost
            rabbitmq | settings.rabbitmq.broker.default_policies.operator.mine.message_ttl=1s | messages that it drops would be counted as lost
            """)
    void whatHasMessagesDeletedIsRefused(String system, String overrides, String expected) {
        assertThat(problems(system, overrides)).contains(expected, "1 problem.");
    }

    @Test
    void whatOthersHaveReadIsKeptForAGroupThatOpensLater() {
        String scenario = """
                name: x
                systems: { pulsar: {} }
                workload: { groups: { tail: {}, late: { start-at: read, start-paused: %s } } }
                phases: { fill: { for: 10 s }, read: { for: 10 s } }
                settings: { pulsar: { topic: { retentionTimeInMinutes: 0 } } }
                """;
        assertThatThrownBy(() -> ScenarioFile.read("x.yaml", scenario.formatted("false"), List.of(), Set.of()))
                .hasMessageContaining(
                        "settings.pulsar.topic.retentionTimeInMinutes: messages that others have read by then are dropped before the group 'late' opens in phase read")
                .hasMessageContaining("1 problem.");
        assertThatCode(() -> ScenarioFile.read("x.yaml", scenario.formatted("true"), List.of(), Set.of()))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kafka    | settings.kafka.topic.retention.ms=-1;settings.kafka.topic.retention.bytes=-1
            kafka    | settings.kafka.topic.retention.ms=604800000;settings.kafka.topic.cleanup.policy=delete
            kafka    | settings.kafka.broker.log.retention.check.interval.ms=1000;settings.kafka.topic.delete.retention.ms=1
            pulsar   | settings.pulsar.topic.messageTTLInSeconds=0;settings.pulsar.topic.retentionTimeInMinutes=0
            pulsar   | settings.pulsar.broker.backlogQuotaDefaultRetentionPolicy=consumer_backlog_eviction
            nats     | settings.nats.topic.max_msgs=5;settings.nats.topic.discard=new
            rabbitmq | settings.rabbitmq.topic.x-max-length=5;settings.rabbitmq.topic.x-overflow=reject-publish
            """)
    void whatKeepsMessagesIsPlanned(String system, String overrides) {
        assertThat(problems(system, overrides)).isEmpty();
    }

    /** Each of RabbitMQ's arguments is either measured, or refused with the reason. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            classic | x-message-ttl=1000             | messages that it drops would be counted as lost
            classic | x-dead-letter-exchange=other   | messages that go to another queue would be counted as lost
            quorum  | x-dead-letter-strategy=at-least-once | messages that go to another queue would be counted as lost
            quorum  | x-delivery-limit=5             | a message that was delivered again that often is dropped
            quorum  | x-max-priority=5               | servers refuse it for a quorum, and take it for classic, mirrored
            classic | x-max-priority=256             | must be a whole number from 1 to 255, but is '256'
            classic | x-single-active-consumer=maybe | must be true or false, but is 'maybe'
            stream  | x-max-length-bytes=1000        | messages that it drops would be counted as lost
            stream  | x-single-active-consumer=true  | servers refuse it for a stream, and take it for classic, mirrored, quorum
            stream  | x-stream-max-segment-size-bytes=10MB | must be a whole number, but is '10MB'
            quorum  | x-priority=5                   | it is an argument of consumers, and queues take no notice of it
            classic | linger=5                       | not a topic setting known to RabbitMQ
            """)
    void anArgumentOfRabbitMqIsRefusedWithTheReason(String queue, String argument, String reason) {
        assertThat(problems(
                        "rabbitmq",
                        "durability=level-4;systems.rabbitmq.nodes=1;systems.rabbitmq.queue=" + queue
                                + ";settings.rabbitmq.topic." + argument))
                .contains(reason, "1 problem.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            classic | x-max-priority=10   | -
            classic | x-single-active-consumer=true | -
            quorum  | x-consumer-timeout=60000 | -
            quorum  | x-max-lenght=10     | passed on, but not in our list of RabbitMQ 4.3; did you mean x-max-length?
            classic | x-brand-new=10      | passed on, but not in our list of RabbitMQ 4.3
            """)
    void anArgumentOfRabbitMqIsMeasuredAndOneThatIsNotListedIsSaid(String queue, String argument, String note)
            throws ScenarioException {
        TrialSpec spec = ScenarioFile.read(
                        "x.yaml",
                        "name: x\nsystems: {rabbitmq: {nodes: 1}}\n",
                        List.of(
                                "durability=level-4",
                                "systems.rabbitmq.queue=" + queue,
                                "settings.rabbitmq.topic." + argument),
                        Set.of())
                .points()
                .getFirst()
                .spec();
        String key = "settings.rabbitmq.topic." + argument.split("=", -1)[0];
        assertThat(spec.notes()).isEqualTo(note == null ? Map.of() : Map.of(key, note));
        assertThat(spec.settings().topic()).containsKey(argument.split("=", -1)[0]);
    }

    /** Names that no list covers, and settings of brokers run by others, are accepted. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kafka    | settings.kafka.producer.linger.ms=5;settings.kafka.client.config.providers.file.class=org.apache.kafka.common.config.provider.FileConfigProvider
            kafka    | systems.kafka.client-version=9.0.0;settings.kafka.producer.brand.new=5;settings.kafka.topic.brand.new=5
            kafka    | systems.kafka.version=9.0.0;settings.kafka.broker.brand.new=5
            kafka    | systems.kafka.version=3.9.1;settings.kafka.broker.log.message.downconversion.enable=true
            kafka    | systems.kafka.deployment=existing;systems.kafka.bootstrap.servers=h:1;settings.kafka.broker.node.id=5
            pulsar   | systems.pulsar.version=5.0.0-M1;settings.pulsar.broker.brandNew=5
            pulsar   | settings.pulsar.broker.bookie.journalWriteData=false;settings.pulsar.broker.bookkeeper_anything=5
            rabbitmq | systems.rabbitmq.version=9.0;settings.rabbitmq.broker.brand_new=5
            rabbitmq | systems.rabbitmq.queue=stream;settings.rabbitmq.client.rpcTimeout=5 s;settings.rabbitmq.client.ssl.enabled=false
            rabbitmq | durability=level-3;systems.rabbitmq.nodes=1;settings.rabbitmq.broker.listeners.ssl.1=127.0.0.1:1;settings.rabbitmq.broker.default_users.me.password={ secret-env: PASSWORD }
            """)
    void whatMayBeKnownIsPlanned(String system, String overrides) {
        assertThat(problems(system, overrides)).isEmpty();
    }
}
