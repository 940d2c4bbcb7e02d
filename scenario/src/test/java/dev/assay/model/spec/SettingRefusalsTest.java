package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which settings by a vendor's names a plan takes and which it refuses, before anything is started. */
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
            pulsar   | settings.pulsar.broker.bookie.journalSyncDat=false | did you mean bookie.journalSyncData
            rabbitmq | systems.rabbitmq.queue=stream;settings.rabbitmq.producer.batchSiz=5 | did you mean batchSize?
            rabbitmq | systems.rabbitmq.version=3.10.8;settings.rabbitmq.broker.chanel_max=5 | did you mean channel_max?
            rabbitmq | settings.rabbitmq.broker.listeners.ssl.1=127.0.0.1:1 | all 3 nodes share one address
            memory   | settings.memory.broker.a=1 | the in-memory system has no vendor settings
            """)
    void whatNoReleaseTakesIsRefusedWithWhatToDo(String system, String overrides, String expected) {
        assertThat(problems(system, overrides)).contains("--set:1:", expected, "1 problem.");
    }

    /** Names that nobody has looked up, and brokers that others run. */
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
