package dev.assay.run;

import com.sun.management.OperatingSystemMXBean;
import dev.assay.run.RunRequest.WorkerChoice;
import dev.assay.run.coordinator.CoordinatorHeap;
import dev.assay.run.coordinator.WorkerHeap;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.run.launch.WorkerPlace;
import dev.assay.scenario.plan.Plan;
import dev.assay.worker.wire.HostPort;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Refuses workers that a system of the plan can't serve, or that this machine or this process has no memory for, before anything is started. */
public final class WorkerRefusals {
    private WorkerRefusals() {}

    /**
     * The same choice, when every system can serve it.
     *
     * @throws CommandFailure when an address can't be read, a system refuses where the workers are, or there is no memory for them
     */
    public static WorkerChoice checked(WorkerChoice choice, Plan plan) {
        List<String> hosts = choice.place()
                .map(WorkerPlace::hosts)
                .orElseGet(() -> WorkerPools.addresses(choice).stream()
                        .map(HostPort::host)
                        .toList());
        String refusals = plan.trials().stream()
                .map(trial -> trial.spec().system().refusalOfWorkersAt(hosts))
                .flatMap(Optional::stream)
                .distinct()
                .collect(Collectors.joining(System.lineSeparator()));
        if (!refusals.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, (choice.place().isPresent() ? "--workers-on: " : "--worker: ") + refusals);
        }
        choice.place()
                .flatMap(place -> place.refusal(choice.count()).or(() -> unreachable(place, plan)))
                .ifPresent(refusal -> {
                    throw new CommandFailure(ExitCode.BAD_INPUT, "--workers-on: " + refusal);
                });
        if (choice.watches()
                && plan.trials().stream().noneMatch(trial -> trial.spec().onServersOfOthers())) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--observe is for clusters that Assay did not start, but the plan has none; leave it out: Assay watches its own servers itself");
        }
        beyondHeap(choice.count(), plan, Runtime.getRuntime().maxMemory()).ifPresent(refusal -> {
            throw new CommandFailure(ExitCode.BAD_INPUT, refusal);
        });
        if (choice.here()) {
            tooLarge(choice.count(), plan, machineBytes()).ifPresent(refusal -> {
                throw new CommandFailure(ExitCode.BAD_INPUT, refusal);
            });
        }
        return choice;
    }

    /**
     * The same choice, if every worker and observer on another machine is authenticated.
     *
     * @throws CommandFailure naming those for which nothing does
     */
    public static WorkerChoice vouchedFor(WorkerChoice choice) {
        String refusals = Stream.concat(
                        WorkerPools.addresses(choice).stream(),
                        WorkerPools.addresses("--observe", choice.observers()).stream())
                .map(choice.trust()::refusal)
                .flatMap(Optional::stream)
                .collect(Collectors.joining(System.lineSeparator()));
        if (!refusals.isEmpty()) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--worker " + refusals);
        }
        return choice;
    }

    /** Why workers there can't reach the servers of the plan; empty where they can, as far as anybody knows. */
    private static Optional<String> unreachable(WorkerPlace place, Plan plan) {
        Optional<String> local = plan.trials().stream()
                .filter(trial -> !trial.spec().onServersOfOthers()
                        && !trial.spec().system().isInWorkers())
                .map(trial -> trial.spec().system().system())
                .findFirst();
        return local.flatMap(system -> place.beyondLoopback()
                .map(host ->
                        "the servers of %s that Assay starts listen on this machine's loopback only, where workers on %s can't reach them; measure a cluster that they can reach (deployment: existing), or leave the option out"
                                .formatted(system, host)));
    }

    /**
     * Why that many workers of the plan's largest load don't fit into this machine; empty where they do. A quarter is left for the
     * servers, the page cache and everything else.
     *
     * @param machineBytes its memory; 0 where unknown
     */
    static Optional<String> tooLarge(int workers, Plan plan, long machineBytes) {
        long max = machineBytes / 4 * 3;
        return plan.trials().stream()
                .filter(trial -> machineBytes > 0
                        && workers * WorkerHeap.of(trial.spec(), workers).bytes() > max)
                .findFirst()
                .map(trial -> {
                    WorkerHeap heap = WorkerHeap.of(trial.spec(), workers);
                    return "trial %d: %d MiB of the machine's %s may go to workers, but %d with a heap of %s each would be needed, mostly for %s; use fewer producers, consumers, topics or phases, or workers on other machines ('assay worker --heap')"
                            .formatted(
                                    trial.number(),
                                    max >> 20,
                                    WorkerHeap.text(machineBytes),
                                    workers,
                                    WorkerHeap.text(heap.bytes()),
                                    heap.largestPart());
                });
    }

    /**
     * Why this process can't coordinate that many workers of the plan's largest load; empty where it can.
     *
     * @param heapBytes what it has at most
     */
    static Optional<String> beyondHeap(int workers, Plan plan, long heapBytes) {
        return plan.trials().stream()
                .filter(trial -> CoordinatorHeap.of(trial.spec(), workers).neededBytes() > heapBytes)
                .findFirst()
                .map(trial -> {
                    CoordinatorHeap heap = CoordinatorHeap.of(trial.spec(), workers);
                    return "trial %d: to coordinate it takes a heap of about %s, mostly for %s, but this process has %s; set ASSAY_HEAP=%s, or use fewer subscriptions or producers"
                            .formatted(
                                    trial.number(),
                                    WorkerHeap.text(heap.neededBytes()),
                                    heap.largestPart(),
                                    WorkerHeap.text(heapBytes),
                                    heap.suggestion());
                });
    }

    private static long machineBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean machine
                ? machine.getTotalMemorySize()
                : 0;
    }
}
