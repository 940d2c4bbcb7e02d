package dev.assay.systems.nats;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.VendorSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What JetStream's settings make of a durability level. A stream with several copies acknowledges when a majority of its servers
 * has written the message, one with a single copy when its server has; each server syncs before that only where its
 * {@code sync_interval} is {@code always}. A stream in memory, and one that writes asynchronously, acknowledge what is in the
 * memory of the server's process, which ends with it. (NATS documentation: JetStream, configuration of servers and streams.)
 *
 * @param copies of each stream
 * @param sync the servers' {@code sync_interval}
 * @param storage of the streams
 * @param persistMode of the streams
 */
record NatsDurability(DurabilityLevel asked, Value copies, Value sync, Value storage, Value persistMode) {
    /** The servers' setting, as scenarios name it. */
    static final String SYNC = "jetstream.sync_interval";

    /** With this value a server syncs whatever it writes, before it goes on. */
    static final String ALWAYS = "always";

    private static final String PERSIST_MODE = "persist_mode";

    /** What stands for a setting that is somebody else's. */
    private static final String NOT_KNOWN = "";

    /** A setting's value, and the key that people find it under. */
    record Value(String source, String text) {
        String reason() {
            return source + "=" + text;
        }
    }

    /** The servers' {@code sync_interval} at that level; nothing leaves the vendor's default of two minutes. */
    static Map<String, String> serverSettings(DurabilityLevel level) {
        return level.localSync() ? Map.of(SYNC, ALWAYS) : Map.of();
    }

    /** As the scenario's settings have it; they win over what the level sets. */
    static NatsDurability of(NatsSpec spec, DurabilityLevel asked, VendorSettings settings) {
        String byLevel = serverSettings(asked).getOrDefault(SYNC, "2m");
        String sync = spec.deployment() == Deployment.EXISTING
                ? NOT_KNOWN
                : clean(settings.broker().getOrDefault(SYNC, byLevel));
        return new NatsDurability(
                asked,
                new Value(
                        spec.replication() > 0 ? "systems.nats.replication" : "systems.nats.nodes",
                        Integer.toString(spec.copies())),
                new Value("settings.nats.broker." + SYNC, sync),
                new Value("systems.nats.storage", spec.storage().toString()),
                new Value(
                        "settings.nats.topic." + PERSIST_MODE,
                        clean(settings.topic().getOrDefault(PERSIST_MODE, "default"))));
    }

    /** With what streams and servers report as effective, where they say it in one value. */
    NatsDurability readBack(EffectiveConfig effective) {
        return new NatsDurability(
                asked,
                readBack(copies, effective, "topic", "num_replicas"),
                readBack(sync, effective, "broker", SYNC),
                readBack(storage, effective, "topic", "storage"),
                readBack(persistMode, effective, "topic", PERSIST_MODE));
    }

    private static Value readBack(Value expected, EffectiveConfig effective, String group, String name) {
        String found = clean(effective.groups().getOrDefault(group, Map.of()).getOrDefault(name, expected.text));
        return found.equals(expected.text) ? expected : new Value(group + "." + name + " as read back", found);
    }

    private static String clean(String text) {
        return text.strip().toLowerCase(Locale.ROOT);
    }

    /** The level that comes out, and what makes it so. */
    DurabilityStatement statement() {
        boolean several = copies.text.matches("[0-9]+") && !copies.text.matches("0*[01]");
        if (!storage.text.equals("file")) {
            return inMemory(several, storage);
        }
        if (persistMode.text.equals("async")) {
            return inMemory(several, persistMode);
        }
        if (sync.text.equals(NOT_KNOWN)) {
            return existing(several);
        }
        List<String> reasons = new ArrayList<>();
        boolean synced = sync.text.equals(ALWAYS);
        if (several != asked.replicatedSync()) {
            reasons.add(copies.reason());
        }
        if (synced != asked.localSync()) {
            reasons.add(sync.reason());
        }
        return DurabilityStatement.giving(asked, DurabilityLevel.of(several, synced), reasons);
    }

    /** What is in the memory of several processes counts as being in that of one: all of them can be killed. */
    private DurabilityStatement inMemory(boolean several, Value why) {
        List<String> reasons = List.of(why.reason());
        return several
                ? DurabilityStatement.giving(asked, DurabilityLevel.LEVEL_4, reasons)
                : DurabilityStatement.givingNothing(asked, reasons);
    }

    /** Servers of others say whether they sync on their monitoring port only. */
    private DurabilityStatement existing(boolean several) {
        if (asked.localSync()) {
            return DurabilityStatement.notKnown(
                    asked,
                    "whether the servers of an existing cluster sync before they acknowledge (sync_interval), which only"
                            + " systems.nats.monitor.url tells"
                            + (several == asked.replicatedSync() ? "" : "; and " + copies.reason()));
        }
        List<String> reasons = several == asked.replicatedSync() ? List.of() : List.of(copies.reason());
        return DurabilityStatement.giving(asked, DurabilityLevel.of(several, false), reasons);
    }
}
