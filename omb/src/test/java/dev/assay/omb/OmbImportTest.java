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
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
        assertThat(result.scenario()).contains("acknowledgement: poll  # enable.auto.commit: false");
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
                .containsOnlyKeys("auto.offset.reset", "max.partition.fetch.bytes", "auto.commit.interval.ms");
        assertThat(key(result, "offsetCommitLingerMs").note()).startsWith("no property of Kafka's");
        assertThat(fate(result, "offsetCommitLingerMs")).isEqualTo(KeyFate.DIFFERS);
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
    void aTemplateIsNotFilledInBeyondTheSizeOfAnyFile() {
        String many = WORKLOAD + "${rate}\n".repeat(100_000);
        OmbImport.Choices large =
                new OmbImport.Choices(Map.of("rate", "7".repeat(1000)), false, Optional.empty(), Optional.empty());

        assertThatThrownBy(() -> imported(large, many, KAFKA))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("with its variables filled in, it exceeds 4 MiB");
        assertThatThrownBy(() -> imported(many, KAFKA))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("and more")
                .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(10_000));
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
        assertThat(fate(imported(WORKLOAD, secured), "security.protocol")).isEqualTo(KeyFate.REFUSED);
    }

    /** For Pulsar, the address for administration does not count, since clients don't connect to it. */
    @ParameterizedTest
    @ValueSource(strings = {"bootstrap.servers", "serviceUrl", "amqpUris", "natsHostUrl"})
    void anExistingClusterHasAnAddress(String place) throws ScenarioException, ImportException {
        OmbImport.Choices existing = new OmbImport.Choices(Map.of(), true, Optional.empty(), Optional.empty());
        String driver = Stream.of(KAFKA, PULSAR, RABBITMQ, NATS)
                .filter(text -> text.contains(place))
                .findFirst()
                .orElseThrow();

        ImportResult result = imported(
                existing,
                WORKLOAD,
                driver.replace("  - amqp://localhost\n", "").replaceAll("(?m)^ *" + Pattern.quote(place) + ".*\n", ""));

        assertThat(result.scenario()).isNull();
        assertThat(ImportText.obstacles(result))
                .isEqualTo("  folder/file-2.yaml: --existing measures the cluster that a driver names, and no key here"
                        + " that Assay knows has an address");
    }

    /** One text may hold several addresses, with or without a scheme. */
    @Test
    void serversOfNatsHaveAScheme() throws ScenarioException, ImportException {
        OmbImport.Choices existing = new OmbImport.Choices(Map.of(), true, Optional.empty(), Optional.empty());
        String driver = NATS.replace("localhost:4222", "one:4222,two:4222, nats://three:4222")
                .replace("replicationFactor: 3\n", "");

        assertThat(imported(existing, WORKLOAD, driver).scenario())
                .contains("url: \"nats://one:4222,nats://two:4222,nats://three:4222\"", "replication: 1 ");
        assertThat(spec(imported(WORKLOAD, driver)).durability()).isEqualTo(DurabilityLevel.LEVEL_4);
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
        assertThatThrownBy(() -> imported("one: 1\ntwo: 2\n", KAFKA))
                .hasMessageContainingAll("neither a driver", "one, two");
        assertThatThrownBy(() -> imported("- a\n- b\n", KAFKA)).isInstanceOf(ScenarioException.class);
    }

    /** Files for shell, Helm and the like contain variables, so the kind of file is reported first. */
    @ParameterizedTest
    @ValueSource(strings = {"${rate}", "{{ .Values.rate }}", "50000"})
    void aConfigMapIsNamedAsSuchAtOnce(String rate) {
        String map = """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: load
                data:
                  small.yaml: |
                %s
                  driver.yaml: |-
                %s
                ---
                apiVersion: batch/v1
                kind: Job
                """.formatted(
                        WORKLOAD.replace("50000", rate).indent(4).stripTrailing(),
                        KAFKA.indent(4).stripTrailing());

        assertThatThrownBy(() -> imported(map, KAFKA))
                .isInstanceOf(ImportException.class)
                .hasMessageContainingAll(
                        "folder/file-1.yaml is a file for Kubernetes (ConfigMap, Job)",
                        "it has texts named small.yaml, driver.yaml",
                        "copy the text of each workload and driver in it to a file of its own")
                .hasMessageNotContainingAny("render it first", "commonConfig");
    }

    @Test
    void aPropertyBlockThatIsNoTextIsRefusedAsTheBenchmarkDoes() throws ScenarioException, ImportException {
        ImportResult result = imported(
                WORKLOAD,
                KAFKA.replace("topicConfig: |\n  min.insync.replicas=2", "topicConfig:\n  min.insync.replicas: 2"));

        assertThat(result.scenario()).isNull();
        assertThat(ImportText.obstacles(result)).contains("topicConfig is a text of properties", "'topicConfig: |'");
    }

    @Test
    void whatNoKeySaysIsWhatItsClientDoes() throws ScenarioException, ImportException {
        String bare = KAFKA.replace("  acks=all\n  linger.ms=1\n  batch.size=131072\n", "")
                .replace("producerConfig: |", "producerConfig: \"\"")
                .replace("  auto.offset.reset=earliest\n  enable.auto.commit=false\n", "");

        ImportResult two = imported(WORKLOAD, bare);
        assertThat(spec(two).durability()).isEqualTo(DurabilityLevel.LEVEL_2);
        assertThat(spec(two).settings().producer()).containsOnlyKeys("linger.ms", "batch.size");

        ImportResult one = imported(WORKLOAD, bare.replace("min.insync.replicas=2", "retention.ms=60000"));
        assertThat(spec(one).durability()).isEqualTo(DurabilityLevel.LEVEL_4);
        assertThat(spec(one).settings().producer())
                .containsExactlyInAnyOrderEntriesOf(Map.of("acks", "all", "linger.ms", "0", "batch.size", "16384"));
        assertThat(ImportText.of(one))
                .contains(
                        "acks=all (not given: the client's default), min.insync.replicas=1",
                        "left out: messages that it drops would be counted as lost",
                        "folder/file-2.yaml: assumed -> settings.kafka.producer.acks (acks is not given: all, the client's default",
                        "auto.offset.reset is not given: latest",
                        "acknowledgement (enable.auto.commit is not given: the benchmark's consumer commits after each poll");
        assertThat(one.scenario()).contains("acknowledgement: poll");
        assertThat(spec(one).settings().topic()).isEmpty();
        OmbImport.Choices chosen =
                new OmbImport.Choices(Map.of(), false, Optional.of(DurabilityLevel.LEVEL_4), Optional.empty());
        ImportResult asked = imported(chosen, WORKLOAD, bare);
        assertThat(spec(asked).settings().producer()).doesNotContainKey("acks");
        assertThat(ImportText.of(asked)).contains("level-4 was asked for, which sets 1");
    }

    @Test
    void aBlockForProducersOverrulesThatOfAllClients() throws ScenarioException, ImportException {
        ImportResult result = imported(
                WORKLOAD,
                KAFKA.replace(
                        "localhost:9092", "localhost:9092\n  acks=1\n  enable.auto.commit=true\n  fetch.min.bytes=3"));

        assertThat(spec(result).durability()).isEqualTo(DurabilityLevel.LEVEL_2);
        assertThat(spec(result).settings().producer()).doesNotContainKey("acks");
        assertThat(spec(result).settings().consumer()).containsEntry("fetch.min.bytes", "3");
        assertThat(result.scenario()).contains("    acknowledgement: poll  #");
        assertThat(OmbFiles.keys(result, "acks"))
                .extracting(found -> found.source().line() + " " + found.fate())
                .containsExactlyInAnyOrder("8 REFUSED", "12 MAPPED");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "enable.auto.commit=false|poll|115 s of processor time a million messages",
                "enable.auto.commit=False|poll|1.8 times as much at 20,000/s",
                "enable.auto.commit=true|interval|as by default",
                "enable.auto.commit=TRUE|interval|as by default",
                "enable.auto.commit=false\\n  auto.commit.interval.ms=100|poll|each poll is committed",
                "enable.auto.commit=true\\n  auto.commit.interval.ms=100|interval|as by default",
                "enable.auto.commit=false\\n  offsetCommitLingerMs=0|poll|no property of Kafka's",
                "enable.auto.commit=false\\n  offsetCommitLingerMs=1000|interval|commits by itself",
            })
    void offsetsAreCommittedWhenTheBenchmarkDoes(String said, String mode, String note)
            throws ScenarioException, ImportException {
        ImportResult result = imported(WORKLOAD, KAFKA.replace("enable.auto.commit=false", said.replace("\\n", "\n")));

        assertThat(spec(result).settings().consumer()).doesNotContainKey("enable.auto.commit");
        assertThat(String.valueOf(result.scenario()).contains("    acknowledgement: poll  #"))
                .isEqualTo(mode.equals("poll"));
        assertThat(ImportText.of(result)).contains(note);
    }

    /** The consumers of that driver commit every 5 s, whatever the file says. */
    @Test
    void aForeignDriversConsumersCommitByThemselves() throws ScenarioException, ImportException {
        ImportResult result =
                imported(WORKLOAD, KAFKA.replace("kafka.KafkaBenchmarkDriver", "redpanda.RedpandaBenchmarkDriver"));

        assertThat(result.scenario()).doesNotContain("acknowledgement");
        assertThat(key(result, "enable.auto.commit").note()).contains("commits by itself");
    }

    @Test
    void eachLineOfTheListNamesItsFile() throws ScenarioException, ImportException {
        ImportResult result = imported(WORKLOAD, KAFKA, PULSAR, RABBITMQ, NATS);

        assertThat(ImportText.of(result).lines())
                .allMatch(line -> line.matches("folder/file-[1-5]\\.yaml(:\\d+)?: (mapped|differs|refused|assumed) .+")
                        || line.matches("\\d+ mapped, \\d+ differ, \\d+ refused, \\d+ assumed"));
    }

    /** If one value is impossible, the others are still imported. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "randomBytesRatio: 7",
                "producerRateList: [[4, 0, 10], [5, 0, 20]]",
                "producerRateList: [[0, 10], [1, 20]]\nconsumerBacklogSizeGB: 3",
                "producerRate: 0\nconsumerBacklogSizeGB: 3",
                "messageSize: [1, 2]\nconsumerBacklogSizeGB: 3",
                "warmupDurationMinutes: 0\nwarmupProducerRate: 7",
                "subscriptionsPerTopic: 0",
                "messageSizeDistribution: {bad: 3}",
                "useRandomizedPayloads: maybe",
                "testDurationMinutes: 0",
            })
    void aKeyIsNotUnknownInOneFileAndMappedInTheNext(String other) throws ScenarioException, ImportException {
        String all = """
                name: all
                topics: 1
                partitionsPerTopic: 16
                messageSize: 1024
                payloadFile: some.data
                useRandomizedPayloads: true
                randomBytesRatio: 0.5
                randomizedPayloadPoolSize: 10
                keyDistributor: NO_KEY
                subscriptionsPerTopic: 1
                consumerPerSubscription: 4
                messageProcessingDelayMs: 1
                producersPerTopic: 2
                producerRate: 50000
                consumerBacklogSizeGB: 0
                backlogDrainRatio: 1
                backlogProducerRate: 60000
                consumerOnly: false
                warmupDurationMinutes: 2
                warmupProducerRate: 40000
                warmupProducerRateSeparationMinutes: 1
                testDurationMinutes: 5
                randomTopicNames: true
                sampleRateMillis: 1000
                logIntervalMillis: 1000
                """;

        for (String workload : new String[] {all, all + other + "\n"}) {
            ImportResult result = imported(workload, KAFKA);

            assertThat(result.keys())
                    .extracting(key -> key.source().shown() + " " + key.note())
                    .noneMatch(text -> text.contains("no key that Assay knows"));
        }
    }

    /** Producers share bodies where there are too many for each to have its own. */
    @ParameterizedTest
    @CsvSource({"1024, 1000, MAPPED, 1000", "524288, 256, MAPPED, 256", "524288, 1000, DIFFERS, 256"})
    void aPoolIsAsLargeAsThereWhateverTheNumberOfProducers(int size, int bodies, KeyFate fate, int pool)
            throws ScenarioException, ImportException {
        String workload = WORKLOAD.replace("messageSize: 1024", "messageSize: " + size)
                .replace("PoolSize: 1000", "PoolSize: " + bodies)
                .replace("producersPerTopic: 2", "producersPerTopic: 1000")
                .replace("partitionsPerTopic: 16", "partitionsPerTopic: 1");

        ImportResult result = imported(workload, KAFKA);

        assertThat(fate(result, "randomizedPayloadPoolSize")).isEqualTo(fate);
        assertThat(spec(result).workload().message().payload().pool()).isEqualTo(pool);
    }

    /** The result is the same where each file has the key, although the reader of the scenario reports it for only one. */
    @Test
    void aKeyComesToTheSameInEachFile() throws ScenarioException, ImportException {
        String workload = WORKLOAD + "unheardOf: 3\nkeyDistributor: NO_KEY\n";
        String driver = KAFKA + "  fetch.minimum.bytes=7\n  fetch.min.bytes=8\nunheardOf: 3\n";

        ImportResult result = imported(workload, workload.replace("50000", "60000"), driver, driver);

        assertThat(points(result)).hasSize(4);
        for (String name : new String[] {
            "unheardOf", "keyDistributor", "fetch.minimum.bytes", "fetch.min.bytes", "enable.auto.commit"
        }) {
            assertThat(OmbFiles.keys(result, name))
                    .as(name)
                    .hasSize(name.equals("unheardOf") ? 4 : 2)
                    .extracting(found -> found.fate())
                    .containsOnly(
                            name.equals("unheardOf") || name.equals("fetch.minimum.bytes")
                                    ? KeyFate.REFUSED
                                    : KeyFate.MAPPED);
        }
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
