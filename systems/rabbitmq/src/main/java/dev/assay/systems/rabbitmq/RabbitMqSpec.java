package dev.assay.systems.rabbitmq;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingList;
import dev.assay.model.setting.SettingNames;
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
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.spec.Workload;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.rabbitmq.QueueKind.Storage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

public record RabbitMqSpec(
        @Key(
                value =
                        "Version of the RabbitMQ server, where 4 stands for any 4.x; installed means the one found on this machine. Set it for an existing cluster: classic queues fsync only before 3.13, in version 1 of their storage.",
                fallback = RabbitMqSpec.INSTALLED,
                cluster = true)
        String version,

        @Key(value = "Version of amqp-client that the workers use.", fallback = RabbitMqSpec.CLIENT)
        String clientVersion,

        @Key(
                value = "Version of stream-client that the workers use for streams.",
                fallback = RabbitMqSpec.STREAM_CLIENT)
        String streamClientVersion,

        @Key(value = "Number of nodes.", fallback = "3", cluster = true)
        int nodes,

        @Key(
                value = "Kind of queues: classic, mirrored, quorum or stream, which uses its own protocol.",
                fallback = "quorum")
        QueueKind queue,

        @Key(
                value =
                        "Kind of exchange that routes a topic's messages to its queues: direct (by equal keys) or topic (by patterns, which here are the same keys).",
                fallback = "direct")
        Exchange exchange,

        @Key(
                value =
                        "Whether messages are published as persistent; quorum queues and streams store all messages either way.",
                fallback = "true")
        boolean persistent,

        @Key(
                value =
                        "How consumers acknowledge: manual (each message, once the consumer has it) or automatic (the server considers a message done once it is sent).",
                fallback = "manual")
        Acknowledgement acknowledgement,

        @Key(
                value =
                        "Maximum unacknowledged messages sent to a consumer; no limit where acknowledgement is automatic.",
                fallback = "1000")
        int prefetch,

        @Key(
                value =
                        "Maximum unconfirmed messages of one producer; beyond that it blocks. 0 means as many as workload.in-flight, or 5000 where that is left to the client.",
                fallback = "0")
        int confirmWindow,

        @Key(
                value = "Memory use at which a local node blocks publishers (its high watermark).",
                fallback = "1 GiB",
                cluster = true)
        ByteSize memory,

        @Key(
                value =
                        "URI of an existing cluster: amqp://user:password@host:port/vhost or amqps://, comma-separated, one for each node.",
                fallback = "",
                commas = true,
                cluster = true)
        String uri,

        @Key(
                value =
                        "Admin URL of an existing cluster (management plugin): http://user:password@host:port or https://.",
                name = "admin.url",
                fallback = "",
                commas = true,
                cluster = true)
        String adminUrl,

        @Key(
                value =
                        "Stream URI of an existing cluster: rabbitmq-stream://user:password@host:port, comma-separated.",
                name = "stream.uri",
                fallback = "",
                commas = true,
                cluster = true)
        String streamUri,

        Servers servers)
        implements SystemSpec {
    public static final String INSTALLED = "installed";

    static final String CLIENT = "5.37.0";

    /** The version of the client of streams that the driver is built against. */
    static final String STREAM_CLIENT = "1.11.0";

    private static final int MAX_COPIES = 3;

    /** Memory of a small node without load, as seen on nodes with the plugins that Assay enables. */
    private static final long IDLE_BYTES = 160L << 20;

    public enum Exchange {
        DIRECT,
        TOPIC
    }

    public enum Acknowledgement {
        MANUAL,
        AUTOMATIC
    }

    public RabbitMqSpec {
        Check.release("version", version, "must be '" + INSTALLED + "' or a RabbitMQ release");
        Check.release("client-version", clientVersion, "must name a release of amqp-client");
        Check.release("stream-client-version", streamClientVersion, "must name a release of stream-client");
        Check.inRange("nodes", nodes, 1, 9);
        Check.inRange("prefetch", prefetch, 1, 65_535);
        Check.inRange("confirm-window", confirmWindow, 0, 1_000_000);
        Check.key(
                "memory",
                memory.bytes() >= 128L << 20,
                "memory must be at least 128 MiB, which a node needs for itself, but is " + memory);
        Check.key(
                "acknowledgement",
                queue != QueueKind.STREAM || acknowledgement == Acknowledgement.MANUAL,
                "acknowledgement is automatic, which a " + queue + " does not support",
                "queue");
        Check.key(
                "exchange",
                queue != QueueKind.STREAM || exchange == Exchange.DIRECT,
                "exchange is topic, but the streams of a topic are a super stream, whose exchange is direct",
                "queue");
        Check.key(
                "disks",
                !servers.disks().special(),
                "disks are not supported: a RabbitMQ node keeps everything in one folder, so it has one disk; expected no disks");
        servers.check("uri", uri, "amqp://user:password@host:port");
        Check.key(
                "queue",
                servers.deployment() == Deployment.LOCAL
                        || queue != QueueKind.MIRRORED
                        || !adminUrl.isBlank()
                        || servers.kubernetes().areNamed(),
                "queue is mirrored, which needs a policy, so admin.url must say where the cluster is administered",
                "deployment",
                "admin.url");
        Check.key(
                "queue",
                servers.deployment() == Deployment.LOCAL
                        || queue != QueueKind.STREAM
                        || !streamUri.isBlank()
                        || servers.kubernetes().areNamed(),
                "queue is stream, so stream.uri must say where the cluster serves streams",
                "deployment",
                "stream.uri");
    }

    /** Returns the number of nodes that have a copy of each queue: one, all of them where they are mirrored, otherwise at most 3. */
    @Override
    public int copies() {
        return switch (queue) {
            case CLASSIC -> 1;
            case MIRRORED -> nodes;
            case QUORUM, STREAM -> Math.min(MAX_COPIES, nodes);
        };
    }

    /**
     * Returns this system where its confirms wait for no sync, otherwise one with streams, which never sync before they confirm; empty for
     * an existing cluster without a stream URI.
     */
    @Override
    public Optional<SystemSpec> withoutSync() {
        boolean synced = queue.confirms(storage(1), copies()).localSync();
        if (synced && servers.deployment() == Deployment.EXISTING && streamUri.isBlank()) {
            return Optional.empty();
        }
        return Optional.of(synced ? withStreams() : this);
    }

    /**
     * States the durability, which follows from the kind of the queues, their copies, persistence, the server's version and that of the
     * storage of classic queues; nothing else of RabbitMQ changes it. A server that Assay starts counts as one before 3.13 until its
     * version is known.
     */
    @Override
    public DurabilityStatement durability(DurabilityLevel requestedLevel, VendorSettings settings) {
        return durability(requestedLevel, StorageVersion.of(settings, EffectiveConfig.NONE));
    }

    private DurabilityStatement durability(DurabilityLevel requestedLevel, StorageVersion chosen) {
        if (!chosen.certain() && storageIsSomebodyElses()) {
            return DurabilityStatement.notKnown(
                    requestedLevel,
                    "whoever runs the cluster may have chosen version 2 of the storage of " + queue
                            + " queues, which is not synced; settings.rabbitmq.topic.x-queue-version would say which they have");
        }
        Storage storage = storage(chosen.number());
        String reason = "systems.rabbitmq.queue=" + queue + " (" + queue.reason(storage, copies()) + ")";
        List<String> reasons = storage == Storage.INDEX_NOT_SYNCED && queue.hasStorageVersions()
                ? List.of(chosen.setting(), reason)
                : List.of(reason);
        return DurabilityStatement.giving(requestedLevel, queue.confirms(storage, copies()), reasons);
    }

    @Override
    public DurabilityStatement effectiveDurability(
            DurabilityLevel requestedLevel,
            VendorSettings settings,
            EffectiveConfig effective,
            Optional<String> serverVersion) {
        Optional<String> reportedVersion = serverVersion.or(() -> Optional.ofNullable(effective
                .groups()
                .getOrDefault(EffectiveConfig.BROKER, Map.of())
                .get("version")));
        return reportedVersion
                .map(this::withVersion)
                .orElse(this)
                .durability(requestedLevel, StorageVersion.of(settings, effective));
    }

    /** Returns whether the cluster may store these queues in either version, by a default or policy that clients can't see. */
    private boolean storageIsSomebodyElses() {
        boolean hasOne = RabbitMqRelease.isAtLeast(version, 3, 13)
                || (RabbitMqRelease.isAtLeast(version, 0, 0) && !RabbitMqRelease.isAtLeast(version, 3, 10));
        return servers.deployment() == Deployment.EXISTING && persistent && queue.hasStorageVersions() && !hasOne;
    }

    /** Counts the copies of each subscription's queue; a stream is shared by all subscriptions. */
    @Override
    public int writtenCopies(Workload workload) {
        return copies()
                * (queue == QueueKind.STREAM ? 1 : workload.allSubscriptions().size());
    }

    @Override
    public String needs() {
        return servers.deployment() == Deployment.EXISTING
                ? "an existing RabbitMQ with %s queues at %s"
                        .formatted(queue, servers.kubernetes().or(uri))
                : "rabbitmq-server%s on this machine, %d nodes with %s queues here, from %s of memory to %s for each node, free ports on 127.0.0.1"
                        .formatted(
                                version.equals(INSTALLED) ? "" : " " + version,
                                nodes,
                                queue,
                                memoryOfServers(),
                                memory);
    }

    @Override
    public ByteSize memoryOfServers() {
        return new ByteSize(nodes * IDLE_BYTES);
    }

    @Override
    public Duration startsAndRecoveries() {
        return Duration.ofSeconds(45);
    }

    /** Returns false: the kind of the queues decides. */
    @Override
    public boolean reachesAnyLevel() {
        return false;
    }

    @Override
    public List<String> durabilityKeys() {
        return List.of("queue", "nodes", "persistent", "version");
    }

    /** Names the kinds of queues that would reach a level with this number of nodes. */
    @Override
    public String reaching(DurabilityLevel requestedLevel) {
        Storage persisted = storesWithoutSync() ? Storage.WRITTEN : Storage.FSYNCED;
        List<String> kinds = Arrays.stream(QueueKind.values())
                .filter(kind -> kind.confirms(persisted, kind == QueueKind.CLASSIC ? 1 : nodes)
                        .covers(requestedLevel))
                .map(kind -> kind == QueueKind.STREAM || kind == QueueKind.QUORUM || !requestedLevel.localSync()
                        ? kind.toString()
                        : kind + " with persistent messages")
                .toList();
        return kinds.isEmpty()
                ? "no kind of queue provides it with nodes: " + nodes
                : "these provide it: " + String.join(", ", kinds);
    }

    private Storage storage(int storageVersion) {
        if (!persistent) {
            return Storage.IN_MEMORY;
        }
        if (storesWithoutSync()) {
            return Storage.WRITTEN;
        }
        return storageVersion == 2 ? Storage.INDEX_NOT_SYNCED : Storage.FSYNCED;
    }

    private boolean storesWithoutSync() {
        return RabbitMqRelease.isAtLeast(version, 3, 13);
    }

    @Override
    public List<Incompatibility> refusals(VendorSettings settings) {
        Map<SettingGroup, SettingNames> known = SettingList.known(this);
        if (queue == QueueKind.STREAM) {
            known.merge(SettingGroup.CLIENT, ofStreams("client"), SettingNames::and);
            known.put(SettingGroup.PRODUCER, ofStreams("producer"));
            known.put(SettingGroup.CONSUMER, ofStreams("consumer"));
        } else {
            known.put(SettingGroup.CONSUMER, SettingNames.of("RabbitMQ", QueueSettings.OF_CONSUMERS));
        }
        known.put(
                SettingGroup.TOPIC,
                SettingNames.of("RabbitMQ", QueueSettings.of(queue)).withOthers(QueueSettings.ARGUMENT));
        known.replaceAll((group, names) ->
                group == SettingGroup.BROKER ? names : names.knownTo(names.knownTo() + " for queue: " + queue));
        if (runsNodes() && version.equals(INSTALLED)) {
            // The list applies where no version is named; a newer version can be named instead.
            known.put(
                    SettingGroup.BROKER,
                    SettingList.beside(RabbitMqSpec.class, "broker").names());
        }
        return new RabbitMqSettingRules(nodes, queue).refusals(known, settings);
    }

    @Override
    public List<SameSetting> sameSettings() {
        return List.of(
                SameSetting.of("workload.batching.linger", setting(SettingGroup.PRODUCER, "batchPublishingDelay")),
                SameSetting.of("workload.batching.size", setting(SettingGroup.PRODUCER, "dynamicBatch")),
                SameSetting.of(
                        "systems.rabbitmq.memory", setting(SettingGroup.BROKER, "vm_memory_high_watermark.absolute")),
                SameSetting.of(
                        "systems.rabbitmq.memory", setting(SettingGroup.BROKER, "vm_memory_high_watermark.relative")));
    }

    private static KeyPath setting(SettingGroup group, String name) {
        return group.path("rabbitmq").to(name);
    }

    @Override
    public Map<String, String> setByAssay(DurabilityLevel level, Workload workload) {
        Map<String, String> set = new TreeMap<>();
        set.put("topic." + QueueSettings.TYPE, queue == QueueKind.MIRRORED ? "classic" : queue.toString());
        if (queue == QueueKind.QUORUM) {
            set.put("topic." + QueueSettings.QUORUM_GROUP, Integer.toString(copies()));
        } else if (queue == QueueKind.STREAM) {
            set.put("topic." + QueueSettings.STREAM_GROUP, Integer.toString(copies()));
        }
        if (queue != QueueKind.STREAM) {
            set.put("producer.deliveryMode", persistent ? "2" : "1");
        }
        if (runsNodes()) {
            set.put("broker.vm_memory_high_watermark.absolute", Long.toString(memory.bytes()));
        }
        return set;
    }

    @Override
    public Map<String, String> deleting(EffectiveConfig effective) {
        return new RabbitMqSettingRules(nodes, queue).deleting(effective);
    }

    private SettingNames ofStreams(String part) {
        return SettingList.beside(RabbitMqSpec.class, "stream-" + part).names(streamClientVersion);
    }

    @Override
    public SystemCapabilities capabilities(VendorSettings settings) {
        return capabilitiesOf(queue, version, settings);
    }

    /** Returns the limits of a server of that version and its clients; {@link #INSTALLED} stands for an unknown version. */
    public static SystemCapabilities capabilitiesOf(QueueKind queue, String version, VendorSettings settings) {
        return RabbitMqCapabilities.of(queue, version, settings);
    }

    /** Refuses queues for streams, and where deliveries count as acknowledged when they are sent. */
    @Override
    public Optional<Incompatibility> refusalOfQueues(Workload workload) {
        if (queue == QueueKind.STREAM) {
            return Optional.of(Incompatibility.of(
                    "systems.rabbitmq.queue",
                    "workload.groups has queues, but queue is stream, which one consumer reads in order",
                    "use quorum or classic, or leave queue out of workload.groups"));
        }
        return acknowledgement == Acknowledgement.MANUAL
                ? Optional.empty()
                : Optional.of(Incompatibility.of(
                        "systems.rabbitmq.acknowledgement",
                        "in a queue each message is acknowledged by itself, but acknowledgement is automatic",
                        "use manual, or leave queue out of workload.groups"));
    }

    @Override
    public Map<String, String> notes(TrialSpec trial) {
        VendorSettings settings = trial.settings();
        Map<String, String> notes = new TreeMap<>(QueueSettings.notes(queue, settings));
        boolean single = settings.topic()
                .getOrDefault(QueueSettings.SINGLE_ACTIVE, "")
                .strip()
                .equals("true");
        if (single && trial.workload().maxConsumers() > 1) {
            notes.put(
                    SettingGroup.TOPIC
                            .path(system())
                            .to(QueueSettings.SINGLE_ACTIVE)
                            .toString(),
                    "each queue has one consumer of a subscription at a time; the others stand by, and may receive nothing");
        }
        return notes;
    }

    /** Returns true; a stream has one consumer of a subscription. */
    @Override
    public boolean sharesPartitions() {
        return true;
    }

    @Override
    public List<Incompatibility> refusals(Workload workload) {
        return RabbitMqCapabilities.refusals(this, workload);
    }

    public RabbitMqSpec withVersion(String newVersion) {
        return new RabbitMqSpec(
                newVersion,
                clientVersion,
                streamClientVersion,
                nodes,
                queue,
                exchange,
                persistent,
                acknowledgement,
                prefetch,
                confirmWindow,
                memory,
                uri,
                adminUrl,
                streamUri,
                servers);
    }

    private RabbitMqSpec withStreams() {
        return new RabbitMqSpec(
                version,
                clientVersion,
                streamClientVersion,
                nodes,
                QueueKind.STREAM,
                Exchange.DIRECT,
                persistent,
                Acknowledgement.MANUAL,
                prefetch,
                confirmWindow,
                memory,
                uri,
                adminUrl,
                streamUri,
                servers);
    }

    @Override
    public Map<String, String> furtherClientVersions() {
        return Map.of("stream-client", streamClientVersion);
    }

    @Override
    public String system() {
        return "rabbitmq";
    }

    @Override
    public String serverVersion() {
        return servers.deployment() == Deployment.EXISTING ? "existing" : version;
    }
}
