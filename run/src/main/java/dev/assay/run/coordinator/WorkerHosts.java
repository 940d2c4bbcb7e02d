package dev.assay.run.coordinator;

import dev.assay.driver.LocalClock;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.TrialHost;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Holds the machines of a trial's workers. Workers of one boot of one machine share one, and so one clock. */
public final class WorkerHosts {
    private final List<WorkerHost> hosts;
    private final LocalClock clock;

    private WorkerHosts(List<WorkerHost> hosts, LocalClock clock) {
        this.clock = clock;
        this.hosts = hosts;
    }

    public static WorkerHosts of(List<WorkerConnection> workers, LocalClock clock)
            throws TrialFailedException, InterruptedException {
        Map<String, List<WorkerConnection>> byMachine = new LinkedHashMap<>();
        for (WorkerConnection worker : workers) {
            byMachine
                    .computeIfAbsent(machineOf(worker), key -> new ArrayList<>())
                    .add(worker);
        }
        Set<String> names = new HashSet<>(Set.of(Metrics.COORDINATOR));
        List<List<WorkerConnection>> machines = List.copyOf(byMachine.values());
        List<ClockOffset> offsets = SideBySide.map(machines, together -> estimate(together.getFirst(), clock));
        List<WorkerHost> hosts = new ArrayList<>();
        for (int machine = 0; machine < machines.size(); machine++) {
            WorkerConnection first = machines.get(machine).getFirst();
            String name = first.sharesMachine()
                    ? Metrics.COORDINATOR
                    : unused(first.identity().host(), names);
            hosts.add(new WorkerHost(name, machines.get(machine), offsets.get(machine)));
        }
        return new WorkerHosts(List.copyOf(hosts), clock);
    }

    private static String machineOf(WorkerConnection worker) {
        String bootId = worker.identity().bootId();
        return bootId.isEmpty() ? worker.identity().name() : bootId;
    }

    /** Returns a name that is not in use: machines may call themselves the same, such as localhost. */
    private static String unused(String wanted, Set<String> names) {
        String base = wanted.isBlank() ? "unknown" : wanted.replaceAll("[,\"\\p{Cntrl}]", "_");
        String name = base;
        for (int number = 2; !names.add(name); number++) {
            name = base + "-" + number;
        }
        return name;
    }

    private static ClockOffset estimate(WorkerConnection worker, LocalClock clock) throws TrialFailedException {
        try {
            return worker.measureClock(clock);
        } catch (StatusRuntimeException e) {
            throw new TrialFailedException(
                    Kind.WORKER, worker.title() + " did not report its clock: " + ConnectionProblem.text(e), e);
        } catch (IllegalArgumentException e) {
            throw new TrialFailedException(Kind.WORKER, worker.title() + " sent invalid data: " + e.getMessage(), e);
        }
    }

    List<WorkerHost> all() {
        return hosts;
    }

    WorkerHost of(WorkerConnection worker) {
        return hosts.stream()
                .filter(host -> host.workers().contains(worker))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(worker.title() + " is not a worker of this trial"));
    }

    /** Estimates all clocks once more, for the time after the load. */
    public void measureAgain() throws TrialFailedException, InterruptedException {
        List<WorkerHost> otherHosts = hosts.stream()
                .filter(host -> !host.sharesClock() && !host.isLost())
                .toList();
        List<ClockOffset> offsets = SideBySide.map(otherHosts, host -> estimate(host.first(), clock));
        for (int host = 0; host < otherHosts.size(); host++) {
            otherHosts.get(host).take(offsets.get(host), clock.nanoTime());
        }
    }

    /**
     * Returns how far the clocks of two workers may have been apart at any time of the load: the two largest errors together, as a message
     * sent by one may be received by the other; 0 when all are on one machine.
     */
    public long errorNanos() {
        if (hosts.size() < 2) {
            return 0;
        }
        long[] errors =
                hosts.stream().mapToLong(WorkerHost::clockErrorNanos).sorted().toArray();
        return errors[errors.length - 1] + errors[errors.length - 2];
    }

    public Map<String, List<String>> placement() {
        Map<String, List<String>> placement = new LinkedHashMap<>();
        hosts.forEach(host -> placement.put(host.name(), host.record().workers()));
        return placement;
    }

    public List<TrialHost> records() {
        return hosts.stream().map(WorkerHost::record).toList();
    }
}
