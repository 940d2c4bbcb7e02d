package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.fault.FaultDomain;
import dev.assay.cluster.fault.FaultTarget;
import dev.assay.cluster.fault.LocalFaults;
import dev.assay.cluster.fault.Wait;
import dev.assay.cluster.node.LocalCluster;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.node.ServerProcess;
import dev.assay.systems.pulsar.deployment.PulsarNodePlan.Role;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A local Pulsar cluster that is ready. */
final class PulsarCluster extends LocalCluster {
    private final PulsarStartup startup;
    private final PulsarClusterPlan plan;

    PulsarCluster(
            PulsarStartup startup,
            PulsarClusterPlan plan,
            List<ServerProcess> servers,
            NodeEnvironment nodeEnvironment) {
        super(servers, nodeEnvironment::close);
        this.startup = startup;
        this.plan = plan;
        setFaults(new LocalFaults(new FaultTarget(
                faultDomains(),
                plan.of(Role.BOOKIE).size(),
                nodeEnvironment,
                watch(),
                startup.settings().failureTimeout(),
                this::revive)));
    }

    /** Those of the bookies first, which may be those of brokers, too. */
    private List<FaultDomain> faultDomains() {
        return PulsarFaultDomains.of(startup.settings().spec()).names().stream()
                .map(faultDomain -> new FaultDomain(
                        faultDomain,
                        plan.nodes().stream()
                                .filter(node -> node.faultDomain().equals(faultDomain))
                                .map(node -> servers().get(plan.nodes().indexOf(node)))
                                .toList()))
                .toList();
    }

    private void revive(List<ServerProcess> ended) {
        ServerProcess zooKeeper = servers().getFirst();
        if (ended.contains(zooKeeper)) {
            zooKeeper.restart();
            requirePorts(PulsarStartup.zooKeeperServes(plan, List.of(zooKeeper)));
            awaitEndOfSessions();
        }
        if (plan.of(Role.BOOKIE).stream().anyMatch(bookie -> isAmong(ended, bookie))) {
            awaitEndOfSessions();
        }
        ended.stream().filter(server -> server != zooKeeper).forEach(ServerProcess::restart);
        requirePorts(PulsarStartup.allServe(plan, servers()));
    }

    private static boolean isAmong(List<ServerProcess> ended, PulsarNodePlan node) {
        return ended.stream().anyMatch(server -> server.name().equals(node.name()));
    }

    /**
     * ZooKeeper remembers the sessions of those that are gone until they time out, and takes their registrations away then.
     * Bookies that have registered before are unknown to everybody from then on (seen with Pulsar 4.0.8).
     */
    private void awaitEndOfSessions() {
        Wait.lasting(startup.settings().failureTimeout().plusSeconds(2), "ZooKeeper's sessions to end");
    }

    private void requirePorts(boolean free) {
        if (!free) {
            throw FaultTarget.portTaken("Pulsar", startup.folders().logs());
        }
    }

    @Override
    public Map<String, String> connection() {
        return LocalPulsar.connection(
                plan.serviceUrl(),
                plan.webUrl(),
                startup.settings().spec(),
                startup.settings().durability());
    }

    @Override
    public List<ServerNode> nodes() {
        return plan.nodes().stream()
                .map(node -> node(node.name(), node.port(), node.folder()))
                .toList();
    }

    @Override
    public Map<String, Map<String, String>> serverSettings() {
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        plan.nodes()
                .forEach(node -> settings.put(node.name(), startup.settings().of(node, plan)));
        return Collections.unmodifiableMap(settings);
    }

    @Override
    public Map<String, String> overrides() {
        return startup.settings().overrides();
    }

    @Override
    public Map<String, String> artifacts() {
        return startup.settings().distribution().checksums();
    }

    /** Once on a machine: with them the next cluster starts sooner. */
    @Override
    protected void beforeEnd() {
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name("archive-", 0).factory())) {
            for (PulsarNodePlan node : plan.nodes()) {
                if (node.number() == 1 && !startup.jvm().archive(node.role()).exists()) {
                    ProcessHandle server = process(node.name()).handle();
                    threads.execute(() -> startup.jvm().archive(node.role()).writeFrom(server));
                }
            }
        }
    }
}
