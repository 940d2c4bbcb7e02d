package dev.assay.systems.kafka;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingList;
import dev.assay.model.spec.Check;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.DiskLayout;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.SameSetting;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.SystemCapabilities;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.spec.Workload;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.DurationText;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Describes Apache Kafka in KRaft mode, or an existing cluster that speaks its protocol. */
public record KafkaSpec(
        @Key(
                value = "Version of the Kafka server that Assay starts.",
                fallback = KafkaSpec.USUAL_RELEASE,
                cluster = true)
        String version,

        @Key(value = "Version of kafka-clients that the workers use.", fallback = KafkaSpec.USUAL_RELEASE)
        String clientVersion,

        @Key(
                value = "Number of combined broker and controller nodes of a local cluster.",
                fallback = "3",
                cluster = true)
        int nodes,

        @Key(value = "Copies of each partition; 0 means one on each node, at most 3.", fallback = "0")
        int replication,

        @Key(
                value =
                        "How consumers commit their offsets: interval (the client does, every 5 s or auto.commit.interval.ms) or poll (after each poll that brought messages, without waiting for the answer).",
                fallback = "interval")
        Acknowledgement acknowledgement,

        @Key(value = "Heap of each local node.", fallback = "256 MiB", cluster = true)
        ByteSize heap,

        @Key(
                value = "Where an existing cluster listens: host:port, comma-separated.",
                name = "bootstrap.servers",
                fallback = "",
                commas = true,
                cluster = true)
        String bootstrapServers,

        @Key(
                value =
                        "Name of the product that an existing cluster runs where it speaks Kafka's protocol but is not Kafka; its durability level is not known.",
                fallback = "",
                cluster = true)
        String product,

        Servers servers)
        implements SystemSpec {
    /** The producer's default of {@code max.request.size}. */
    private static final long REQUEST_DEFAULT = 1_048_576;

    /** The broker's default of {@code message.max.bytes}. */
    private static final long TOPIC_DEFAULT = 1_048_588;

    /** Bytes kept free for the record's and batch's own fields (at most about 100) and a key. */
    private static final long FRAMING = 512;

    private static final int MAX_PARTITIONS = 100_000;

    private static final String PROTOCOL = "security.protocol";
    private static final String PLAINTEXT = "PLAINTEXT";
    private static final String SESSION = "session.timeout.ms";

    /** The broker's default of {@code group.min.session.timeout.ms}. */
    private static final long MIN_SESSION_MILLIS = 6_000;

    /** The broker's default of {@code group.max.session.timeout.ms}. */
    private static final long MAX_SESSION_MILLIS = 1_800_000;

    /** Memory of a JVM besides its heap (class data, code, stacks, buffers), as seen on small nodes. */
    private static final long BESIDE_HEAP_BYTES = 200L << 20;

    private static final String USUAL_RELEASE = "4.3.1";

    /** Settings by which the client commits by itself. */
    private static final List<String> OF_INTERVAL = List.of("enable.auto.commit", "auto.commit.interval.ms");

    private static final Pattern PRODUCT = Pattern.compile("[A-Za-z][A-Za-z0-9 ._+-]{0,39}");

    private static final Pattern RELEASE = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\.[A-Za-z0-9_.+-]+");

    public enum Acknowledgement {
        INTERVAL,
        POLL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public KafkaSpec {
        Check.release("version", version, "must name a Kafka release");
        Check.release("client-version", clientVersion, "must name a release of kafka-clients");
        Check.inRange("nodes", nodes, 1, 9);
        Check.inRange("replication", replication, 0, 9);
        Check.key(
                "replication",
                servers.deployment() == Deployment.EXISTING || replication <= nodes,
                "replication is " + replication + ", but there are only " + nodes + " nodes",
                "nodes",
                "deployment");
        Check.key(
                "disks",
                servers.disks().layout() != DiskLayout.SPLIT,
                "disks have the layout split, but Kafka has no journal besides its logs: expected striped or shared");
        servers.check("bootstrap.servers", bootstrapServers, "host:port,host:port");
        Check.key(
                "product",
                product.isEmpty() || PRODUCT.matcher(product).matches(),
                "product must be a name of at most 40 letters, digits, spaces and . _ + -, and begin with a letter, but is '"
                        + product + "'");
        Check.key(
                "product",
                !product.equalsIgnoreCase("kafka"),
                "product is " + product + ", which is what it is without the key: leave product out");
        Check.key(
                "product",
                product.isEmpty() || servers.deployment() == Deployment.EXISTING,
                "product is " + product
                        + ", but Assay starts Kafka only: set deployment: existing and bootstrap.servers, or leave product out",
                "deployment");
    }

    public static KafkaSpec usual() {
        return new KafkaSpec(
                USUAL_RELEASE,
                USUAL_RELEASE,
                3,
                0,
                Acknowledgement.INTERVAL,
                new ByteSize(256L << 20),
                "",
                "",
                Servers.LOCAL);
    }

    public int effectiveReplication() {
        return replication > 0 ? replication : replicationOn(nodes);
    }

    public static int replicationOn(int nodes) {
        return Math.min(3, nodes);
    }

    @Override
    public int copies() {
        return effectiveReplication();
    }

    /**
     * Returns this spec: whether a broker syncs is a setting of topics, and without syncs a broker acknowledges messages that are in the
     * page cache only.
     */
    @Override
    public Optional<SystemSpec> withoutSync() {
        return Optional.of(this);
    }

    @Override
    public String system() {
        return "kafka";
    }

    @Override
    public String serverVersion() {
        if (!product.isEmpty()) {
            return product + " (version not known)";
        }
        return servers.deployment() == Deployment.EXISTING ? "existing" : version;
    }

    /**
     * Distinguishes only replicated from not: syncs are a setting of topics, and brokers differ in the default of {@code
     * min.insync.replicas} alone.
     */
    @Override
    public DurabilityLevel levelOfServers(DurabilityLevel requestedLevel) {
        return requestedLevel.replicatedSync() ? DurabilityLevel.LEVEL_2 : DurabilityLevel.LEVEL_4;
    }

    @Override
    public DurabilityStatement durability(DurabilityLevel requestedLevel, VendorSettings settings) {
        return statement(durabilityBySettings(requestedLevel, settings));
    }

    public KafkaDurability durabilityBySettings(DurabilityLevel requestedLevel, VendorSettings settings) {
        return KafkaDurability.of(this, requestedLevel, settings);
    }

    @Override
    public DurabilityStatement effectiveDurability(
            DurabilityLevel requestedLevel,
            VendorSettings settings,
            EffectiveConfig effective,
            Optional<String> serverVersion) {
        return statement(durabilityBySettings(requestedLevel, settings).readBack(effective));
    }

    /**
     * Returns the statement, or that nothing is known where the product is not Apache Kafka: only Kafka keeps its documentation's
     * promises.
     */
    private DurabilityStatement statement(KafkaDurability bySettings) {
        DurabilityStatement statement = bySettings.statement();
        return product.isEmpty() || statement.given().isEmpty()
                ? statement
                : DurabilityStatement.notKnown(
                        bySettings.requestedLevel(),
                        "whether " + product + " gives what Kafka does with these settings");
    }

    @Override
    public String needs() {
        return servers.deployment() == Deployment.EXISTING
                ? "an existing " + (product.isEmpty() ? "Kafka" : product) + " at "
                        + servers.kubernetes().or(bootstrapServers)
                : "Kafka %s from Maven Central (about 50 MB, once), %d local nodes, about %s of memory, free ports on 127.0.0.1%s"
                        .formatted(
                                version,
                                nodes,
                                memoryOfServers(),
                                servers.disks()
                                        .describe()
                                        .map(text -> ", " + text)
                                        .orElse(""));
    }

    /** Allows upgrades from 3.3 on, where every later release reads the data of every earlier one; downgrades are not foreseen. */
    @Override
    public String refusalOfRolling(String to) {
        if (nodes == 1) {
            return "the cluster has only one node, so none would be left while it restarts";
        }
        if (to.isEmpty()) {
            return "";
        }
        if (!isStartable(to)) {
            return "Assay cannot start Kafka '" + to + "': it starts releases from 3.3.0 on, written like 4.3.1";
        }
        if (!isStartable(version)) {
            return ""; // The check of the version itself reports this.
        }
        if (to.equals(version)) {
            return "the servers run " + version + " already";
        }
        return Arrays.compare(numbers(to), numbers(version)) < 0
                ? "the servers run " + version + ", and Kafka does not promise that " + to
                        + ", which is earlier, can read their data"
                : "";
    }

    /** Returns the first three numbers of the version, in which releases differ. */
    private static BigInteger[] numbers(String version) {
        return Arrays.stream(version.split("\\D+", -1))
                .filter(number -> !number.isEmpty())
                .limit(3)
                .map(BigInteger::new)
                .toArray(BigInteger[]::new);
    }

    @Override
    public boolean keepsWhatWasRead() {
        return true;
    }

    @Override
    public ByteSize memoryOfServers() {
        long bytes = nodes * (heap.bytes() + BESIDE_HEAP_BYTES);
        return new ByteSize(bytes >> 20 << 20);
    }

    @Override
    public Duration startsAndRecoveries() {
        return Duration.ofSeconds(45);
    }

    @Override
    public List<Incompatibility> refusals(VendorSettings settings) {
        List<Incompatibility> refusals =
                new ArrayList<>(new KafkaSettingRules().refusals(SettingList.known(this), settings));
        if (servers.deployment() == Deployment.LOCAL) {
            refusalOfLocal(settings).forEach(refusals::add);
        }
        if (acknowledgement == Acknowledgement.POLL) {
            for (String name : OF_INTERVAL) {
                if (settings.consumer().containsKey(name)) {
                    refusals.add(Incompatibility.of(
                            "systems.kafka.acknowledgement",
                            "acknowledgement is poll, with which the client commits nothing by itself, but settings.kafka.consumer."
                                    + name + " says when it does",
                            "leave out one of the two"));
                }
            }
        }
        return refusals;
    }

    /** Lists client settings that brokers started by Assay refuse. */
    private static List<Incompatibility> refusalOfLocal(VendorSettings settings) {
        List<Incompatibility> refusals = new ArrayList<>();
        String spoken = KafkaSettingRules.tls(settings.broker()) ? "SSL" : PLAINTEXT;
        for (SettingGroup group : List.of(SettingGroup.CLIENT, SettingGroup.PRODUCER, SettingGroup.CONSUMER)) {
            String protocol =
                    group.of(settings).getOrDefault(PROTOCOL, group == SettingGroup.CLIENT ? PLAINTEXT : spoken);
            if (!protocol.strip().equalsIgnoreCase(spoken)) {
                refusals.add(new Incompatibility(
                        setting(group, PROTOCOL),
                        Part.VALUE,
                        "it is " + protocol + ", but brokers that Assay starts speak " + spoken
                                + " only, so a client would wait for an answer in vain",
                        spoken.equals(PLAINTEXT)
                                ? "remove it, give brokers a certificate (settings.kafka.broker.ssl.keystore.location) for SSL, or use deployment: existing"
                                : "write SSL, or give brokers no certificate"));
            }
        }
        long shortest = KafkaValues.number(settings.broker(), "group.min.session.timeout.ms", MIN_SESSION_MILLIS);
        long session = KafkaValues.number(settings.consumer(), SESSION, shortest);
        if (session < shortest) {
            refusals.add(new Incompatibility(
                    setting(SettingGroup.CONSUMER, SESSION),
                    Part.VALUE,
                    "it is " + session + ", but brokers refuse less than group.min.session.timeout.ms, which is "
                            + shortest,
                    "raise it, or lower that in settings.kafka.broker"));
        }
        long longest = KafkaValues.number(settings.broker(), "group.max.session.timeout.ms", MAX_SESSION_MILLIS);
        if (KafkaValues.number(settings.consumer(), SESSION, 0) > longest) {
            refusals.add(new Incompatibility(
                    setting(SettingGroup.CONSUMER, SESSION),
                    Part.VALUE,
                    "it is more than brokers take, whose group.max.session.timeout.ms is " + longest,
                    "lower it, or raise that in settings.kafka.broker"));
        }
        return refusals;
    }

    @Override
    public Map<String, String> notes(TrialSpec trial) {
        Map<String, String> notes = new TreeMap<>();
        trial.workload().allGroups().forEach((name, group) -> {
            boolean resumed = group.startPaused()
                    || trial.events().values().stream()
                            .anyMatch(event -> event.resume().equals(name));
            if (group.queue() && (!group.live() || resumed)) {
                notes.put(
                        "workload.groups." + name,
                        "a member that joins a share group gets its first message a bit more than 5 s later (kafka-clients 4.3.1): so long the group reads nothing when it starts or is resumed");
            }
        });
        return notes;
    }

    @Override
    public List<SameSetting> sameSettings() {
        return List.of(
                SameSetting.of("workload.batching.linger", setting(SettingGroup.PRODUCER, "linger.ms")),
                SameSetting.of("workload.batching.size", setting(SettingGroup.PRODUCER, "batch.size")));
    }

    private static KeyPath setting(SettingGroup group, String name) {
        return group.path("kafka").to(name);
    }

    @Override
    public Map<String, String> setByAssay(DurabilityLevel level, Workload workload) {
        Map<String, String> set = new TreeMap<>();
        KafkaDurability.topicSettings(level, copies()).forEach((name, value) -> set.put("topic." + name, value));
        set.put("producer.acks", KafkaDurability.acks(level));
        set.put("producer.linger.ms", Long.toString(workload.batching().linger().toMillis()));
        set.put("producer.batch.size", Long.toString(workload.batching().size().bytes()));
        if (acknowledgement == Acknowledgement.POLL) {
            set.put("consumer.enable.auto.commit", "false");
        }
        return set;
    }

    @Override
    public Map<String, String> deleting(EffectiveConfig effective) {
        return new KafkaSettingRules().deleting(effective);
    }

    @Override
    public List<Incompatibility> refusals(Workload workload) {
        List<Incompatibility> refusals = new ArrayList<>();
        if (servers.deployment() == Deployment.LOCAL && !isStartable(version)) {
            refusals.add(Incompatibility.of(
                    "systems.kafka.version",
                    "Assay cannot start Kafka '" + version + "'",
                    "it starts releases from 3.3.0 on, written like 4.3.1"));
        }
        Duration linger = workload.batching().linger();
        if (!linger.equals(Duration.ofMillis(linger.toMillis()))) {
            refusals.add(Incompatibility.of(
                    "workload.batching.linger",
                    "Kafka's linger.ms takes whole milliseconds, but linger is " + DurationText.format(linger),
                    "round it"));
        }
        return refusals;
    }

    /**
     * Refuses queues, which are share groups, below 4.2, where servers and clients have them for production. Existing clusters are asked
     * when a trial begins.
     */
    @Override
    public Optional<Incompatibility> refusalOfQueues(Workload workload) {
        if (servers.deployment() == Deployment.LOCAL && !isFrom(version, 4, 2)) {
            return Optional.of(Incompatibility.of(
                    "systems.kafka.version",
                    "a queue is a share group on Kafka, which servers have from 4.2 on, but version is " + version,
                    "use 4.2.0 or later, or leave queue out of workload.groups"));
        }
        if (acknowledgement != Acknowledgement.INTERVAL) {
            return Optional.of(Incompatibility.of(
                    "systems.kafka.acknowledgement",
                    "in a queue each message is acknowledged by itself, but acknowledgement is " + acknowledgement,
                    "use interval, or leave queue out of workload.groups"));
        }
        return isFrom(clientVersion, 4, 2)
                ? Optional.empty()
                : Optional.of(Incompatibility.of(
                        "systems.kafka.client-version",
                        "a queue is a share group on Kafka, which clients have from 4.2 on, but client-version is "
                                + clientVersion,
                        "use 4.2.0 or later, or leave queue out of workload.groups"));
    }

    /** Returns whether this can be a version that has KRaft for production. */
    private static boolean isStartable(String version) {
        return isFrom(version, 3, 3);
    }

    private static boolean isFrom(String version, int firstMajor, int firstMinor) {
        Matcher release = RELEASE.matcher(version);
        if (!release.matches()) {
            return false;
        }
        int major = Integer.parseInt(release.group(1));
        return major > firstMajor || (major == firstMajor && Integer.parseInt(release.group(2)) >= firstMinor);
    }

    @Override
    public SystemCapabilities capabilities(VendorSettings settings) {
        return capabilitiesOf(settings);
    }

    /** Returns the limits of producers and topics with these settings, whoever runs the brokers. */
    public static SystemCapabilities capabilitiesOf(VendorSettings settings) {
        long request =
                VendorSettings.number(settings.producer(), "max.request.size").orElse(REQUEST_DEFAULT);
        long topic = VendorSettings.number(settings.topic(), "max.message.bytes")
                .orElse(VendorSettings.number(settings.broker(), "message.max.bytes")
                        .orElse(TOPIC_DEFAULT));
        long buffer =
                VendorSettings.number(settings.producer(), "buffer.memory").orElse(Long.MAX_VALUE);
        long most = Math.min(buffer, Math.min(request, topic));
        return new SystemCapabilities(Math.max(0, most - FRAMING), MAX_PARTITIONS, true);
    }
}
