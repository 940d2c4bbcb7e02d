package dev.assay.systems.nats;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingList;
import dev.assay.model.setting.SettingNames;
import dev.assay.model.spec.Check;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.DiskLayout;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.Incompatibility;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Describes NATS JetStream with a stream for each partition, and a durable pull consumer for each partition of a subscription. */
public record NatsSpec(
        @Key(
                value =
                        "Version of nats-server that Assay starts; installed means the one that NATS_SERVER names, else the one on the path.",
                fallback = NatsSpec.USUAL_RELEASE,
                cluster = true)
        String version,

        @Key(value = "Version of jnats that the workers use.", fallback = NatsSpec.CLIENT)
        String clientVersion,

        @Key(value = "Number of nodes of a local cluster.", fallback = "3", cluster = true)
        int nodes,

        @Key(value = "Copies of each stream, 1, 3 or 5; 0 means 3, or 1 on fewer nodes.", fallback = "0")
        int replication,

        @Key(value = "Where streams are stored: file or memory.", fallback = "file")
        Storage storage,

        @Key(
                value =
                        "What streams keep: limits (messages stay when they were consumed) or work-queue (they go once their only subscription has acknowledged them).",
                fallback = "limits")
        Retention retention,

        @Key(
                value =
                        "How consumers acknowledge: explicit (each message), all (one acknowledgement covers all messages before it) or none (a message is done once it is sent).",
                fallback = "explicit")
        Acknowledgement acknowledgement,

        @Key(
                value =
                        "Messages of each partition that a consumer has asked for and not processed yet: the batch size of its pulls.",
                fallback = "500")
        int prefetch,

        @Key(
                value =
                        "URLs of an existing cluster: nats://host:port or tls://host:port, with user:password@ where needed, comma-separated.",
                fallback = "",
                commas = true,
                cluster = true)
        String url,

        @Key(
                value =
                        "Monitoring URLs of an existing cluster, one for each server: http://host:8222, comma-separated. Only they tell whether servers sync before they acknowledge.",
                name = "monitor.url",
                fallback = "",
                commas = true,
                cluster = true)
        String monitorUrl,

        @Key(
                value =
                        "File with the seed of a user's nkey, readable by the workers. A credentials file is set with settings.nats.client.",
                name = "nkey.file",
                fallback = "",
                cluster = true)
        String nkeyFile,

        Servers servers)
        implements SystemSpec {
    public static final String INSTALLED = "installed";

    static final String USUAL_RELEASE = "2.15.1";

    /** The version of the client that the driver is built against. */
    static final String CLIENT = "2.26.2";

    /** The shortest time for which the driver makes the client wait for an acknowledgement, unless the scenario sets it. */
    public static final Duration ACKNOWLEDGEMENT_LIMIT = Duration.ofSeconds(30);

    /** The server's default of {@code max_payload}. */
    private static final long PAYLOAD_BYTES = 1L << 20;

    /** The limit of partitions, each of which is a stream, and so a Raft group where it has copies. */
    private static final int MAX_PARTITIONS = 1_000;

    /** Memory of a small node under load, as seen on small messages. */
    private static final long NODE_BYTES = 150L << 20;

    private static final int COPIES = 3;

    /** A user without a password, which the client takes for a token. */
    private static final Pattern TOKEN = Pattern.compile("://[^:/@\\s,]+@");

    public enum Storage {
        FILE,
        MEMORY;

        /** Returns the name in scenarios, which is the vendor's own. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public enum Retention {
        LIMITS("limits"),
        WORK_QUEUE("workqueue");

        private final String vendors;

        Retention(String vendors) {
            this.vendors = vendors;
        }

        public String vendors() {
            return vendors;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public enum Acknowledgement {
        EXPLICIT,
        ALL,
        NONE;

        /** Returns the name in scenarios, which is the vendor's own. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public NatsSpec {
        Check.release("version", version, "must be '" + INSTALLED + "' or a release of nats-server");
        Check.release("client-version", clientVersion, "must name a release of jnats");
        Check.inRange("nodes", nodes, 1, 9);
        Check.key(
                "nodes",
                servers.deployment() == Deployment.EXISTING || nodes != 2,
                "nodes is 2, but two servers make no cluster that can lose one: expected 1, 3 or more",
                "deployment");
        Check.key(
                "replication",
                replication == 0 || replication == 1 || replication == 3 || replication == 5,
                "replication is " + replication + ", but streams have 1, 3 or 5 copies");
        Check.key(
                "replication",
                servers.deployment() == Deployment.EXISTING || replication <= nodes,
                "replication is " + replication + ", but there are only " + nodes + " nodes",
                "nodes",
                "deployment");
        Check.inRange("prefetch", prefetch, 1, 100_000);
        Check.key(
                "acknowledgement",
                retention == Retention.LIMITS || acknowledgement == Acknowledgement.EXPLICIT,
                "acknowledgement is " + acknowledgement
                        + ", but a work queue has to be told of each message: expected explicit",
                "retention");
        Check.key(
                "disks",
                servers.disks().number() == 1 && servers.disks().layout() != DiskLayout.SPLIT,
                "disks are several, but nats-server keeps all streams in one folder: expected one disk");
        servers.check("url", url, "nats://host:port");
        Check.key(
                "url",
                !TOKEN.matcher(url).find(),
                "url has a token before an @, where nothing tells that it is a secret: expected settings.nats.client: { io.nats.client.token: ... }");
    }

    public static NatsSpec usual() {
        return new NatsSpec(
                USUAL_RELEASE,
                CLIENT,
                3,
                0,
                Storage.FILE,
                Retention.LIMITS,
                Acknowledgement.EXPLICIT,
                500,
                "",
                "",
                "",
                Servers.LOCAL);
    }

    public static int replicationOn(int nodes) {
        return nodes >= COPIES ? COPIES : 1;
    }

    @Override
    public int copies() {
        return replication > 0 ? replication : replicationOn(nodes);
    }

    /**
     * Returns this system where Assay starts it: without syncs its servers acknowledge what is in the page cache only. Settings of other
     * servers are not known.
     */
    @Override
    public Optional<SystemSpec> withoutSync() {
        return servers.deployment() == Deployment.LOCAL ? Optional.of(this) : Optional.empty();
    }

    @Override
    public String system() {
        return "nats";
    }

    @Override
    public String serverVersion() {
        return servers.deployment() == Deployment.EXISTING ? "existing" : version;
    }

    @Override
    public DurabilityStatement durability(DurabilityLevel requestedLevel, VendorSettings settings) {
        return NatsDurability.of(this, requestedLevel, settings).statement();
    }

    /** Returns the settings of each server that Assay starts at that level; all others keep the vendor's defaults. */
    public Map<String, String> serverSettings(DurabilityLevel level) {
        return NatsDurability.serverSettings(level);
    }

    @Override
    public DurabilityStatement effectiveDurability(
            DurabilityLevel requestedLevel,
            VendorSettings settings,
            EffectiveConfig effective,
            Optional<String> serverVersion) {
        return NatsDurability.of(this, requestedLevel, settings)
                .readBack(effective)
                .statement();
    }

    /** Returns false: syncs can be set at any level, but the number of copies is set for the streams. */
    @Override
    public boolean reachesAnyLevel() {
        return false;
    }

    @Override
    public List<String> durabilityKeys() {
        return List.of("replication", "nodes", "storage");
    }

    @Override
    public String reaching(DurabilityLevel requestedLevel) {
        List<String> needed = new ArrayList<>();
        if (requestedLevel.replicatedSync() && copies() == 1) {
            needed.add("replication: 3"
                    + (nodes < COPIES && servers.deployment() == Deployment.LOCAL ? " on nodes: 3" : ""));
        }
        if (storage == Storage.MEMORY) {
            needed.add("storage: file");
        }
        return needed.isEmpty() ? "" : String.join(" with ", needed) + " provides it";
    }

    @Override
    public String needs() {
        if (servers.deployment() == Deployment.EXISTING) {
            return "an existing NATS with JetStream at " + servers.kubernetes().or(url);
        }
        String server = version.equals(INSTALLED)
                ? "nats-server on this machine"
                : "nats-server %s from PyPI (about 7 MB, once)".formatted(version);
        return "%s, %d local nodes, about %s of memory, free ports on 127.0.0.1%s"
                .formatted(
                        server,
                        nodes,
                        memoryOfServers(),
                        servers.disks().describe().map(text -> ", " + text).orElse(""));
    }

    @Override
    public ByteSize memoryOfServers() {
        return new ByteSize(nodes * NODE_BYTES);
    }

    @Override
    public boolean keepsWhatWasRead() {
        return storage == Storage.FILE && retention == Retention.LIMITS;
    }

    @Override
    public Duration startsAndRecoveries() {
        return Duration.ofSeconds(25);
    }

    @Override
    public List<Incompatibility> refusals(VendorSettings settings) {
        Map<SettingGroup, SettingNames> known = SettingList.known(this);
        known.putAll(JetStreamSettings.known());
        if (runsNodes() && version.equals(INSTALLED)) {
            // The list applies where no version is named; a newer version can be named instead.
            known.put(
                    SettingGroup.BROKER,
                    SettingList.beside(NatsSpec.class, "broker").names());
        }
        return new NatsSettingRules(copies()).refusals(known, settings);
    }

    @Override
    public boolean isSame(String serverSetting, String value, String reported) {
        return NatsServerValues.isSame(serverSetting, value, reported);
    }

    @Override
    public List<SameSetting> sameSettings() {
        return List.of(SameSetting.of(
                "workload.batching.size", setting(SettingGroup.CLIENT, "io.nats.client.force.flush.on.request")));
    }

    private static KeyPath setting(SettingGroup group, String name) {
        return group.path("nats").to(name);
    }

    @Override
    public Map<String, String> setByAssay(DurabilityLevel level, Workload workload) {
        Map<String, String> set = new TreeMap<>();
        if (runsNodes()) {
            serverSettings(level).forEach((name, value) -> set.put("broker." + name, value));
        }
        set.put("topic.num_replicas", Integer.toString(copies()));
        set.put("topic.storage", storage.toString());
        set.put("topic.retention", retention.vendors());
        set.put("consumer.ack_policy", acknowledgement.toString());
        set.put(
                "client.io.nats.client.force.flush.on.request",
                Boolean.toString(workload.batching().size().bytes() == 0));
        return set;
    }

    @Override
    public Map<String, String> deleting(EffectiveConfig effective) {
        return new NatsSettingRules(copies()).deleting(effective);
    }

    /** Returns true, since a durable pull consumer gives its messages to any client that asks. */
    @Override
    public boolean sharesPartitions() {
        return true;
    }

    /** Allows queues, which every durable pull consumer is, as long as each message is acknowledged by itself. */
    @Override
    public Optional<Incompatibility> refusalOfQueues(Workload workload) {
        return acknowledgement == Acknowledgement.EXPLICIT
                ? Optional.empty()
                : Optional.of(Incompatibility.of(
                        "systems.nats.acknowledgement",
                        "in a queue each message is acknowledged by itself, but acknowledgement is " + acknowledgement,
                        "use explicit, or leave queue out of workload.groups"));
    }

    @Override
    public List<Incompatibility> refusals(Workload workload) {
        List<Incompatibility> refusals = new ArrayList<>();
        int subscriptions = workload.allSubscriptions().size();
        if (retention == Retention.WORK_QUEUE && subscriptions != 1) {
            refusals.add(Incompatibility.of(
                    "systems.nats.retention",
                    "a work queue gives each message to its only subscription, but there are " + subscriptions,
                    "use limits, or one subscription"));
        }
        int consumers = workload.maxConsumersOutsideQueues();
        if (acknowledgement == Acknowledgement.ALL && consumers > 1) {
            refusals.add(Incompatibility.of(
                    "systems.nats.acknowledgement",
                    "with all, a consumer acknowledges what others of its subscription have not processed, but"
                            + " workload.consumers is " + consumers,
                    "use explicit, or one consumer"));
        }
        return refusals;
    }

    @Override
    public Map<String, String> notes(TrialSpec trial) {
        Duration drain = trial.timing().drain();
        String chosen = trial.settings()
                .client()
                .getOrDefault("io.nats.client.cleanupinterval", "")
                .strip();
        Duration limit =
                chosen.matches("[0-9]{1,9}") ? Duration.ofMillis(Long.parseLong(chosen)) : ACKNOWLEDGEMENT_LIMIT;
        return drain.compareTo(limit) < 0
                ? Map.of(
                        "timing.drain",
                        "%s, but the client waits for an acknowledgement for %s to twice as long: a message that has none when the drain is over has no outcome"
                                .formatted(DurationText.format(drain), DurationText.format(limit)))
                : Map.of();
    }

    @Override
    public SystemCapabilities capabilities(VendorSettings settings) {
        return capabilitiesOf(
                NatsServerValues.number(settings.broker(), "max_payload").orElse(PAYLOAD_BYTES), settings);
    }

    /** Returns the limits of servers with this {@code max_payload} and streams with these settings. */
    public static SystemCapabilities capabilitiesOf(long maxPayloadBytes, VendorSettings settings) {
        long ofStream = VendorSettings.number(settings.topic(), "max_msg_size").orElse(Long.MAX_VALUE);
        return new SystemCapabilities(Math.min(maxPayloadBytes, ofStream), MAX_PARTITIONS, true);
    }
}
