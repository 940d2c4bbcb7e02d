package dev.assay.systems.pulsar;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.VendorSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Derives the durability that Pulsar's settings give. A broker acknowledges when as many bookies as the ack quorum have the entry; a bookie
 * syncs its journal before it answers unless {@code journalSyncData} is off, and writes none at all when {@code journalWriteData} is off.
 * (Apache BookKeeper documentation: configuration.)
 */
public final class PulsarDurability {
    private static final String ACK_QUORUM = "bookkeeperAckQuorum";
    private static final List<String> JOURNAL = List.of("bookie.journalSyncData", "bookie.journalWriteData");

    private PulsarDurability() {}

    public static boolean journalSyncData(DurabilityLevel level) {
        return level.localSync();
    }

    static DurabilityStatement of(PulsarSpec spec, DurabilityLevel requestedLevel, VendorSettings settings) {
        List<String> reasons = new ArrayList<>();
        boolean several = several(spec, requestedLevel, settings.topic(), reasons);
        if (spec.deployment() == Deployment.EXISTING) {
            return existing(requestedLevel, several, reasons);
        }
        boolean synced = synced(requestedLevel, settings.broker(), reasons);
        return DurabilityStatement.giving(requestedLevel, DurabilityLevel.of(several, synced), reasons);
    }

    /** States the durability of an existing cluster, whose journals are its operator's business and can't be read from outside. */
    private static DurabilityStatement existing(DurabilityLevel requestedLevel, boolean several, List<String> reasons) {
        if (requestedLevel.localSync()) {
            return DurabilityStatement.notKnown(
                    requestedLevel,
                    "whether the bookies of an existing cluster sync their journals (journalSyncData)"
                            + (reasons.isEmpty() ? "" : "; and " + String.join(" and ", reasons)));
        }
        return DurabilityStatement.giving(requestedLevel, DurabilityLevel.of(several, false), reasons);
    }

    private static boolean several(
            PulsarSpec spec, DurabilityLevel requestedLevel, Map<String, String> topic, List<String> reasons) {
        int quorum = spec.quorums(requestedLevel).ack();
        String ack = topic.getOrDefault(ACK_QUORUM, Integer.toString(quorum)).strip();
        boolean several = ack.matches("[0-9]+") && !ack.matches("0*[01]");
        if (several != requestedLevel.replicatedSync()) {
            reasons.add(source(spec, topic) + "=" + ack);
        }
        return several;
    }

    private static String source(PulsarSpec spec, Map<String, String> topic) {
        if (topic.containsKey(ACK_QUORUM)) {
            return "settings.pulsar.topic." + ACK_QUORUM;
        }
        return spec.ackQuorum() > 0 ? "systems.pulsar.ack-quorum" : copiesSource(spec);
    }

    private static String copiesSource(PulsarSpec spec) {
        if (spec.writeQuorum() > 0) {
            return "systems.pulsar.write-quorum";
        }
        return spec.ensemble() > 0 ? "systems.pulsar.ensemble" : "systems.pulsar.bookies";
    }

    private static boolean synced(DurabilityLevel requestedLevel, Map<String, String> broker, List<String> reasons) {
        boolean synced = true;
        List<String> chosen = new ArrayList<>();
        for (String name : JOURNAL) {
            String value = broker.get(name);
            boolean otherwise = journalSyncData(requestedLevel) || !name.equals("bookie.journalSyncData");
            synced &= value == null ? otherwise : Boolean.parseBoolean(value.strip());
            if (value != null) {
                chosen.add("settings.pulsar.broker." + name + "=" + value.strip());
            }
        }
        if (synced != requestedLevel.localSync()) {
            reasons.addAll(chosen);
        }
        return synced;
    }
}
