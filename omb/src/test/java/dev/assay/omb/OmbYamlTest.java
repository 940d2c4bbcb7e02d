package dev.assay.omb;

import static dev.assay.omb.OmbFiles.KAFKA;
import static dev.assay.omb.OmbFiles.NATS;
import static dev.assay.omb.OmbFiles.PULSAR;
import static dev.assay.omb.OmbFiles.RABBITMQ;
import static dev.assay.omb.OmbFiles.WORKLOAD;
import static dev.assay.omb.OmbFiles.fate;
import static dev.assay.omb.OmbFiles.imported;
import static dev.assay.omb.OmbFiles.key;
import static dev.assay.omb.OmbFiles.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.ScenarioException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that files are read as the benchmark reads them, into Java fields; {@code ForeignValueTest} tests single values. */
class OmbYamlTest {
    @Test
    void wordsAndNumbersAreThoseOfYaml() throws ScenarioException, ImportException {
        ImportResult result = imported("""
                        name: ~
                        topics: 1
                        partitionsPerTopic: 0x10
                        messageSize: 1_024
                        payloadFile: null
                        useRandomizedPayloads: True
                        randomBytesRatio: .5
                        randomizedPayloadPoolSize: 1e3
                        keyDistributor: ~
                        subscriptionsPerTopic: "1"
                        consumerPerSubscription: 010
                        producersPerTopic: 2.9
                        producerRate: +50_000
                        warmupDurationMinutes:
                        testDurationMinutes: 5
                        """, KAFKA);
        TrialSpec spec = spec(result);

        assertThat(spec.workload().partitions()).isEqualTo(16);
        assertThat(spec.workload().message().size()).hasToString("1 KiB");
        assertThat(spec.workload().message().payload()).hasToString("random 0.5, pool 1000");
        assertThat(spec.workload().consumers()).isEqualTo(8);
        assertThat(spec.workload().producers()).isEqualTo(2);
        assertThat(spec.workload().rate()).hasToString("50000/s");
        assertThat(spec.timing().warmup()).hasToString("0 s");
        assertThat(key(result, "keyDistributor").note()).contains("the benchmark's load can't begin");
        assertThat(result.scenario()).contains("name: file-1 ");
    }

    @ParameterizedTest
    @CsvSource({
        "yes, true",
        "On, true",
        "TRUE, true",
        "1, true",
        "no, false",
        "off, false",
        "False, false",
        "~, false",
        "'', false"
    })
    void truthValues(String word, boolean truth) throws ScenarioException, ImportException {
        ImportResult result =
                imported(WORKLOAD.replace("useRandomizedPayloads: true", "useRandomizedPayloads: " + word), KAFKA);

        assertThat(spec(result).workload().message().payload()).hasToString(truth ? "random 0.5, pool 1000" : "random");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "useRandomizedPayloads: 'yes'",
                "useRandomizedPayloads: tRUE",
                "topics: 1:30",
                "topics: [1, two]",
                "producerRate: 3000000000",
                "producerRate: '1_000'",
                "messageSize: 1KB",
                "testDurationMinutes: ~",
                "randomizedPayloadPoolSize: many",
                "partitionsPerTopic: *four",
            })
    void whatTheBenchmarkCanNotReadMakesNoScenario(String line) throws ScenarioException, ImportException {
        String name = line.substring(0, line.indexOf(':'));
        String workload =
                "anchored: &four 4\n" + WORKLOAD.replaceFirst("(?m)^" + name + ": .*$", Matcher.quoteReplacement(line));

        ImportResult result = imported(workload, KAFKA);

        assertThat(result.scenario()).isNull();
        assertThat(result.obstacles()).extracting(key -> key.source().name()).containsOnly(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pendingQueueSize: 1000|pendingQueueSize: 1k",
                "batchingEnabled: true|batchingEnabled: sometimes",
                "deduplicationEnabled: false|deduplicationEnabled: sometimes",
                "ensembleSize: 3|ensembleSize: three",
                "ackQuorum: 2|ackQuorum: 1:30",
                "batchingMaxPublishDelayMs: 1|batchingMaxPublishDelayMs: 1 ms",
                "messagePersistence: true|messagePersistence: sometimes",
                "replicationFactor: 3|replicationFactor: three",
                "replicationFactor: 3|replicationFactor: ${env:COPIES}",
            })
    void norDoesADriver(String change) throws ScenarioException, ImportException {
        String before = change.substring(0, change.indexOf('|'));
        String after = change.substring(change.indexOf('|') + 1);
        int read = 0;
        for (String driver : List.of(KAFKA, PULSAR, RABBITMQ, NATS)) {
            if (driver.contains(before) && !(driver.equals(NATS) && after.contains("$"))) {
                ImportResult result = imported(WORKLOAD, driver.replace(before, after));
                assertThat(result.scenario()).as(after).isNull();
                assertThat(ImportText.obstacles(result)).contains(after.substring(0, after.indexOf(':')));
                read++;
            }
        }
        assertThat(read).isPositive();
    }

    @Test
    void theLastOfEqualKeysAndTheFirstOfSeveralDocumentsHold() throws ScenarioException, ImportException {
        ImportResult result = imported(
                WORKLOAD + "producerRate: 7000\n---\nproducerRate: 9000\n...\n",
                KAFKA + "replicationFactor: 1\n---\n\tno: yaml\n");

        assertThat(spec(result).workload().rate()).hasToString("7000/s");
        assertThat(OmbFiles.keys(result, "producerRate"))
                .extracting(found -> found.source().place() + " " + found.fate())
                .containsExactlyInAnyOrder("folder/file-1.yaml:11 REFUSED", "folder/file-1.yaml:15 MAPPED");
        assertThat(result.scenario()).contains("replication: 1 ");
        assertThat(OmbFiles.keys(result, "replicationFactor"))
                .extracting(found -> found.source().line() + " " + found.fate())
                .containsExactlyInAnyOrder("3 REFUSED", "16 MAPPED");
    }

    @Test
    void nothingIsMergedByAnAlias() throws ScenarioException, ImportException {
        ImportResult result = imported("defaults: &d\n  producerRate: 1\n<<: *d\n" + WORKLOAD, KAFKA);

        assertThat(spec(result).workload().rate()).hasToString("50000/s");
        assertThat(fate(result, "<<")).isEqualTo(KeyFate.REFUSED);
    }

    @Test
    void driversAreReadInTheSameWay() throws ScenarioException, ImportException {
        assertThat(imported(WORKLOAD, RABBITMQ.replace("messagePersistence: true", "messagePersistence: Yes"))
                        .scenario())
                .contains("persistent: true ");
        assertThat(imported(WORKLOAD, KAFKA.replace("replicationFactor: 3", "replicationFactor: 0b11"))
                        .scenario())
                .contains("replication: 3 ");
        ImportResult nats =
                imported(WORKLOAD, NATS.replace("replicationFactor: 3", "replicationFactor: 0x3") + "maxBytes: -0b1\n");
        assertThat(nats.scenario()).contains("replication: 3 ");
        assertThat(key(nats, "maxBytes").note()).isEqualTo("streams are not limited");
        ImportResult pulsar = imported(
                WORKLOAD,
                PULSAR.replace("batchingEnabled: true", "batchingEnabled: off")
                        .replace("deduplicationEnabled: false", "deduplicationEnabled: on")
                        .replace("pendingQueueSize: 1000", "pendingQueueSize:")
                        .replace("ackQuorum: 2", "ackQuorum: 0x2")
                        .replace("tlsAllowInsecureConnection: false", "tlsAllowInsecureConnection: No"));
        assertThat(pulsar.scenario())
                .contains(
                        "batchingEnabled: false ",
                        "deduplicationEnabled: true ",
                        "maxPendingMessages: 0 ",
                        "ack-quorum: 2 ");
        assertThat(fate(pulsar, "client.tlsAllowInsecureConnection")).isEqualTo(KeyFate.MAPPED);
    }

    /** Fields of the drivers are lists, numbers of 32 bits and words of an enumeration. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "maxBytes: 10737418240|expected a whole number, from -2147483648 to 2147483647",
                "storageType: file|expected File or Memory",
                "batchingMaxBytes: 4294967296|expected a whole number, from -2147483648 to 2147483647",
                "batchingMaxPublishDelayMs: 2147483648|expected a whole number, from -2147483648 to 2147483647",
                "queueType: quorum|expected CLASSIC, QUORUM or STREAM",
                "amqpUris: amqp://one|expected a list of addresses",
                "amqpUris: 'amqp://one'|expected a list of addresses",
            })
    void whatADriverOfTheBenchmarkDoesNotTakeMakesNoScenario(String line, String reason)
            throws ScenarioException, ImportException {
        String name = line.substring(0, line.indexOf(':'));
        String driver = Stream.of(PULSAR, RABBITMQ, NATS + "storageType: File\nmaxBytes: -1\n")
                .filter(text -> text.contains(name))
                .findFirst()
                .orElseThrow();

        ImportResult result = imported(
                WORKLOAD,
                driver.replace("  - amqp://localhost\n", "").replaceAll(name + ":.*", Matcher.quoteReplacement(line)));

        assertThat(result.scenario()).isNull();
        assertThat(ImportText.obstacles(result)).contains(line.replace("'", "") + ": " + reason);
        assertThat(imported(WORKLOAD, driver).scenario()).isNotNull();
    }
}
