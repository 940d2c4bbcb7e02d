package dev.assay.omb;

import static dev.assay.omb.OmbFiles.KAFKA;
import static dev.assay.omb.OmbFiles.NATS;
import static dev.assay.omb.OmbFiles.PULSAR;
import static dev.assay.omb.OmbFiles.RABBITMQ;
import static dev.assay.omb.OmbFiles.WORKLOAD;
import static dev.assay.omb.OmbFiles.at;
import static dev.assay.omb.OmbFiles.fate;
import static dev.assay.omb.OmbFiles.imported;
import static dev.assay.omb.OmbFiles.key;
import static dev.assay.omb.OmbFiles.points;
import static dev.assay.omb.OmbFiles.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.ScenarioException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OmbImportTest {
    @Test
    void aWorkloadAndADriverMakeAScenarioThatSaysTheSame() throws ScenarioException, ImportException {
        ImportResult result = imported(WORKLOAD, KAFKA);
        TrialSpec spec = spec(result);

        assertThat(spec.system().system()).isEqualTo("kafka");
        assertThat(spec.durability()).isEqualTo(DurabilityLevel.LEVEL_2);
        assertThat(spec.workload().topics()).isEqualTo(1);
        assertThat(spec.workload().partitions()).isEqualTo(16);
        assertThat(spec.workload().producers()).isEqualTo(2);
        assertThat(spec.workload().subscriptions()).isEqualTo(1);
        assertThat(spec.workload().consumers()).isEqualTo(4);
        assertThat(spec.workload().message().size()).hasToString("1 KiB");
        assertThat(spec.workload().message().payload()).hasToString("random 0.5, pool 1000");
        assertThat(spec.workload().rate()).hasToString("50000/s");
        assertThat(spec.workload().inFlight()).isEqualTo(InFlight.CLIENT);
        assertThat(spec.timing().warmup()).hasToString("2 min");
        assertThat(spec.timing().measure()).hasMinutes(5);
        assertThat(spec.settings().producer())
                .containsExactlyInAnyOrderEntriesOf(Map.of("linger.ms", "1", "batch.size", "131072"));
        assertThat(spec.settings().topic()).isEmpty();
        assertThat(spec.settings().consumer())
                .containsEntry("max.partition.fetch.bytes", "10485760")
                .doesNotContainKey("enable.auto.commit");
        assertThat(key(result, "acks").note()).isEqualTo("durability: level-2 sets it");
        assertThat(fate(result, "bootstrap.servers")).isEqualTo(KeyFate.DIFFERS);
        assertThat(key(result, "linger.ms").source().place()).isEqualTo("folder/file-2.yaml:10");
        assertThat(key(result, "messageSize").source().place()).isEqualTo("folder/file-1.yaml:4");
        assertThat(result.scenario())
                .startsWith("# Made from files of the OpenMessaging Benchmark")
                .contains("  partitions: 16  # partitionsPerTopic: 16\n", "# What is not the same as there:\n");
    }

    @ParameterizedTest
    @CsvSource({"0, 2000000/s", "2000000, 2000000/s", "10000000, 10000000/s"})
    void aRateThatNobodyReachesIsASearch(String rate, String to) throws ScenarioException, ImportException {
        ImportResult result = imported(WORKLOAD.replace("50000", rate), KAFKA);

        assertThat(spec(result).search().orElseThrow().to()).hasToString(to);
        assertThat(fate(result, "producerRate")).isEqualTo(KeyFate.DIFFERS);
        assertThat(key(result, "testDurationMinutes").note()).contains("trials of its own");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "acks=all|min.insync.replicas=2|3|LEVEL_2",
                "acks=all|flush.messages=1|3|LEVEL_3",
                "acks=-1|min.insync.replicas=2\\n  flush.messages=1\\n  flush.ms=0|3|LEVEL_1",
                "acks=1|min.insync.replicas=2|3|LEVEL_4",
                "acks=0|min.insync.replicas=2|3|LEVEL_4",
                "acks=all|min.insync.replicas=1|1|LEVEL_4",
            })
    void theLevelFollowsFromWhatIsAcknowledged(String acks, String topic, int copies, DurabilityLevel level)
            throws ScenarioException, ImportException {
        String driver = KAFKA.replace("acks=all", acks)
                .replace("min.insync.replicas=2", topic.replace("\\n", "\n"))
                .replace("replicationFactor: 3", "replicationFactor: " + copies);

        TrialSpec spec = spec(imported(WORKLOAD, driver));

        assertThat(spec.durability()).isEqualTo(level);
        assertThat(spec.settings().producer().getOrDefault("acks", ""))
                .isEqualTo(
                        level == DurabilityLevel.LEVEL_3 || copies == 1 || acks.equals("acks=0")
                                ? acks.substring("acks=".length())
                                : "");
    }

    @Test
    void whatNoClientKnowsIsRefusedWithTheReasonAndTheRestIsKept() throws ScenarioException, ImportException {
        ImportResult result = imported(
                WORKLOAD,
                KAFKA + "  group.id=benchGroup\n  offsetCommitLingerMs=5000\n  fetch.minimum.bytes=7\n"
                        + "reset: true\nrequestsPerTransaction: 3\n");

        assertThat(spec(result).settings().consumer())
                .containsOnlyKeys("auto.offset.reset", "max.partition.fetch.bytes");
        assertThat(key(result, "offsetCommitLingerMs").note()).startsWith("no property of Kafka's");
        assertThat(fate(result, "group.id")).isEqualTo(KeyFate.REFUSED);
        assertThat(key(result, "fetch.minimum.bytes").note()).contains("not a consumer setting known to");
        assertThat(fate(result, "reset")).isEqualTo(KeyFate.DIFFERS);
        assertThat(fate(result, "requestsPerTransaction")).isEqualTo(KeyFate.REFUSED);
    }

    @Test
    void propertiesAreReadAsJavaReadsThem() throws ScenarioException, ImportException {
        ImportResult result = imported(
                WORKLOAD,
                KAFKA.replace(
                        "linger.ms=1", "# a remark\n  linger.ms: 3\n  linger.ms = 7\n  client.id=one\\\n    two"));

        assertThat(spec(result).settings().producer())
                .containsEntry("linger.ms", "7")
                .containsEntry("client.id", "onetwo")
                .containsEntry("batch.size", "131072");
        assertThat(OmbFiles.keys(result, "linger.ms"))
                .extracting(found -> found.source().line() + " " + found.fate())
                .containsExactlyInAnyOrder("11 REFUSED", "12 MAPPED");
        assertThat(key(result, "client.id").source().line()).isEqualTo(13);
        assertThat(key(result, "batch.size").source().line()).isEqualTo(15);
    }

    @Test
    void driversOfSeveralSystemsAreAskedForWhatAllCanDo() throws ScenarioException, ImportException {
        ImportResult result = imported(WORKLOAD, KAFKA, PULSAR, RABBITMQ, NATS);

        assertThat(points(result))
                .extracting(point -> point.spec().system().system())
                .containsExactly("kafka", "pulsar", "rabbitmq", "nats");
        assertThat(points(result))
                .extracting(point -> point.spec().durability())
                .containsOnly(DurabilityLevel.LEVEL_2);
        assertThat(result.scenario()).contains("queue: quorum", "ack-quorum: 2", "maxPendingMessages: 1000");
        assertThat(key(result, "client.ioThreads").note()).contains("one client");
        assertThat(fate(result, "client.authentication.data")).isEqualTo(KeyFate.MAPPED);
    }

    @Test
    void driversThatPromiseDifferentThingsNeedAWord() throws ScenarioException, ImportException {
        String synced = KAFKA.replace("min.insync.replicas=2", "min.insync.replicas=2\n  flush.messages=1");
        String transientQueues =
                RABBITMQ.replace("QUORUM", "CLASSIC").replace("messagePersistence: true", "messagePersistence: false");

        assertThatThrownBy(() -> imported(WORKLOAD, synced, transientQueues))
                .isInstanceOf(ImportException.class)
                .hasMessageContainingAll("promise different things", "level-1", "level-4", "--durability LEVEL");
        OmbImport.Choices chosen =
                new OmbImport.Choices(Map.of(), false, Optional.of(DurabilityLevel.LEVEL_4), Optional.of("chosen"));
        ImportResult result = imported(chosen, WORKLOAD, synced, transientQueues);
        assertThat(points(result)).hasSize(2);
        assertThat(fate(result, "flush.messages")).isEqualTo(KeyFate.DIFFERS);
    }

    @Test
    void severalDriversOfOneSystemAreVariants() throws ScenarioException, ImportException {
        ImportResult result = imported(
                WORKLOAD, KAFKA, KAFKA.replace("linger.ms=1", "linger.ms=100").replace("acks=all", "acks=1"));

        assertThat(points(result))
                .extracting(point -> point.dimensions().toString())
                .containsExactly("{kafka-driver=file-2}", "{kafka-driver=file-3}");
        assertThat(points(result))
                .extracting(point -> point.spec().durability())
                .containsExactly(DurabilityLevel.LEVEL_2, DurabilityLevel.LEVEL_4);
        assertThat(points(result).getLast().spec().settings().producer()).containsEntry("linger.ms", "100");
    }

    @Test
    void severalWorkloadsAreVariantsAndMayBeSearches() throws ScenarioException, ImportException {
        ImportResult result = imported(WORKLOAD, WORKLOAD.replace("50000", "0"), KAFKA);

        assertThat(points(result))
                .extracting(point ->
                        point.dimensions() + " " + point.spec().search().isPresent())
                .containsExactly("{load=file-1} false", "{load=file-2} true");
    }

    @Test
    void aBacklogIsAPauseOfTheGroup() throws ScenarioException, ImportException {
        ImportResult result = imported(
                WORKLOAD.replace("consumerBacklogSizeGB: 0", "consumerBacklogSizeGB: 3\nbacklogDrainRatio: 0.99")
                        .replace("subscriptionsPerTopic: 1", "subscriptionsPerTopic: 3"),
                KAFKA);
        TrialSpec spec = spec(result);

        assertThat(spec.phases().keySet()).containsExactly("warmup", "fill", "catch-up", "after");
        assertThat(at(spec.phases(), "fill").until().sent()).hasToString("1 GiB");
        assertThat(at(spec.phases(), "after").length()).hasMinutes(5);
        assertThat(spec.events().keySet()).containsExactly("pause", "resume");
        assertThat(at(spec.workload().allGroups(), "tail").subscriptions()).isEqualTo(3);
        assertThat(fate(result, "backlogDrainRatio")).isEqualTo(KeyFate.DIFFERS);
    }

    @Test
    void ratesByMinutesChangeEvenly() throws ScenarioException, ImportException {
        ImportResult result = imported(
                WORKLOAD + "producerRateList:\n  - [0, 1000]\n  - [4, 3000]\npartitionsPerTopicList: [16]\n", KAFKA);
        TrialSpec spec = spec(result);

        assertThat(spec.phases().keySet()).containsExactly("minute-0", "minute-2", "minute-4");
        assertThat(at(spec.phases(), "minute-0").warmup()).isTrue();
        assertThat(at(spec.phases(), "minute-0").rate()).hasToString("ramp 1000/s to 2000/s over 2 min");
        assertThat(at(spec.phases(), "minute-2").rate()).hasToString("ramp 2000/s to 3000/s over 2 min");
        assertThat(at(spec.phases(), "minute-4").rate()).hasToString("3000/s");
        assertThat(key(result, "producerRate").note()).isEqualTo("overruled by producerRateList");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "topics: 1|topics: 1000000|topics must be between 1 and 10000, but is 1000000",
                "topics: 1|existingTopicList: [a, b]|made itself",
                "producersPerTopic: 2|producersPerTopic: 2\\nproducersPerTopicList: [4, 1]|the same number",
                "producerRate: 50000|producerRate: 50000\\nproducerRateList: [[4, 0, 10], [5, 0, 20]]|hour and minute",
                "testDurationMinutes: 5|testDurationMinutes: 0|a trial has an end",
                "producerRate: 50000|producerRate: many|expected a whole number",
                "messageSize: 1024|messageSize: 10|between 40 B (the header) and 16 MiB, but is 10 B",
            })
    void whatWouldMakeAnotherLoadOfItLeavesNoScenario(String instead, String of, String why)
            throws ScenarioException, ImportException {
        ImportResult result = imported(WORKLOAD.replace(instead, of.replace("\\n", "\n")), KAFKA);

        assertThat(result.scenario()).isNull();
        assertThat(ImportText.obstacles(result)).contains(why);
    }

    @Test
    void sizesWithWeightsAreTheMiddlesOfTheirRanges() throws ScenarioException, ImportException {
        ImportResult result = imported(
                WORKLOAD.replace(
                        "messageSize: 1024",
                        "messageSizeDistribution:\n  \"0-64\": 3000\n  \"1KB-3KB\": 900\n  \"4096-12288\": 100"),
                KAFKA);

        assertThat(spec(result).workload().message().size()).hasToString("40 B x 750, 2 KiB x 225, 8 KiB x 25");
        assertThat(key(result, "messageSizeDistribution").note()).contains("thousandths", "at least 40 B");
    }

    @Test
    void aSetOfWorkloadsHasDimensions() throws ScenarioException, ImportException {
        ImportResult result = imported(
                WORKLOAD.replace("topics: 1", "topics: [1, 2]")
                                .replace("producersPerTopic: 2", "producersPerTopic: [1, 2, 4]")
                        + "nameFormat: \"${topics}-topics\"\n",
                KAFKA);

        assertThat(points(result)).hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"${rate}", "{{ rate }}", "{{rate}}", "\"{{- rate -}}\""})
    void aTemplateIsRenderedFirst(String variable) throws ScenarioException, ImportException {
        String workload = WORKLOAD.replace("50000", variable);

        assertThatThrownBy(() -> imported(workload, KAFKA))
                .isInstanceOf(ImportException.class)
                .hasMessageContainingAll("folder/file-1.yaml:11", "render it first", "--var rate=VALUE");
        OmbImport.Choices given =
                new OmbImport.Choices(Map.of("rate", "7000"), false, Optional.empty(), Optional.empty());
        assertThat(spec(imported(given, workload, KAFKA)).workload().rate()).hasToString("7000/s");
        assertThatThrownBy(() -> imported(given, WORKLOAD, KAFKA))
                .hasMessageContaining("--var rate: none of the files");
    }

    @Test
    void anExistingClusterIsMeasuredWhereItIsNamed() throws ScenarioException, ImportException {
        OmbImport.Choices existing = new OmbImport.Choices(Map.of(), true, Optional.empty(), Optional.empty());
        String secured = KAFKA.replace(
                "localhost:9092",
                "kafka.example.org:9093\n  security.protocol=SASL_SSL\n  sasl.jaas.config=login password=\"hidden-word\";");

        ImportResult result = imported(existing, WORKLOAD, secured);

        assertThat(spec(result).settings().client()).containsEntry("security.protocol", "SASL_SSL");
        assertThat(spec(result).system().serverVersion()).isEqualTo("existing");
        assertThat(result.scenario()).contains("bootstrap.servers: \"kafka.example.org:9093\"");
        assertThat(key(result, "sasl.jaas.config").note())
                .contains("--set-file settings.kafka.client.sasl.jaas.config=FILE");
        assertThat(result.scenario() + ImportText.of(result)).doesNotContain("hidden-word");
        assertThat(fate(imported(WORKLOAD, secured), "security.protocol")).isEqualTo(KeyFate.REFUSED);
    }

    @Test
    void nothingThatOthersWroteEndsAComment() throws ScenarioException, ImportException {
        ImportResult result = imported(
                WORKLOAD + "\"odd\\nworkload: {topics: 9}\": \"x\\nworkload: 3\"\n",
                KAFKA + "  od\\u000ad\\u0085e=1\n  client.id=a # b\\u000ac\n");

        assertThat(spec(result).workload().topics()).isEqualTo(1);
        assertThat(spec(result).settings().consumer()).containsEntry("client.id", "a # b\nc");
        assertThat(key(result, "od\nd\u0085e").fate()).isEqualTo(KeyFate.REFUSED);
        assertThat(result.scenario() + ImportText.of(result))
                .doesNotContain("\u0085")
                .contains("odd workload");
    }

    @Test
    void aDriverOfNoSystemIsAnObstacle() throws ScenarioException, ImportException {
        ImportResult result =
                imported(WORKLOAD, "driverClass: io.openmessaging.benchmark.driver.jms.JMSBenchmarkDriver\n");

        assertThat(result.scenario()).isNull();
        assertThat(ImportText.obstacles(result))
                .contains("Assay has no driver", "kafka, memory, nats, pulsar, rabbitmq");
    }

    @Test
    void filesOfAnotherKindAreToldApart() {
        assertThatThrownBy(() -> imported(WORKLOAD)).hasMessageContaining("there is no driver file");
        assertThatThrownBy(() -> imported(KAFKA)).hasMessageContaining("there is no workload file");
        assertThatThrownBy(() -> imported("apiVersion: v1\nkind: ConfigMap\n", KAFKA))
                .hasMessageContainingAll("neither a driver", "apiVersion, kind");
        assertThatThrownBy(() -> imported("- a\n- b\n", KAFKA)).isInstanceOf(ScenarioException.class);
    }

    @Test
    void aForeignBrokerIsToldFromTheOneThatIsStarted() throws ScenarioException, ImportException {
        String redpanda = KAFKA.replace("kafka.KafkaBenchmarkDriver", "redpanda.RedpandaBenchmarkDriver")
                .replace("  min.insync.replicas=2\n", "");

        ImportResult result = imported(WORKLOAD, redpanda);

        assertThat(spec(result).durability()).isEqualTo(DurabilityLevel.LEVEL_1);
        assertThat(key(result, "driverClass").note()).contains("Assay starts Apache Kafka in the place of Redpanda");

        OmbImport.Choices existing = new OmbImport.Choices(Map.of(), true, Optional.empty(), Optional.empty());
        assertThat(spec(imported(existing, WORKLOAD, redpanda)).system().serverVersion())
                .isEqualTo("Redpanda (version not known)");
    }
}
