package dev.assay.systems.pulsar;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingList;
import dev.assay.model.setting.SettingNames;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.Check;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.SameSetting;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.SystemCapabilities;
import dev.assay.model.spec.SystemSpec;
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
import java.util.OptionalLong;
import java.util.TreeMap;

/** Describes Apache Pulsar: brokers serve clients, bookies store, ZooKeeper keeps their metadata. */
public record PulsarSpec(
        @Key(value = "Version of the Pulsar distribution that Assay starts.", fallback = "4.0.8", cluster = true)
        String version,

        @Key(
                value = "Version of pulsar-client and pulsar-client-admin that the workers use.",
                fallback = PulsarSpec.CLIENT)
        String clientVersion,

        @Key(value = "Number of bookies of a local cluster.", fallback = "3", cluster = true)
        int bookies,

        @Key(value = "Number of brokers of a local cluster.", fallback = "1", cluster = true)
        int brokers,

        @Key(
                value =
                        "Whether each broker of a local cluster shares a machine with a bookie (together) or has its own (apart); a machine is an address, a disk and the target of a fault.",
                fallback = "together",
                cluster = true)
        Placement placement,

        @Key(
                value = "Heap of each local broker; it uses up to twice as much again outside the heap.",
                fallback = "256 MiB",
                cluster = true)
        ByteSize heap,

        @Key(
                value = "Heap of each local bookie; it uses up to twice as much again outside the heap.",
                fallback = "192 MiB",
                cluster = true)
        ByteSize bookieHeap,

        @Key(value = "Bookies that a ledger's entries are spread over; 0 means all, at most 3.", fallback = "0")
        int ensemble,

        @Key(value = "Copies of each entry; 0 means one on each bookie of the ensemble.", fallback = "0")
        int writeQuorum,

        @Key(
                value =
                        "Copies to be confirmed before a message is acknowledged; 0 means as many as the durability level requires.",
                fallback = "0")
        int ackQuorum,

        @Key(
                value =
                        "How consumers share a subscription that is no queue (workload.groups): failover (each partition has one of them), exclusive (only one consumer), shared or key-shared.",
                fallback = "failover")
        SubscriptionType subscriptionType,

        @Key(value = "Tenant under which Assay creates its namespaces; it must exist.", fallback = "public")
        String tenant,

        @Key(
                value = "Service URL of an existing cluster: pulsar://host:port,host:port or pulsar+ssl://.",
                name = "service.url",
                fallback = "",
                commas = true,
                cluster = true)
        String serviceUrl,

        @Key(
                value = "Admin URL of an existing cluster: http://host:port or https://.",
                name = "admin.url",
                fallback = "",
                commas = true,
                cluster = true)
        String adminUrl,

        Servers servers)
        implements SystemSpec {
    /** The version of the client that the driver is built against. */
    static final String CLIENT = "4.2.4";

    /** The broker's default of {@code maxMessageSize}. */
    private static final long USUAL_MESSAGE_BYTES = 5L << 20;

    /** Bytes kept free for a message's own fields, its key, and the batch around it. */
    private static final int FRAMING = 8 * 1024;

    private static final int MAX_PARTITIONS = 10_000;

    /** Memory of a JVM besides its heap (class data, code, stacks, buffers), as seen on small nodes. */
    private static final long BESIDE_HEAP_BYTES = 300L << 20;

    private static final long ZOOKEEPER_BYTES = 250L << 20;

    /** A client's batches wait in whole milliseconds. */
    private static final Duration SHORTEST_LINGER = Duration.ofMillis(1);

    public enum Placement {
        TOGETHER,
        APART
    }

    public enum SubscriptionType {
        EXCLUSIVE,
        FAILOVER,
        SHARED,
        KEY_SHARED
    }

    /**
     * @param ensemble bookies that entries are spread over
     * @param write copies of each entry
     * @param ack copies confirmed before a message is acknowledged
     */
    public record Quorums(int ensemble, int write, int ack) {
        /** Replaces 0 with its meaning on {@code bookies} bookies, except in the ack quorum, which depends on the durability. */
        public Quorums on(int bookies) {
            int used = ensemble > 0 ? ensemble : Math.max(Math.min(3, bookies), write);
            return new Quorums(used, write > 0 ? write : used, ack);
        }
    }

    public PulsarSpec {
        Check.release("version", version, "must name a Pulsar release");
        Check.release("client-version", clientVersion, "must name a release of pulsar-client");
        Check.key("tenant", !tenant.isBlank(), "tenant must name a tenant, but is empty");
        Check.inRange("bookies", bookies, 1, 9);
        Check.inRange("brokers", brokers, 1, 3);
        Check.inRange("ensemble", ensemble, 0, 9);
        Check.inRange("write-quorum", writeQuorum, 0, 9);
        Check.inRange("ack-quorum", ackQuorum, 0, 9);
        Quorums max = quorums(ensemble, writeQuorum, ackQuorum, bookies, DurabilityLevel.LEVEL_1);
        Check.key(
                "ensemble",
                servers.deployment() == Deployment.EXISTING || max.ensemble <= bookies,
                "ensemble is " + ensemble + ", but there are only " + bookies + " bookies",
                "bookies",
                "deployment");
        Check.key(
                "write-quorum",
                max.write <= max.ensemble,
                "write-quorum is " + max.write + ", but the ensemble has only " + max.ensemble + " bookies",
                "ensemble",
                "bookies");
        Check.key(
                "ack-quorum",
                max.ack <= max.write,
                "ack-quorum is " + max.ack + ", but only " + max.write + " copies are written",
                "write-quorum",
                "ensemble",
                "bookies");
        Check.key(
                "deployment",
                servers.deployment() == Deployment.LOCAL
                        || (!serviceUrl.isBlank() && !adminUrl.isBlank())
                        || servers.kubernetes().areNamed(),
                "deployment is existing, so service.url (pulsar://host:port) and admin.url (http://host:port) must say where the cluster is, or kubernetes its name",
                "service.url",
                "admin.url");
        servers.check("service.url", serviceUrl, "pulsar://host:port");
    }

    public Quorums quorums(DurabilityLevel durability) {
        return quorums(ensemble, writeQuorum, ackQuorum, bookies, durability);
    }

    private static Quorums quorums(int ensemble, int write, int ack, int bookies, DurabilityLevel durability) {
        Quorums spread = new Quorums(ensemble, write, ack).on(bookies);
        int several = durability.replicatedSync() ? Math.min(2, spread.write) : 1;
        return new Quorums(spread.ensemble, spread.write, ack > 0 ? ack : several);
    }

    /** Returns the write quorum, which is the same at every durability: levels differ in how many copies must be confirmed. */
    @Override
    public int copies() {
        return quorums(DurabilityLevel.LEVEL_1).write();
    }

    /** Returns this system: without syncs of its journal a bookie acknowledges what is in the page cache only. */
    @Override
    public Optional<SystemSpec> withoutSync() {
        return Optional.of(this);
    }

    @Override
    public String system() {
        return "pulsar";
    }

    @Override
    public String serverVersion() {
        return servers.deployment() == Deployment.EXISTING ? "existing" : version;
    }

    @Override
    public DurabilityStatement durability(DurabilityLevel requestedLevel, VendorSettings settings) {
        return PulsarDurability.of(this, requestedLevel, settings);
    }

    @Override
    public String needs() {
        return servers.deployment() == Deployment.EXISTING
                ? "an existing Pulsar at " + servers.kubernetes().or(serviceUrl)
                : "Pulsar %s from Maven Central (about 245 MB, once, and as much unpacked), ZooKeeper, %d bookies and %d brokers here (%s), about %s of memory, free ports on 127.0.0.1%s"
                        .formatted(
                                version,
                                bookies,
                                brokers,
                                placement.name().toLowerCase(Locale.ROOT),
                                memoryOfServers(),
                                servers.disks()
                                        .describe()
                                        .map(text -> ", " + text)
                                        .orElse(""));
    }

    @Override
    public ByteSize memoryOfServers() {
        long bytes = ZOOKEEPER_BYTES
                + bookies * (bookieHeap.bytes() + BESIDE_HEAP_BYTES)
                + brokers * (heap.bytes() + BESIDE_HEAP_BYTES);
        return new ByteSize(bytes >> 20 << 20);
    }

    @Override
    public Duration startsAndRecoveries() {
        return Duration.ofSeconds(140);
    }

    @Override
    public List<Incompatibility> refusals(VendorSettings settings) {
        Map<SettingGroup, SettingNames> known = SettingList.known(this);
        known.put(SettingGroup.TOPIC, SettingNames.of("Assay's Pulsar driver", NamespaceSettings.NAMES));
        return new PulsarSettingRules().refusals(known, settings);
    }

    @Override
    public List<SameSetting> sameSettings() {
        return List.of(
                SameSetting.of(
                        "workload.batching.linger", setting(SettingGroup.PRODUCER, "batchingMaxPublishDelayMicros")),
                SameSetting.of("workload.batching.size", setting(SettingGroup.PRODUCER, "batchingMaxBytes")),
                SameSetting.of("workload.batching.size", setting(SettingGroup.PRODUCER, "batchingEnabled")),
                SameSetting.of("workload.in-flight", setting(SettingGroup.PRODUCER, "maxPendingMessages")),
                SameSetting.of("systems.pulsar.ensemble", setting(SettingGroup.TOPIC, NamespaceSettings.ENSEMBLE)),
                SameSetting.of(
                        "systems.pulsar.write-quorum", setting(SettingGroup.TOPIC, NamespaceSettings.WRITE_QUORUM)),
                SameSetting.of("systems.pulsar.ack-quorum", setting(SettingGroup.TOPIC, NamespaceSettings.ACK_QUORUM)));
    }

    private static KeyPath setting(SettingGroup group, String name) {
        return group.path("pulsar").to(name);
    }

    @Override
    public Map<String, String> setByAssay(DurabilityLevel level, Workload workload) {
        Map<String, String> set = new TreeMap<>();
        Quorums quorums = quorums(level);
        set.put("topic." + NamespaceSettings.ENSEMBLE, Integer.toString(quorums.ensemble()));
        set.put("topic." + NamespaceSettings.WRITE_QUORUM, Integer.toString(quorums.write()));
        set.put("topic." + NamespaceSettings.ACK_QUORUM, Integer.toString(quorums.ack()));
        Batching batching = workload.batching();
        boolean batches = batching.size().bytes() > 0;
        set.put("producer.batchingEnabled", Boolean.toString(batches));
        if (batches) {
            set.put(
                    "producer.batchingMaxPublishDelayMicros",
                    Long.toString(batching.linger().toNanos() / 1_000));
            set.put("producer.batchingMaxBytes", Long.toString(batching.size().bytes()));
        }
        if (workload.inFlight().isLimited()) {
            set.put("producer.maxPendingMessages", workload.inFlight().toString());
        }
        return set;
    }

    @Override
    public Map<String, String> deleting(EffectiveConfig effective) {
        return new PulsarSettingRules().deleting(effective);
    }

    /** Refuses a short retention with a group that opens later: messages that all other subscriptions have read by then would be gone. */
    @Override
    public List<Incompatibility> refusals(Workload workload, VendorSettings settings) {
        List<Incompatibility> refusals = new ArrayList<>();
        workload.groups().forEach((name, group) -> {
            if (group.opensLater()) {
                NamespaceSettings.shortRetention(settings.topic())
                        .ifPresent(setting -> refusals.add(Incompatibility.of(
                                "settings.pulsar.topic." + setting,
                                "messages that others have read by then are dropped before the group '" + name
                                        + "' opens in phase " + group.startAt() + ", and would be counted as lost",
                                "set it to -1, remove it, or set start-paused for the group")));
            }
        });
        return refusals;
    }

    @Override
    public SystemCapabilities capabilities(VendorSettings settings) {
        OptionalLong chosen = VendorSettings.number(settings.broker(), "maxMessageSize");
        return servers.deployment() == Deployment.EXISTING
                ? new SystemCapabilities(Long.MAX_VALUE, MAX_PARTITIONS, true)
                : capabilitiesOf(chosen.orElse(USUAL_MESSAGE_BYTES));
    }

    /** Returns the limits of brokers with this largest message, framing included. */
    public static SystemCapabilities capabilitiesOf(long maxMessageSize) {
        return new SystemCapabilities(Math.max(0, maxMessageSize - FRAMING), MAX_PARTITIONS, true);
    }

    @Override
    public boolean sharesPartitions() {
        return subscriptionType == SubscriptionType.SHARED || subscriptionType == SubscriptionType.KEY_SHARED;
    }

    /** Refuses no queues, which are shared subscriptions. */
    @Override
    public Optional<Incompatibility> refusalOfQueues(Workload workload) {
        return Optional.empty();
    }

    @Override
    public List<Incompatibility> refusals(Workload workload) {
        List<Incompatibility> refusals = new ArrayList<>();
        int consumers = workload.maxConsumersOutsideQueues();
        if (subscriptionType == SubscriptionType.EXCLUSIVE && consumers > 1) {
            refusals.add(Incompatibility.of(
                    "systems.pulsar.subscription-type",
                    "an exclusive subscription has one consumer, but workload.consumers is " + consumers,
                    "set workload.consumers to 1, or use failover, shared or key-shared"));
        }
        if (subscriptionType == SubscriptionType.KEY_SHARED
                && workload.message().keys().isNone()) {
            refusals.add(Incompatibility.of(
                    "systems.pulsar.subscription-type",
                    "a key-shared subscription distributes messages by their keys, but workload.message.keys is none",
                    "set workload.message.keys to random or sequence, or use shared"));
        }
        Batching batching = workload.batching();
        if (batching.size().bytes() > 0 && batching.linger().compareTo(SHORTEST_LINGER) < 0) {
            refusals.add(Incompatibility.of(
                    "workload.batching.linger",
                    "Pulsar's batches wait for at least 1 ms, but linger is " + DurationText.format(batching.linger()),
                    "set it to 1 ms or more, or workload.batching.size to 0 B"));
        }
        return refusals;
    }
}
