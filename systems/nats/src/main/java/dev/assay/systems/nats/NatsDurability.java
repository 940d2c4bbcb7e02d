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
 * Derives the durability that JetStream's settings give. A stream with several copies acknowledges when a majority of its servers has
 * written the message, one with a single copy when its server has; each server syncs before that only where its {@code sync_interval} is
 * {@code always}. A stream in memory, and one that writes asynchronously, acknowledge messages that are in the memory of the server's
 * process, which ends with it. (NATS documentation: JetStream, configuration of servers and streams.)
 *
 * @param copies of each stream
 * @param sync the servers' {@code sync_interval}
 * @param storage of the streams
 * @param persistMode of the streams
 */
record NatsDurability(DurabilityLevel requestedLevel, Value copies, Value sync, Value storage, Value persistMode) {
    static final String SYNC = "jetstream.sync_interval";

    /** The value with which a server syncs every write before it continues. */
    static final String ALWAYS = "always";

    private static final String PERSIST_MODE = "persist_mode";

    /** Stands for a setting of somebody else's server. */
    private static final String NOT_KNOWN = "";

    /** Holds a setting's value and the key under which people find it. */
    record Value(String source, String text) {
        String reason() {
            return source + "=" + text;
        }
    }

    /** Returns the servers' {@code sync_interval} at that level; empty for the vendor's default of two minutes. */
    static Map<String, String> serverSettings(DurabilityLevel level) {
        return level.localSync() ? Map.of(SYNC, ALWAYS) : Map.of();
    }

    /** Returns the durability of the scenario's settings, which override what the level sets. */
    static NatsDurability of(NatsSpec spec, DurabilityLevel requestedLevel, VendorSettings settings) {
        String byLevel = serverSettings(requestedLevel).getOrDefault(SYNC, "2m");
        String sync = spec.deployment() == Deployment.EXISTING
                ? NOT_KNOWN
                : clean(settings.broker().getOrDefault(SYNC, byLevel));
        return new NatsDurability(
                requestedLevel,
                new Value(
                        spec.replication() > 0 ? "systems.nats.replication" : "systems.nats.nodes",
                        Integer.toString(spec.copies())),
                new Value("settings.nats.broker." + SYNC, sync),
                new Value("systems.nats.storage", spec.storage().toString()),
                new Value(
                        "settings.nats.topic." + PERSIST_MODE,
                        clean(settings.topic().getOrDefault(PERSIST_MODE, "default"))));
    }

    /** Returns the durability with the values that streams and servers report as effective, where they report one value. */
    NatsDurability readBack(EffectiveConfig effective) {
        return new NatsDurability(
                requestedLevel,
                readBack(copies, effective, "topic", "num_replicas"),
                readBack(sync, effective, "broker", SYNC),
                readBack(storage, effective, "topic", "storage"),
                readBack(persistMode, effective, "topic", PERSIST_MODE));
    }

    private static Value readBack(Value expected, EffectiveConfig effective, String group, String name) {
        String reported = clean(effective.groups().getOrDefault(group, Map.of()).getOrDefault(name, expected.text));
        return reported.equals(expected.text) ? expected : new Value(group + "." + name + " as read back", reported);
    }

    private static String clean(String text) {
        return text.strip().toLowerCase(Locale.ROOT);
    }

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
        if (several != requestedLevel.replicatedSync()) {
            reasons.add(copies.reason());
        }
        if (synced != requestedLevel.localSync()) {
            reasons.add(sync.reason());
        }
        return DurabilityStatement.giving(requestedLevel, DurabilityLevel.of(several, synced), reasons);
    }

    /** States the durability of messages in memory. Those in several processes count no more than one's, as all of them can be killed. */
    private DurabilityStatement inMemory(boolean several, Value why) {
        List<String> reasons = List.of(why.reason());
        return several
                ? DurabilityStatement.giving(requestedLevel, DurabilityLevel.LEVEL_4, reasons)
                : DurabilityStatement.givingNothing(requestedLevel, reasons);
    }

    /** States the durability of servers run by others, which report only on their monitoring port whether they sync. */
    private DurabilityStatement existing(boolean several) {
        if (requestedLevel.localSync()) {
            return DurabilityStatement.notKnown(
                    requestedLevel,
                    "whether the servers of an existing cluster sync before they acknowledge (sync_interval), which only"
                            + " systems.nats.monitor.url tells"
                            + (several == requestedLevel.replicatedSync() ? "" : "; and " + copies.reason()));
        }
        List<String> reasons = several == requestedLevel.replicatedSync() ? List.of() : List.of(copies.reason());
        return DurabilityStatement.giving(requestedLevel, DurabilityLevel.of(several, false), reasons);
    }
}
