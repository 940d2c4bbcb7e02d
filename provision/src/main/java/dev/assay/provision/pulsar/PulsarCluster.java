package dev.assay.provision.pulsar;

import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.NodeWatch;
import dev.assay.provision.cluster.ServerNode;
import dev.assay.provision.leash.LeasedFolder;
import dev.assay.provision.leash.LeashedProcess;
import dev.assay.provision.leash.Signal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** A local Pulsar cluster that is ready. Its data is thrown away, so its processes are killed rather than asked to end. */
final class PulsarCluster implements Cluster {
    private final PulsarLaunch launch;
    private final ClusterPlan plan;
    private final List<LeashedProcess> servers;
    private final LeasedFolder data;
    private final NodeWatch watch = new NodeWatch();
    private boolean closed;

    /** @param servers in the order of the plan's nodes */
    PulsarCluster(PulsarLaunch launch, ClusterPlan plan, List<LeashedProcess> servers, LeasedFolder data) {
        this.launch = launch;
        this.plan = plan;
        this.servers = List.copyOf(servers);
        this.data = data;
        this.servers.forEach(watch::add);
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
        List<ServerNode> nodes = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            NodePlan node = plan.nodes().get(i);
            LeashedProcess server = servers.get(i);
            nodes.add(new ServerNode(node.name(), server.handle(), node.port(), server.log(), node.folder()));
        }
        return List.copyOf(nodes);
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

    @Override
    public Optional<String> failure() {
        return watch.failure();
    }

    @Override
    public void onFailure(Consumer<String> listener) {
        watch.onFailure(listener);
    }

    @Override
    public void signal(String node, Signal signal) {
        servers.stream()
                .filter(server -> server.name().equals(node))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("this cluster has no node '" + node + "', only "
                        + servers.stream().map(LeashedProcess::name).toList()))
                .signal(signal);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        watch.end();
        try {
            if (failure().isEmpty()) {
                writeArchives();
            }
        } finally {
            LeashedProcess.killAll(servers);
            data.close();
        }
    }

    /** Once on a machine: with them the next cluster starts sooner. */
    private void writeArchives() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < servers.size(); i++) {
                NodePlan node = plan.nodes().get(i);
                LeashedProcess server = servers.get(i);
                if (node.number() == 1 && !launch.jvm().archive(node.role()).exists()) {
                    threads.execute(() -> launch.jvm().archive(node.role()).writeFrom(server.handle()));
                }
            }
        }
    }
}
