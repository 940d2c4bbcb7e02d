package dev.assay.systems.nats.deployment;

import dev.assay.cluster.telemetry.PageMetrics;
import java.io.IOException;
import java.net.URI;

/** Asks nodes whether they serve. Each question has its answer within a second or counts as not answered. */
final class NatsProbes {
    private static final int PATIENCE_MILLIS = 1_000;

    private NatsProbes() {}

    /**
     * Whether a node says itself that it serves, with all of its streams up to date, and knows who leads so many nodes; the leader
     * also knows that all of them are there.
     */
    static boolean serves(NatsNodePlan node, int nodes) {
        try {
            page(node, "/healthz");
            if (nodes == 1) {
                return true;
            }
            MonitorPage meta = page(node, "/jsz").part("meta_cluster");
            String leader = meta.string("leader");
            boolean others = !leader.equals(node.name())
                    || (meta.countTrue("current") >= nodes - 1 && meta.countTrue("offline") == 0);
            return !leader.isEmpty() && meta.number("cluster_size").orElse(0) == nodes && others;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Whether a node has JetStream; one that had no room to write has given it up. */
    static boolean hasJetStream(NatsNodePlan node) {
        try {
            page(node, "/healthz?js-enabled-only=true");
            return true;
        } catch (IOException notEnabled) {
            return false;
        }
    }

    private static MonitorPage page(NatsNodePlan node, String path) throws IOException {
        return MonitorPage.of(PageMetrics.page(URI.create(node.monitorUrl() + path), PATIENCE_MILLIS, _ -> {}));
    }
}
