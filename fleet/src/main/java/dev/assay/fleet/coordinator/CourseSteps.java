package dev.assay.fleet.coordinator;

import dev.assay.core.delivery.WorkerLedger;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.engine.Assignment;
import dev.assay.fleet.coordinator.TrialFailedException.Kind;
import dev.assay.fleet.wire.AssignmentCodec;
import dev.assay.fleet.wire.DriverCodec;
import dev.assay.fleet.wire.proto.Command;
import dev.assay.fleet.wire.proto.ConsumerReadiness;
import dev.assay.fleet.wire.proto.CreateTopics;
import dev.assay.fleet.wire.proto.DeleteTopics;
import dev.assay.fleet.wire.proto.Finish;
import dev.assay.fleet.wire.proto.Halt;
import dev.assay.fleet.wire.proto.OpenLoad;
import dev.assay.fleet.wire.proto.Start;
import java.util.List;
import java.util.Objects;

/** The single steps that courses are made of: each is one command to the workers and their answers. */
final class CourseSteps {
    /** Time for the agreed start to reach every worker. */
    private static final long START_LEAD_NANOS = 500_000_000;

    /** A complete assignment must have stood so long where it may still change. */
    private static final long STEADY_NANOS = 500_000_000;

    private final TrialRequest request;
    private final TrialFleet fleet;
    private final FleetClocks clocks;

    CourseSteps(TrialRequest request, TrialFleet fleet, FleetClocks clocks) {
        this.request = request;
        this.fleet = fleet;
        this.clocks = clocks;
    }

    void connect() throws TrialFailedException, InterruptedException {
        String trial = "assay-" + request.runId() + "/" + request.trial().folder();
        fleet.sendAll(Command.newBuilder()
                .setPrepare(DriverCodec.toWire(trial, request.driverConfig()))
                .build());
        fleet.awaitStep("connect to the system", fleet.links(), link -> link.capabilities != null);
        for (WorkerLink link : fleet.links()) {
            WorkerFit.check(request.trial().spec().workload(), Objects.requireNonNull(link.capabilities));
        }
    }

    void createTopics() throws TrialFailedException, InterruptedException {
        CreateTopics.Builder command = CreateTopics.newBuilder();
        request.topics().forEach(topic -> command.addTopics(AssignmentCodec.toWire(topic)));
        tellFirst(Command.newBuilder().setCreateTopics(command).build(), "create the topics");
    }

    private void tellFirst(Command command, String what) throws TrialFailedException, InterruptedException {
        List<WorkerLink> first = fleet.links().subList(0, 1);
        first.getFirst().send(command);
        fleet.awaitStep(what, first, link -> link.done);
    }

    List<String> workerNames() {
        return fleet.links().stream().map(WorkerLink::name).toList();
    }

    /** Opens what is assigned to each worker, in their order. */
    void open(List<Assignment> assignments) throws TrialFailedException, InterruptedException {
        for (int worker = 0; worker < assignments.size(); worker++) {
            OpenLoad command = OpenLoad.newBuilder()
                    .setAssignment(AssignmentCodec.toWire(assignments.get(worker)))
                    .setClockOffsetNanos(clocks.offsetNanos(worker))
                    .build();
            fleet.links()
                    .get(worker)
                    .send(Command.newBuilder().setOpenLoad(command).build());
        }
        fleet.awaitStep("open producers and consumers", fleet.links(), link -> link.config != null);
    }

    void awaitAssignment(FleetLimits limits) throws TrialFailedException, InterruptedException {
        PartitionWatch watch = new PartitionWatch(request);
        fleet.awaitStep("say what its consumers hold", fleet.links(), link -> link.readiness != null);
        long deadline = System.nanoTime() + limits.assignment().toNanos();
        boolean steady = false;
        while (!steady) {
            if (!fleet.await(deadline, () -> watch.missing(readiness()).isEmpty())) {
                throw new TrialFailedException(
                        Kind.SYSTEM,
                        "not every partition had a consumer within %d s: %s"
                                .formatted(
                                        limits.assignment().toSeconds(),
                                        String.join("; ", watch.missing(readiness()))));
            }
            steady = !watch.mayChange()
                    || !fleet.await(
                            System.nanoTime() + STEADY_NANOS,
                            () -> !watch.missing(readiness()).isEmpty());
        }
    }

    private List<ConsumerReadiness> readiness() {
        return fleet.links().stream()
                .flatMap(link -> Objects.requireNonNull(link.readiness).stream())
                .toList();
    }

    LoadStart start() throws TrialFailedException, InterruptedException {
        LoadStart start = LoadStart.in(START_LEAD_NANOS);
        startAt(start.nanoTime());
        return start;
    }

    void startAt(long nanoTime) throws TrialFailedException, InterruptedException {
        fleet.sendAll(Command.newBuilder()
                .setStart(Start.newBuilder().setStartNanos(nanoTime))
                .build());
        fleet.awaitStep("start the load", fleet.links(), link -> link.done);
    }

    /** Ends sending; what is under way still gets its outcome. */
    void halt() throws TrialFailedException, InterruptedException {
        fleet.sendAll(Command.newBuilder().setHalt(Halt.getDefaultInstance()).build());
        fleet.awaitStep("end sending", fleet.links(), link -> link.done);
    }

    /** Whether every message that was sent has its outcome. */
    boolean settled() {
        return fleet.links().stream().allMatch(link -> link.sendingFinished && link.settled);
    }

    List<WorkerLedger> finish() throws TrialFailedException, InterruptedException {
        fleet.sendAll(
                Command.newBuilder().setFinish(Finish.getDefaultInstance()).build());
        fleet.awaitStep("send the delivery ledger", fleet.links(), link -> link.ledger != null);
        return fleet.links().stream()
                .map(link -> Objects.requireNonNull(link.ledger))
                .toList();
    }

    /** What goes wrong here changes no figure, so it is a warning; only a cancelled trial is over at once. */
    List<String> cleanUp() throws TrialFailedException, InterruptedException {
        try {
            tellFirst(
                    Command.newBuilder()
                            .setDeleteTopics(DeleteTopics.getDefaultInstance())
                            .build(),
                    "delete the topics");
            fleet.end();
        } catch (TrialFailedException e) {
            if (e.kind() == Kind.CANCELLED) {
                throw e;
            }
            return List.of("topics may be left behind: " + e.getMessage());
        }
        String warning = fleet.links().getFirst().warning;
        return warning.isEmpty() ? List.of() : List.of(warning);
    }

    EffectiveConfig config() {
        return fleet.links().stream()
                .map(link -> Objects.requireNonNull(link.config))
                .reduce(EffectiveConfig.NONE, ConfigMerge::merge);
    }
}
