package dev.assay.omb;

import static dev.assay.omb.ImportDraft.path;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingList;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.MessagingSystem;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts Kafka's own properties where a scenario has them. Which names there are is left to whoever reads the scenario. */
final class KafkaProperties {
    private static final Set<String> OF_DURABILITY =
            Set.of("acks", "min.insync.replicas", "flush.messages", "flush.ms");
    /** Equals the default of {@code acks} in clients from 3.0 on; the benchmark uses 3.6.1. */
    static final String ACKS_DEFAULT = "all";

    private static final KeyPath ACKNOWLEDGEMENT = path("systems", "kafka", "acknowledgement");
    private static final String COST =
            "at 2,000/s the broker took 115 s of processor time a million messages under the benchmark, and 69 s under Assay with acknowledgement: interval,"
                    + " which commits every 5 s; 1.8 times as much at 20,000/s (benchmark 8559989, kafka-clients 4.3.1, n = 2)";

    private static final List<String> OF_SECURITY = List.of("security.", "sasl.", "ssl.");

    private final ImportDraft draft;
    private final boolean existing;
    private final DurabilityLevel level;
    private final boolean fits;
    private final MessagingSystem system = MessagingSystem.named("kafka").orElseThrow();
    private final Map<String, String> ofLevel;
    /** Holds the names of properties that were given for producers and consumers. */
    private final Set<String> seen = new HashSet<>();

    private boolean eachPoll;
    private boolean clientCommits = true;

    /**
     * @param fits whether the properties give that level; otherwise somebody chose it, and it wins
     * @param copies of each partition
     */
    KafkaProperties(ImportDraft draft, boolean existing, DurabilityLevel level, boolean fits, int copies) {
        this.draft = draft;
        this.existing = existing;
        this.level = level;
        this.fits = fits;
        this.ofLevel = system.settingsAt(level, copies);
    }

    /**
     * Reads how the benchmark's consumers commit, before their properties are read.
     *
     * @param automatic the setting {@code enable.auto.commit} of their client
     * @param linger the pause between two commits that some forks set
     * @param every5s whether they commit every 5 s, whatever the other settings are
     */
    void commits(@Nullable ForeignKey automatic, @Nullable ForeignKey linger, boolean every5s) {
        clientCommits = automatic == null || isTrue(automatic);
        boolean lingers = linger != null
                && new ForeignValue(linger.value(), false).whole().orElse(0) > 0;
        if (every5s || lingers || (automatic != null && clientCommits)) {
            return;
        }
        eachPoll = true;
        if (automatic == null) {
            draft.assume(
                    ACKNOWLEDGEMENT,
                    "poll",
                    "enable.auto.commit is not given: the benchmark's consumer commits after each poll, and its client every 5 s besides; "
                            + COST);
        }
    }

    private static boolean isTrue(ForeignKey key) {
        return key.value().strip().equalsIgnoreCase("true");
    }

    void ofTopics(ForeignKey key) {
        if (OF_DURABILITY.contains(key.name())) {
            durability(SettingGroup.TOPIC, key);
        } else if (system.topicsDelete(key.name(), key.value())) {
            draft.differ(
                    key,
                    "left out: messages that it drops would be counted as lost; here topics are new in each trial, and deleted");
        } else {
            draft.map(key, setting("topic", key.name()), key.value().strip());
        }
    }

    /**
     * Reads a property that the benchmark gives to producers, consumers and administration, whether they know it or not.
     *
     * @param overruledOfProducers whether a block of their own says something else for producers
     * @param overruledOfConsumers the same of consumers
     */
    void ofAllClients(ForeignKey key, boolean overruledOfProducers, boolean overruledOfConsumers) {
        if (isPlace(key) || isRefused(key)) {
            return;
        }
        if (lists(SettingGroup.CLIENT, key.name())) {
            draft.map(key, setting("client", key.name()), key.value().strip());
            return;
        }
        boolean ofProducers = lists(SettingGroup.PRODUCER, key.name());
        boolean ofConsumers = lists(SettingGroup.CONSUMER, key.name());
        if (ofProducers && !overruledOfProducers) {
            ofProducers(key);
        }
        if (ofConsumers && !overruledOfConsumers) {
            ofConsumers(key);
        }
        if ((ofProducers || ofConsumers)
                && (!ofProducers || overruledOfProducers)
                && (!ofConsumers || overruledOfConsumers)) {
            draft.refuse(key, "overruled by producerConfig or consumerConfig");
        }
        if (!ofProducers && !ofConsumers) {
            draft.map(key, setting("client", key.name()), key.value().strip());
        }
    }

    void ofProducers(ForeignKey key) {
        seen.add(key.name());
        if (isPlace(key) || isRefused(key)) {
            return;
        }
        if (OF_DURABILITY.contains(key.name())) {
            durability(SettingGroup.PRODUCER, key);
        } else {
            draft.map(key, setting("producer", key.name()), key.value().strip());
        }
    }

    void ofConsumers(ForeignKey key) {
        seen.add(key.name());
        if (isPlace(key) || isRefused(key)) {
            return;
        }
        switch (key.name()) {
            case "enable.auto.commit" -> commit(key);
            case "group.id" ->
                draft.refuse(key, "each subscription is a group of its own name, as the benchmark has it as well");
            case "auto.commit.interval.ms" -> interval(key);
            case "offsetCommitLingerMs" -> linger(key);
            default ->
                draft.map(key, setting("consumer", key.name()), key.value().strip());
        }
    }

    private void commit(ForeignKey key) {
        if (isTrue(key)) {
            draft.hold(key, "as by default: the client commits every 5 s (auto.commit.interval.ms)");
        } else if (eachPoll) {
            draft.map(key, ACKNOWLEDGEMENT, "poll", "the benchmark's consumer commits after each poll; " + COST);
        } else {
            draft.differ(
                    key,
                    "this driver's consumer commits by itself, not after each poll; here the client commits, every 5 s (auto.commit.interval.ms)");
        }
    }

    private void interval(ForeignKey key) {
        if (eachPoll) {
            draft.refuse(key, "each poll is committed, so that the client has nothing left to commit");
        } else if (!clientCommits) {
            draft.refuse(key, "the client does not commit there (enable.auto.commit=false)");
        } else {
            draft.map(key, setting("consumer", key.name()), key.value().strip());
        }
    }

    private void linger(ForeignKey key) {
        String known =
                "no property of Kafka's: consumers of some forks wait so long between two commits, and the benchmark itself passes over it";
        if (eachPoll || draft.value(setting("consumer", "auto.commit.interval.ms")) != null) {
            draft.refuse(key, known);
        } else {
            draft.differ(
                    key,
                    setting("consumer", "auto.commit.interval.ms"),
                    key.value().strip(),
                    known + ", and commits after each poll (acknowledgement: poll)");
        }
    }

    private boolean isPlace(ForeignKey key) {
        if (!key.name().equals("bootstrap.servers")) {
            return false;
        }
        if (existing) {
            draft.map(
                    key,
                    path("systems", "kafka", "bootstrap.servers"),
                    key.value().strip());
            draft.assume(path("systems", "kafka", "deployment"), "existing", "--existing");
        } else {
            draft.differ(key, "Assay starts a cluster here; --existing measures the one at these addresses");
        }
        return true;
    }

    private boolean isRefused(ForeignKey key) {
        if (key.value().contains("{zone.id}")) {
            draft.refuse(key, "the benchmark fills in {zone.id} while it runs");
            return true;
        }
        if (!existing && OF_SECURITY.stream().anyMatch(key.name()::startsWith)) {
            draft.refuse(key, "a cluster that Assay starts speaks plain text on 127.0.0.1; --existing keeps it");
            return true;
        }
        return false;
    }

    private void durability(SettingGroup group, ForeignKey key) {
        String value = key.value().strip();
        String wanted = ofLevel.get(key.name());
        boolean same = value.equals(wanted) || (key.name().equals("acks") && isAll(value) && isAll(wanted));
        if (same) {
            draft.hold(key, "durability: " + level + " sets it");
        } else if (fits) {
            draft.map(
                    key,
                    setting(group.toString(), key.name()),
                    value,
                    wanted == null ? "" : "in the place of what " + level + " sets: " + wanted);
        } else {
            draft.differ(
                    key,
                    "durability: %s was asked for, which sets %s".formatted(level, wanted == null ? "none" : wanted));
        }
    }

    /** Tells whether a producer with that setting waits for all replicas in sync. */
    static boolean isAll(@Nullable String acks) {
        return "all".equals(acks) || "-1".equals(acks);
    }

    private boolean lists(SettingGroup group, String name) {
        return SettingList.beside(system.keys(), group.toString()).names().lists(name);
    }

    /** Sets the client's own defaults where the file says nothing, as those of {@code workload.batching} would hold otherwise. */
    void finish() {
        acks();
        if (!seen.contains("auto.offset.reset")) {
            draft.assume(
                    "auto.offset.reset is not given: latest, the client's default; here consumers begin with the earliest message, so that none is missed");
        }
        unlessGiven("linger.ms", "0", "not given: the client's default before Kafka 4.0, from where on it is 5");
        unlessGiven("batch.size", "16384", "not given: the client's default");
    }

    private void acks() {
        if (seen.contains("acks")) {
            return;
        }
        String wanted = ofLevel.get("acks");
        String why = "acks is not given: " + ACKS_DEFAULT + ", the client's default from Kafka 3.0 on (before, 1)";
        if (isAll(wanted)) {
            draft.assume(why + ", which " + level + " sets as well");
        } else if (fits) {
            draft.assume(
                    setting("producer", "acks"),
                    ACKS_DEFAULT,
                    why + ", in the place of what " + level + " sets: " + wanted);
        } else {
            draft.assume(why + "; " + level + " was asked for, which sets " + wanted);
        }
    }

    private void unlessGiven(String name, String value, String why) {
        if (draft.value(setting("producer", name)) == null) {
            draft.assume(setting("producer", name), value, why);
        }
    }

    private static KeyPath setting(String group, String name) {
        return path("settings", "kafka", group, name);
    }
}
