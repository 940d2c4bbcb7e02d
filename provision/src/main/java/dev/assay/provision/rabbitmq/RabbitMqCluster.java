package dev.assay.provision.rabbitmq;

import dev.assay.provision.ProvisionException;
import dev.assay.provision.cluster.ClusterFaults;
import dev.assay.provision.cluster.LocalCluster;
import dev.assay.provision.cluster.Premises;
import dev.assay.provision.cluster.ServerNode;
import dev.assay.provision.cluster.ServerProcess;
import dev.assay.provision.fault.FaultSite;
import dev.assay.provision.fault.LocalFaults;
import dev.assay.provision.fault.Machine;
import dev.assay.provision.leash.LeashedProcess;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A local RabbitMQ cluster that is ready. */
final class RabbitMqCluster extends LocalCluster {
    /** For nodes that were cut off to find each other again. Without being started again they often do not. */
    private static final Duration REUNION = Duration.ofSeconds(20);

    private final RabbitMqLaunch launch;
    private final ClusterPlan plan;
    private final Premises premises;
    private final LocalFaults faults;
    private @Nullable Map<String, Map<String, String>> inForce;

    RabbitMqCluster(RabbitMqLaunch launch, ClusterPlan plan, List<ServerProcess> servers, Premises premises) {
        super(servers, premises::close);
        this.launch = launch;
        this.plan = plan;
        this.premises = premises;
        // The port mappers hold no data and count as no nodes: they run on whatever happens.
        List<Machine> machines = servers.subList(plan.mappers().size(), servers.size()).stream()
                .map(Machine::of)
                .toList();
        this.faults = new LocalFaults(
                new FaultSite(machines, premises, watch(), launch.settings().failureTimeout(), this::revive));
    }

    /** All at once: a node waits for those that were there when it ended, and each may have been the last. */
    private void revive(List<ServerProcess> ended) {
        ended.forEach(ServerProcess::restart);
        if (ended.isEmpty() && !reunited()) {
            // What RabbitMQ's documentation on partitions asks of whoever runs it.
            ServerProcess struck = servers().get(plan.mappers().size());
            struck.process().kill();
            struck.restart();
        }
        if (!RabbitMqLaunch.isReady(plan, servers(), RabbitMqLaunch.PATIENCE)) {
            throw FaultSite.portTaken("RabbitMQ", launch.folders().logs());
        }
    }

    private boolean reunited() {
        try {
            return RabbitMqLaunch.isReady(plan, servers(), REUNION);
        } catch (ProvisionException notReady) {
            return false;
        }
    }

    @Override
    public Optional<ClusterFaults> faults() {
        return Optional.of(faults);
    }

    @Override
    public Map<String, String> connection() {
        return LocalRabbitMq.connection(
                launch.settings().spec(),
                Map.of(
                        "uri", plan.uris(),
                        "admin.url", plan.adminUrls(),
                        "stream.uri", plan.streamUris(),
                        "nodes", plan.erlangNames()));
    }

    @Override
    public Optional<String> serverVersion() {
        return Optional.of(launch.programs().installation().version().text());
    }

    @Override
    public List<ServerNode> nodes() {
        return plan.nodes().stream()
                .map(node -> {
                    LeashedProcess process = process(node.name());
                    return new ServerNode(
                            node.name(), process.handle(), node.ports().client(), process.log(), node.folder());
                })
                .toList();
    }

    /** What the nodes were told, and what they say they run with; they are asked once. */
    @Override
    public synchronized Map<String, Map<String, String>> serverSettings() {
        Map<String, Map<String, String>> said = inForce;
        if (said == null) {
            said = new SettingsInForce(launch.leash(), launch.programs(), premises).read(plan);
            inForce = said;
        }
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        for (NodePlan node : plan.nodes()) {
            Map<String, String> own = new TreeMap<>(launch.settings().of(node, plan));
            own.putAll(said.getOrDefault(node.name(), Map.of()));
            settings.put(node.name(), own);
        }
        return Collections.unmodifiableMap(settings);
    }

    @Override
    public Map<String, String> departures() {
        return launch.settings().departures();
    }

    /** The server is not fetched but installed. */
    @Override
    public Map<String, String> artifacts() {
        return Map.of();
    }
}
