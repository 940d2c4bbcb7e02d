package dev.assay.run.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.driver.LocalClock;
import dev.assay.host.HostSample;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.ObservedMachine;
import dev.assay.model.result.TrialHost;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.ObserverConnection;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.coordinator.WorkerConnection.Target;
import dev.assay.run.coordinator.WorkerHandle;
import dev.assay.run.coordinator.WorkerIdentity;
import dev.assay.run.workers.AcquiredWorkers;
import dev.assay.run.workers.SshObservers;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.run.workers.WorkerPools;
import dev.assay.worker.wire.HostPort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Holds the observers of the servers of an existing cluster during one trial, each on its machine. */
public final class Observers implements AutoCloseable {
    public static final Observers NONE = new Observers(List.of());

    private final List<ObserverConnection> all;
    private final List<AcquiredWorkers> started;

    public Observers(List<ObserverConnection> all) {
        this(all, List.of());
    }

    private Observers(List<ObserverConnection> all, List<AcquiredWorkers> started) {
        this.all = List.copyOf(all);
        this.started = List.copyOf(started);
    }

    /**
     * Begins to listen to running observers, and to those that {@code starter} starts.
     *
     * @param starter starts observers, after the running ones
     * @param logs folder for their logs
     * @throws CoordinationException when one can't be started or reached, is no observer, or watches a server whose name another one has
     */
    public static Observers listen(WorkerChoice choice, SshObservers starter, Path logs)
            throws CoordinationException, InterruptedException {
        List<WorkerConnection> running = connect(choice);
        if (starter.machines().isEmpty()) {
            return listen(running);
        }
        AcquiredWorkers started;
        try {
            started = starter.start(running.size() + 1, logs);
        } catch (CoordinationException | InterruptedException | RuntimeException e) {
            running.forEach(WorkerConnection::close);
            throw e;
        }
        try {
            Observers all = listen(Stream.concat(running.stream(), started.connections().stream())
                    .toList());
            return new Observers(all.all, List.of(started));
        } catch (CoordinationException | InterruptedException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private static List<WorkerConnection> connect(WorkerChoice choice)
            throws CoordinationException, InterruptedException {
        List<Target> targets = new ArrayList<>();
        for (HostPort address : WorkerPools.addresses("--observe", choice.observers())) {
            targets.add(new Target(
                    "o" + (targets.size() + 1), address, choice.token(), choice.trust(), WorkerHandle.ELSEWHERE));
        }
        return WorkerConnection.openAll(targets);
    }

    public static Observers listen(List<WorkerConnection> connections)
            throws CoordinationException, InterruptedException {
        List<ObserverConnection> listened = new ArrayList<>();
        try {
            for (WorkerConnection connection : connections) {
                listened.add(ObserverConnection.listen(connection, LocalClock.SYSTEM));
            }
            refuseNamesakes(listened);
            return new Observers(listened);
        } catch (CoordinationException | InterruptedException | RuntimeException e) {
            connections.forEach(WorkerConnection::close);
            throw e;
        }
    }

    private static void refuseNamesakes(List<ObserverConnection> observers) throws CoordinationException {
        Map<String, WorkerIdentity> known = new HashMap<>();
        for (ObserverConnection observer : observers) {
            for (String server : observer.machine().nodes()) {
                WorkerIdentity other = known.putIfAbsent(server, observer.identity());
                if (other != null) {
                    throw new CoordinationException("the observers at " + other.address() + " and "
                            + observer.identity().address() + " both watch a server called '" + server
                            + "'; give each server a name of its own with 'assay worker --observe --server NAME=PORT'");
                }
            }
        }
    }

    /**
     * Names the observers' machines, once those of the workers have names.
     *
     * @param workersByHost names of workers by the name of their machine
     * @param workers their identities
     * @return the same with the names of servers
     */
    public Map<String, List<String>> place(Map<String, List<String>> workersByHost, List<WorkerIdentity> workers) {
        Map<String, List<String>> placement = new LinkedHashMap<>(workersByHost);
        Map<String, String> hosts = new HashMap<>();
        for (WorkerIdentity worker : workers) {
            workersByHost.forEach((host, names) -> {
                if (names.contains(worker.name()) && !worker.bootId().isEmpty()) {
                    hosts.put(worker.bootId(), host);
                }
            });
        }
        Set<String> taken = new HashSet<>(workersByHost.keySet());
        taken.add(Metrics.COORDINATOR);
        for (ObserverConnection observer : all) {
            String shared = observer.sharesMachine()
                    ? Metrics.COORDINATOR
                    : hosts.get(observer.identity().bootId());
            String host = shared == null ? unused(observer.identity(), taken) : shared;
            observer.place(host, shared == null);
            hosts.putIfAbsent(observer.identity().bootId(), host);
            placement.merge(
                    host,
                    observer.machine().nodes(),
                    (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
        }
        return placement;
    }

    private static String unused(WorkerIdentity identity, Set<String> taken) {
        String base = identity.host().isBlank() ? "unknown" : identity.host().replaceAll("[,\"\\p{Cntrl}]", "_");
        String name = base;
        for (int number = 2; !taken.add(name); number++) {
            name = base + "-" + number;
        }
        return name;
    }

    public List<HostSample> next() {
        return all.stream().flatMap(observer -> observer.next().stream()).toList();
    }

    public List<String> limitations() {
        return all.stream()
                .flatMap(observer ->
                        observer.limitations().stream().map(text -> "host " + observer.host() + ": " + text))
                .toList();
    }

    public int servers() {
        return all.stream()
                .mapToInt(observer -> observer.machine().nodes().size())
                .sum();
    }

    public Map<String, ObservedMachine> machines() {
        Map<String, ObservedMachine> machines = new TreeMap<>();
        for (ObserverConnection observer : all) {
            machines.merge(
                    observer.host(),
                    observer.machine(),
                    (one, other) -> new ObservedMachine(
                            Stream.concat(one.nodes().stream(), other.nodes().stream())
                                    .toList(),
                            Math.max(one.disks(), other.disks()),
                            one.calibration()));
        }
        return machines;
    }

    public Map<String, Map<String, String>> facts() {
        Map<String, Map<String, String>> facts = new TreeMap<>();
        all.forEach(observer -> facts.put(observer.host(), observer.facts()));
        return facts;
    }

    public List<TrialHost> added(List<TrialHost> known) {
        List<TrialHost> hosts = new ArrayList<>(known);
        for (ObserverConnection observer : all) {
            int nodes = observer.machine().nodes().size();
            int index = hosts.stream().map(TrialHost::name).toList().indexOf(observer.host());
            if (index >= 0) {
                TrialHost host = hosts.get(index);
                hosts.set(index, host.withNodes(host.nodes() + nodes));
            } else {
                WorkerIdentity machine = observer.identity();
                hosts.add(new TrialHost(
                        observer.host(),
                        machine.host(),
                        List.of(),
                        machine.machineCores(),
                        machine.machineCores(),
                        nodes,
                        observer.offsetNanos(),
                        0));
            }
        }
        return List.copyOf(hosts);
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** Returns why the page cache can't be dropped on one of their machines; empty where it can on all. */
    Optional<String> refusalToDropPageCache() {
        return all.stream()
                .filter(observer -> !observer.refusalToDropPageCache().isEmpty())
                .map(observer -> observer.identity().address() + ": " + observer.refusalToDropPageCache())
                .findFirst();
    }

    /**
     * Drops the page cache of all their machines, one after the other.
     *
     * @throws DeploymentException when one could not
     */
    void dropPageCache() {
        for (ObserverConnection observer : all) {
            try {
                observer.dropPageCache();
            } catch (CoordinationException e) {
                throw DeploymentException.environment(String.valueOf(e.getMessage()), e);
            }
        }
    }

    @Override
    public void close() {
        all.forEach(ObserverConnection::close);
        started.forEach(AcquiredWorkers::close);
    }
}
