package dev.assay.omb;

import static dev.assay.omb.ImportDraft.path;

import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.SecretNames;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Reads a driver file for Pulsar: one client, the quorums of a namespace, producers and consumers. */
final class PulsarOmbDriver {
    static final String ACK_QUORUM = "client.persistence.ackQuorum";

    private static final String ONE_CLIENT =
            "the benchmark has one client for all producers and consumers; here each has its own, with one I/O thread";
    private static final String OF_OTHERS =
            "a cluster that Assay starts speaks plain text on 127.0.0.1; --existing keeps it";

    /** Maps keys of the file to settings of the client that have other names. */
    private static final Map<String, String> SECURITY = Map.of(
            "client.tlsAllowInsecureConnection", "tlsAllowInsecureConnection",
            "client.tlsEnableHostnameVerification", "tlsHostnameVerificationEnable",
            "client.tlsTrustCertsFilePath", "tlsTrustCertsFilePath",
            "client.authentication.plugin", "authPluginClassName",
            "client.authentication.data", "authParams");

    private static final Set<String> TRUTHS = Set.of(
            "client.tlsAllowInsecureConnection",
            "client.tlsEnableHostnameVerification",
            "client.persistence.deduplicationEnabled",
            "producer.batchingEnabled",
            "producer.blockIfQueueFull");

    /** Maps keys of the file to settings of Pulsar that take the values unchanged. */
    private static final Map<String, KeyPath> PLAIN = Map.ofEntries(
            Map.entry("producer.batchingEnabled", producer("batchingEnabled")),
            Map.entry("producer.batchingMaxBytes", producer("batchingMaxBytes")),
            Map.entry("producer.batchingMaxMessages", producer("batchingMaxMessages")),
            Map.entry("producer.blockIfQueueFull", producer("blockIfQueueFull")),
            Map.entry("producer.pendingQueueSize", producer("maxPendingMessages")),
            Map.entry("producer.maxPendingMessagesAcrossPartitions", producer("maxPendingMessagesAcrossPartitions")),
            Map.entry("consumer.receiverQueueSize", consumer("receiverQueueSize")),
            Map.entry(
                    "consumer.maxTotalReceiverQueueSizeAcrossPartitions",
                    consumer("maxTotalReceiverQueueSizeAcrossPartitions")),
            Map.entry(
                    "client.maxConcurrentLookupRequests",
                    path("settings", "pulsar", "client", "concurrentLookupRequest")));

    private final ForeignDriver driver;
    private final boolean existing;
    private final ImportDraft draft;
    private final Set<String> read = new LinkedHashSet<>();

    PulsarOmbDriver(ForeignDriver driver, boolean existing, ImportDraft draft) {
        this.driver = driver;
        this.existing = existing;
        this.draft = draft;
    }

    static KeyPath system(String key) {
        return path("systems", "pulsar", key);
    }

    static KeyPath producer(String setting) {
        return path("settings", "pulsar", "producer", setting);
    }

    static KeyPath consumer(String setting) {
        return path("settings", "pulsar", "consumer", setting);
    }

    void read() {
        draft.ensure(path("systems", "pulsar"));
        for (ForeignKey key : driver.keys().values()) {
            if (readKey(key)) {
                read.add(key.name());
            }
        }
        unlessGiven("client.persistence.ensembleSize", system("ensemble"), "3");
        unlessGiven("client.persistence.writeQuorum", system("write-quorum"), "3");
        unlessGiven(ACK_QUORUM, system("ack-quorum"), "2");
        unlessGiven("producer.batchingMaxPublishDelayMs", producer("batchingMaxPublishDelayMicros"), "1000");
        unlessGiven("producer.batchingMaxBytes", producer("batchingMaxBytes"), "1048576");
        unlessGiven("producer.pendingQueueSize", producer("maxPendingMessages"), "0");
        unlessGiven("consumer.receiverQueueSize", consumer("receiverQueueSize"), "10000");
        draft.assume(producer("batchingMaxMessages"), "2147483647", "set by the benchmark's driver itself");
        draft.assume(
                consumer("maxTotalReceiverQueueSizeAcrossPartitions"),
                "2147483647",
                "set by the benchmark's driver itself");
        driver.refuseOthers(read, draft);
    }

    private void unlessGiven(String name, KeyPath key, String value) {
        if (driver.find(name) == null) {
            draft.assume(
                    key,
                    value,
                    name + " is not given: the default of the benchmark's driver in 2026; earlier ones differ");
        }
    }

    /** Returns false for an unknown key. */
    private boolean readKey(ForeignKey key) {
        String value = key.value().strip();
        String name = key.name();
        KeyPath plain = PLAIN.get(name);
        if (plain != null) {
            readTyped(key, plain);
            return true;
        }
        if (SECURITY.containsKey(name)) {
            readSecurity(key, value);
            return true;
        }
        switch (name) {
            case "driverClass" -> draft.hold(key, "systems.pulsar");
            case "client.serviceUrl" -> readPlace(key, "service.url");
            case "client.httpUrl" -> readPlace(key, "admin.url");
            case "client.ioThreads", "client.connectionsPerBroker", "client.clientMemoryLimitMB" ->
                draft.refuse(key, ONE_CLIENT);
            case "client", "client.persistence", "client.authentication", "producer", "consumer" ->
                draft.hold(key, "nothing is set");
            case "client.clusterName" -> draft.refuse(key, "it is needed for a new tenant only, and Assay makes none");
            case "client.namespacePrefix" ->
                draft.differ(key, "Assay makes a namespace for each trial in systems.pulsar.tenant, by default public");
            case "client.topicType" -> readTopicType(key, value);
            case "client.persistence.ensembleSize" -> readEnsemble(key);
            case "client.persistence.writeQuorum" -> readTyped(key, system("write-quorum"));
            case ACK_QUORUM -> readTyped(key, system("ack-quorum"));
            case "client.persistence.deduplicationEnabled" -> readDeduplication(key);
            case "producer.batchingMaxPublishDelayMs" -> readDelay(key);
            case "consumer.subscriptionType" ->
                draft.map(
                        key,
                        system("subscription-type"),
                        value.toLowerCase(Locale.ROOT).replace('_', '-'));
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Reads a number, or true or false; an empty value counts as 0 or false. */
    private void readTyped(ForeignKey key, KeyPath target) {
        if (TRUTHS.contains(key.name())) {
            key.read()
                    .truth()
                    .ifPresentOrElse(
                            truth -> draft.map(key, target, truth.toString()),
                            () -> draft.obstruct(
                                    key, "expected true or false; the benchmark reads nothing else there"));
        } else {
            OptionalLong whole = key.read().integer();
            if (whole.isPresent()) {
                draft.map(key, target, Long.toString(whole.getAsLong()));
            } else {
                draft.obstruct(key, OmbWorkload.NO_NUMBER);
            }
        }
    }

    private void readPlace(ForeignKey key, String place) {
        if (existing) {
            draft.map(key, system(place), key.value().strip());
            if (place.equals("service.url")) {
                draft.assume(system("deployment"), "existing", "--existing");
            }
        } else {
            draft.differ(key, "Assay starts a cluster here; --existing measures the one at this address");
        }
    }

    private void readSecurity(ForeignKey key, String value) {
        KeyPath setting = path("settings", "pulsar", "client", SECURITY.getOrDefault(key.name(), key.name()));
        boolean truth = TRUTHS.contains(key.name());
        boolean login = key.name().endsWith(".data") && SecretNames.isLiteral("authParams", value);
        ForeignKey shown = login ? key.withheld() : key;
        if (value.isEmpty()) {
            draft.hold(key, "nothing is set");
        } else if (truth && !key.read().truth().orElse(true)) {
            draft.hold(key, "as by default");
        } else if (!existing) {
            draft.refuse(shown, OF_OTHERS);
        } else if (truth) {
            readTyped(key, setting);
        } else {
            draft.map(shown, setting, value);
        }
    }

    private void readTopicType(ForeignKey key, String value) {
        if (value.equals("persistent")) {
            draft.hold(key, "all topics are");
        } else {
            draft.obstruct(
                    key, "Assay measures persistent topics only: others keep nothing that could be accounted for");
        }
    }

    private void readEnsemble(ForeignKey key) {
        readTyped(key, system("ensemble"));
        long bookies = key.read().whole().orElse(0);
        if (!existing && bookies > 3) {
            draft.assume(system("bookies"), Long.toString(bookies), "as many as the ensemble needs");
        }
    }

    private void readDeduplication(ForeignKey key) {
        if (key.read().truth().orElse(true)) {
            readTyped(key, path("settings", "pulsar", "topic", "deduplicationEnabled"));
        } else {
            draft.hold(key, "as by default");
        }
    }

    private void readDelay(ForeignKey key) {
        OptionalLong millis = key.read().integer();
        if (millis.isPresent()) {
            draft.map(key, producer("batchingMaxPublishDelayMicros"), Long.toString(1000 * millis.getAsLong()));
        } else {
            draft.obstruct(key, OmbWorkload.NO_NUMBER);
        }
    }
}
