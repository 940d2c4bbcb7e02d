package dev.assay.store;

import dev.assay.core.result.ClusterHistory;
import dev.assay.core.result.DrainRecord;
import dev.assay.core.result.Phase;
import dev.assay.core.result.Verdict;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Adds to records from earlier versions what was not recorded then, as unknown: nothing is made up, so that whoever
 * reads one can tell what is missing.
 */
final class EarlierRecords {
    private EarlierRecords() {}

    /** The record of a trial with all that a record of today has. */
    static JsonNode completed(JsonNode tree) {
        if (tree instanceof ObjectNode record) {
            list(record, "hosts");
            each(record, "hosts", host -> {
                number(host, "cores", 0);
                number(host, "machineCores", 0);
            });
            list(record, "subscriptions");
            each(record, "subscriptions", EarlierRecords::subscription);
            list(record, "events");
            list(record, "steady");
            list(record, "compression");
            object(record, "cluster", ClusterHistory.UNKNOWN);
            if (record.get("cluster") instanceof ObjectNode cluster) {
                number(cluster, "sinceDeletionSeconds", -1);
            }
            object(record, "drain", DrainRecord.UNKNOWN);
            if (record.get("drain") instanceof ObjectNode drain) {
                list(drain, "readings");
            }
            each(record, "phases", EarlierRecords::phase);
            if (record.get("delivery") instanceof ObjectNode delivery) {
                list(delivery, "phases");
                each(delivery, "subscriptions", EarlierRecords::received);
                each(delivery, "phases", phase -> each(phase, "subscriptions", EarlierRecords::received));
            }
            if (record.get("verdict") instanceof ObjectNode verdict) {
                number(verdict, "rules", Verdict.UNVERSIONED);
                list(verdict, "findings");
                each(verdict, "reasons", reason -> text(reason, "phase", ""));
            }
        }
        return tree;
    }

    /** A calibration with all that one of today has. */
    static JsonNode calibration(JsonNode tree) {
        if (tree instanceof ObjectNode calibration && !calibration.has("floor")) {
            calibration.putNull("floor");
        }
        return tree;
    }

    /** There were two phases, which their names told apart, and in both the load was to be sustained. */
    private static void phase(ObjectNode phase) {
        boolean warmup = phase.path("name").asString("").equals(Phase.WARMUP);
        text(phase, "role", (warmup ? Phase.Role.WARMUP : Phase.Role.MEASURE).name());
        text(phase, "expectation", Phase.Expectation.SUSTAINED.name());
    }

    /** Order was expected of all. */
    private static void subscription(ObjectNode subscription) {
        if (!subscription.has("ordered")) {
            subscription.put("ordered", true);
        }
    }

    /** Nothing was looked for again. */
    private static void received(ObjectNode subscription) {
        number(subscription, "undelivered", 0);
    }

    private static void each(ObjectNode record, String key, Consumer<ObjectNode> entry) {
        for (JsonNode child : record.path(key)) {
            if (child instanceof ObjectNode object) {
                entry.accept(object);
            }
        }
    }

    private static void list(ObjectNode record, String key) {
        if (!record.has(key)) {
            record.putArray(key);
        }
    }

    private static void object(ObjectNode record, String key, Record unknown) {
        if (!record.has(key)) {
            record.set(key, RecordJson.tree(unknown));
        }
    }

    private static void number(ObjectNode record, String key, int unknown) {
        if (!record.has(key)) {
            record.put(key, unknown);
        }
    }

    private static void text(ObjectNode record, String key, String unknown) {
        if (!record.has(key)) {
            record.put(key, unknown);
        }
    }
}
