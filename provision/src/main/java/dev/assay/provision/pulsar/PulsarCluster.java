package dev.assay.provision.pulsar;

import dev.assay.provision.cluster.LocalCluster;
import dev.assay.provision.cluster.ServerNode;
import dev.assay.provision.cluster.ServerProcess;
import dev.assay.provision.leash.LeasedFolder;
import dev.assay.provision.leash.LeashedProcess;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A local Pulsar cluster that is ready. */
final class PulsarCluster extends LocalCluster {
    private final PulsarLaunch launch;
    private final ClusterPlan plan;

    PulsarCluster(PulsarLaunch launch, ClusterPlan plan, List<ServerProcess> servers, LeasedFolder data) {
        super(servers, data::close);
        this.launch = launch;
        this.plan = plan;
    }

    @Override
    public Map<String, String> connection() {
        return LocalPulsar.connection(
                plan.serviceUrl(),
                plan.webUrl(),
                launch.settings().spec(),
                launch.settings().durability());
    }

    @Override
    public List<ServerNode> nodes() {
        return plan.nodes().stream()
                .map(node -> {
                    LeashedProcess server = process(node.name());
                    return new ServerNode(node.name(), server.handle(), node.port(), server.log(), node.folder());
                })
                .toList();
    }

    @Override
    public Map<String, Map<String, String>> serverSettings() {
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        plan.nodes().forEach(node -> settings.put(node.name(), launch.settings().of(node, plan)));
        return Collections.unmodifiableMap(settings);
    }

    @Override
    public Map<String, String> departures() {
        return launch.settings().departures();
    }

    @Override
    public Map<String, String> artifacts() {
        return launch.settings().distribution().checksums();
    }

    /** Once on a machine: with them the next cluster starts sooner. */
    @Override
    protected void beforeEnd() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (NodePlan node : plan.nodes()) {
                if (node.number() == 1 && !launch.jvm().archive(node.role()).exists()) {
                    ProcessHandle server = process(node.name()).handle();
                    threads.execute(() -> launch.jvm().archive(node.role()).writeFrom(server));
                }
            }
        }
    }
}
