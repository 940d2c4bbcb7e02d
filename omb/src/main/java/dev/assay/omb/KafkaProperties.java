package dev.assay.omb;

import static dev.assay.omb.ImportDraft.path;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingList;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.MessagingSystem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts Kafka's own properties where a scenario has them. Which names there are is left to whoever reads the scenario. */
final class KafkaProperties {
    private static final Set<String> OF_DURABILITY =
            Set.of("acks", "min.insync.replicas", "flush.messages", "flush.ms");
    private static final List<String> OF_SECURITY = List.of("security.", "sasl.", "ssl.");

    private final ImportDraft draft;
    private final boolean existing;
    private final DurabilityLevel level;
    private final boolean fits;
    private final MessagingSystem system = MessagingSystem.named("kafka").orElseThrow();
    private final Map<String, String> ofLevel;

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

    void ofTopics(ForeignKey key) {
        if (OF_DURABILITY.contains(key.name())) {
            durability(SettingGroup.TOPIC, key);
        } else {
            draft.map(key, setting("topic", key.name()), key.value().strip());
        }
    }

    /** The benchmark gives them to producers, consumers and administration, whether they know them or not. */
    void ofAllClients(ForeignKey key) {
        if (isPlace(key) || isRefused(key)) {
            return;
        }
        if (lists(SettingGroup.CLIENT, key.name())) {
            draft.map(key, setting("client", key.name()), key.value().strip());
            return;
        }
        boolean ofProducers = lists(SettingGroup.PRODUCER, key.name());
        boolean ofConsumers = lists(SettingGroup.CONSUMER, key.name());
        if (ofProducers) {
            ofProducers(key);
        }
        if (ofConsumers) {
            ofConsumers(key);
        }
        if (!ofProducers && !ofConsumers) {
            draft.map(key, setting("client", key.name()), key.value().strip());
        }
    }

    void ofProducers(ForeignKey key) {
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
        if (isPlace(key) || isRefused(key)) {
            return;
        }
        switch (key.name()) {
            case "enable.auto.commit" -> commit(key);
            case "group.id" ->
                draft.refuse(key, "each subscription is a group of its own name, as the benchmark has it as well");
            case "offsetCommitLingerMs" ->
                draft.refuse(
                        key,
                        "no property of Kafka's: some forks of the benchmark wait so long between two commits of their consumer; Kafka passes over it");
            default ->
                draft.map(key, setting("consumer", key.name()), key.value().strip());
        }
    }

    private void commit(ForeignKey key) {
        if (key.value().strip().equals("false")) {
            draft.differ(
                    key,
                    "the benchmark then commits after each poll; here Kafka's client commits, every 5 s (auto.commit.interval.ms)");
        } else {
            draft.map(key, setting("consumer", key.name()), key.value().strip());
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

    /** Whether a producer with that setting waits for all replicas in sync. */
    static boolean isAll(@Nullable String acks) {
        return "all".equals(acks) || "-1".equals(acks);
    }

    private boolean lists(SettingGroup group, String name) {
        return SettingList.beside(system.keys(), group.toString()).names().lists(name);
    }

    /** Where nothing is said, the client's own defaults hold, and not those of {@code workload.batching}. */
    void finish() {
        unlessGiven("linger.ms", "0", "not given: the client's default before Kafka 4.0, from where on it is 5");
        unlessGiven("batch.size", "16384", "not given: the client's default");
    }

    private void unlessGiven(String name, String value, String why) {
        if (draft.value(setting("producer", name)) == null) {
            draft.assume(setting("producer", name), value, why);
        }
    }

    /** The place of a setting in a scenario. */
    private static KeyPath setting(String group, String name) {
        return path("settings", "kafka", group, name);
    }
}
