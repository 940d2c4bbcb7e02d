package dev.assay.provision.pulsar;

import dev.assay.provision.cluster.ClusterFaults;
import dev.assay.provision.cluster.LocalCluster;
import dev.assay.provision.cluster.Premises;
import dev.assay.provision.cluster.ServerNode;
import dev.assay.provision.cluster.ServerProcess;
import dev.assay.provision.fault.FaultSite;
import dev.assay.provision.fault.LocalFaults;
import dev.assay.provision.fault.Machine;
import dev.assay.provision.fault.Wait;
import dev.assay.provision.leash.LeashedProcess;
import dev.assay.provision.pulsar.NodePlan.Role;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A local Pulsar cluster that is ready. */
final class PulsarCluster extends LocalCluster {
    private final PulsarLaunch launch;
    private final ClusterPlan plan;
    private final LocalFaults faults;

    PulsarCluster(PulsarLaunch launch, ClusterPlan plan, List<ServerProcess> servers, Premises premises) {
        super(servers, premises::close);
        this.launch = launch;
        this.plan = plan;
        this.faults = new LocalFaults(
                new FaultSite(machines(), premises, watch(), launch.settings().failureTimeout(), this::revive));
    }

    /** That of the first bookie first, which may be that of the first broker, too. */
    private List<Machine> machines() {
        return Machines.of(launch.settings().spec()).names().stream()
                .map(machine -> new Machine(
                        machine,
                        plan.nodes().stream()
                                .filter(node -> node.machine().equals(machine))
                                .map(node -> servers().get(plan.nodes().indexOf(node)))
                                .toList()))
                .toList();
    }

    private void revive(List<ServerProcess> ended) {
        ServerProcess zooKeeper = servers().getFirst();
        if (ended.contains(zooKeeper)) {
            zooKeeper.restart();
            requirePorts(PulsarLaunch.zooKeeperServes(plan, List.of(zooKeeper)));
            awaitEndOfSessions();
        }
        if (plan.of(Role.BOOKIE).stream().anyMatch(bookie -> isAmong(ended, bookie))) {
            awaitEndOfSessions();
        }
        ended.stream().filter(server -> server != zooKeeper).forEach(ServerProcess::restart);
        requirePorts(PulsarLaunch.allServe(plan, servers()));
    }

    private static boolean isAmong(List<ServerProcess> ended, NodePlan node) {
        return ended.stream().anyMatch(server -> server.name().equals(node.name()));
    }

    /**
     * ZooKeeper remembers the sessions of those that are gone until they time out, and takes their registrations away then.
     * Bookies that have registered before are unknown to everybody from then on (seen with Pulsar 4.0.8).
     */
    private void awaitEndOfSessions() {
        Wait.lasting(launch.settings().failureTimeout().plusSeconds(2), "ZooKeeper's sessions to end");
    }

    private void requirePorts(boolean free) {
        if (!free) {
            throw FaultSite.portTaken("Pulsar", launch.folders().logs());
        }
    }

    @Override
    public Optional<ClusterFaults> faults() {
        return Optional.of(faults);
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
