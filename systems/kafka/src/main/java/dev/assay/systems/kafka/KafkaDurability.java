package dev.assay.systems.kafka;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.VendorSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Derives the durability that Kafka's settings give. A leader acknowledges with {@code acks=all} when all replicas in sync have the
 * message, and accepts messages only while there are {@code min.insync.replicas} of them; each replica syncs its log before it continues
 * when {@code flush.messages} messages are not synced. (Apache Kafka documentation: producer and topic configurations.)
 *
 * @param acks the producer's
 * @param inSync the topic's {@code min.insync.replicas}
 * @param flush the topic's {@code flush.messages}
 * @param copies replicas of each partition
 */
public record KafkaDurability(DurabilityLevel requestedLevel, Value acks, Value inSync, Value flush, Value copies) {
    private static final String ACKS = "acks";
    private static final String IN_SYNC = "min.insync.replicas";
    private static final String FLUSH = "flush.messages";

    /** Holds a setting's value and the key under which people find it. */
    record Value(String source, String text) {
        boolean atLeastTwo() {
            return text.matches("[0-9]+") && !text.matches("0*[01]");
        }

        String reason() {
            return source + "=" + text;
        }
    }

    public static String acks(DurabilityLevel level) {
        return level.replicatedSync() ? "all" : "1";
    }

    /**
     * Returns the settings with which each topic is created at {@code level}; all others keep the vendor's defaults. With a single copy
     * {@code min.insync.replicas} is left out, since it could not ask for a second node.
     */
    public static Map<String, String> topicSettings(DurabilityLevel level, int copies) {
        Map<String, String> settings = new TreeMap<>();
        if (level.replicatedSync() && copies >= 2) {
            settings.put(IN_SYNC, "2");
        }
        if (level.localSync()) {
            settings.put(FLUSH, "1");
            settings.put("flush.ms", "0");
        }
        return settings;
    }

    /**
     * Returns the cluster-wide {@code min.insync.replicas}, for topics that don't set it: 2 with three copies or more, so that one node may
     * fail; otherwise 1.
     */
    public static String inSyncByDefault(DurabilityLevel level, int copies) {
        return level.replicatedSync() && copies >= 3 ? "2" : "1";
    }

    /** Returns the durability of the scenario's settings, which override what the level sets. */
    static KafkaDurability of(KafkaSpec spec, DurabilityLevel requestedLevel, VendorSettings settings) {
        int copies = spec.effectiveReplication();
        Map<String, String> wanted = topicSettings(requestedLevel, copies);
        return new KafkaDurability(
                requestedLevel,
                value("settings.kafka.producer.", ACKS, settings.producer(), acks(requestedLevel)),
                value("settings.kafka.topic.", IN_SYNC, settings.topic(), wanted.getOrDefault(IN_SYNC, "1")),
                value(
                        "settings.kafka.topic.",
                        FLUSH,
                        settings.topic(),
                        wanted.getOrDefault(FLUSH, "9223372036854775807")),
                new Value(
                        spec.replication() > 0 ? "systems.kafka.replication" : "systems.kafka.nodes",
                        Integer.toString(copies)));
    }

    private static Value value(String path, String name, Map<String, String> chosen, String otherwise) {
        return new Value(
                path + name, chosen.getOrDefault(name, otherwise).strip().toLowerCase(Locale.ROOT));
    }

    /** Returns the durability with the values that clients and cluster report as effective, where they report them. */
    public KafkaDurability readBack(EffectiveConfig effective) {
        return new KafkaDurability(
                requestedLevel,
                readBack(acks, effective, "producer", ACKS),
                readBack(inSync, effective, "topic", IN_SYNC),
                readBack(flush, effective, "topic", FLUSH),
                copies);
    }

    private static Value readBack(Value expected, EffectiveConfig effective, String group, String name) {
        String reported = effective.groups().getOrDefault(group, Map.of()).getOrDefault(name, expected.text);
        boolean same = reported.equals(expected.text) || (name.equals(ACKS) && isAll(reported) && isAll(expected.text));
        return same ? expected : new Value(group + "." + name + " as read back", reported);
    }

    private static boolean isAll(String acks) {
        return acks.equals("all") || acks.equals("-1");
    }

    public DurabilityStatement statement() {
        if (acks.text.equals("0")) {
            return DurabilityStatement.givingNothing(requestedLevel, List.of(acks.reason()));
        }
        List<String> reasons = new ArrayList<>();
        boolean several = isAll(acks.text) && inSync.atLeastTwo() && copies.atLeastTwo();
        boolean synced = flush.text.equals("1");
        if (several != requestedLevel.replicatedSync()) {
            reasons.addAll(replicationReasons());
        }
        if (synced != requestedLevel.localSync()) {
            reasons.add(flush.reason());
        }
        return DurabilityStatement.giving(requestedLevel, DurabilityLevel.of(several, synced), reasons);
    }

    private List<String> replicationReasons() {
        List<String> reasons = new ArrayList<>();
        if (isAll(acks.text) != requestedLevel.replicatedSync()) {
            reasons.add(acks.reason());
        }
        if (!copies.atLeastTwo()) {
            reasons.add(copies.reason());
        } else if (inSync.atLeastTwo() != requestedLevel.replicatedSync()) {
            reasons.add(inSync.reason());
        }
        return reasons;
    }
}
