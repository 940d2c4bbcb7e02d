package spool;

import dev.assay.cluster.node.*;
import dev.assay.cluster.system.*;
import dev.assay.model.durability.*;
import dev.assay.model.spec.*;
import java.nio.file.Path;
import java.time.Duration;
import java.util.*;

/** Messages in files of a folder, which producers append to and consumers poll, with no server between them. */
public final class SpoolSystem implements SystemPlugin<SpoolSystem.Spec> {
    /** The keys below {@code systems.spool}, and what follows from them before anything runs. */
    public record Spec(
            @Key(value = "How long a consumer that has read everything waits before it looks again.", fallback = "1 ms")
            Duration poll)
            implements SystemSpec {
        static final int MAX_PAYLOAD = 1 << 20;

        public Spec {
            Check.notNegative("poll", poll);
        }

        @Override public String system() { return "spool"; }
        @Override public String serverVersion() { return "without a server"; }
        @Override public String clientVersion() { return ""; }
        @Override public boolean runsNodes() { return false; }
        @Override public int copies() { return 1; }
        @Override public String needs() { return "room for all messages on the disk of Assay's cache"; }

        /** A disk can be synced, but there is only one. */
        @Override public DurabilityStatement durability(DurabilityLevel asked, VendorSettings settings) {
            DurabilityLevel given = DurabilityLevel.of(false, asked.localSync());
            return DurabilityStatement.giving(asked, given, List.of("a spool is on one disk"));
        }

        @Override public Optional<String> refusalOfWorkersAt(List<String> hosts) {
            return hosts.size() < 2 ? Optional.empty() : Optional.of("a spool is on one machine; use workers of one");
        }

        @Override public SystemCapabilities capabilities(VendorSettings settings) {
            return new SystemCapabilities(MAX_PAYLOAD, 1_000, true);
        }

        @Override public List<Incompatibility> refusals(VendorSettings settings) {
            return settings.equals(VendorSettings.NONE) ? List.of()
                    : List.of(Incompatibility.of("settings.spool", "a spool has keys only", "leave it out"));
        }
    }

    @Override public String name() { return "spool"; }
    @Override public Class<Spec> keys() { return Spec.class; }

    /** Before there is a folder. */
    @Override public Map<String, String> connection(Spec spec, DurabilityLevel level) {
        return connection(spec, Path.of("spool"));
    }

    /** A folder that is deleted at the end, or by the next run if this one is killed. */
    @Override public Cluster start(Spec spec, ClusterRequest request, DeploymentContext context) {
        Path folder = request.folders().freshData("spool");
        NodeEnvironment lease = NodeEnvironment.lease(context.supervisor(), "spool data", folder);
        return new ExistingCluster(connection(spec, folder), Map.of(), lease::close);
    }

    private static Map<String, String> connection(Spec spec, Path folder) {
        return Map.of("folder", folder.toString(), "poll", spec.poll().toString());
    }
}
