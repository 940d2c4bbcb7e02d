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

/** The commands to the workers: each method sends one and waits for the answers. */
final class WorkerCommands {
    /** Time for the agreed start to reach every worker. */
    private static final long START_LEAD_NANOS = 500_000_000;

    /** A complete assignment must have stood so long where it may still change. */
    private static final long STEADY_NANOS = 500_000_000;

    private final TrialRequest request;
    private final TrialFleet fleet;
    private final FleetClocks clocks;

    WorkerCommands(TrialRequest request, TrialFleet fleet, FleetClocks clocks) {
        this.request = request;
        this.fleet = fleet;
        this.clocks = clocks;
    }

    void connect() throws TrialFailedException, InterruptedException {
        String trial = "assay-" + request.runId() + "/" + request.trial().folder();
        fleet.sendAll(Command.newBuilder()
                .setPrepare(DriverCodec.toWire(trial, request.driverConfig()))
                .build());
        fleet.awaitStep("connect to the system", fleet.streams(), stream -> stream.capabilities != null);
        for (WorkerStream stream : fleet.streams()) {
            CompatibilityCheck.check(request.trial().spec().workload(), Objects.requireNonNull(stream.capabilities));
        }
    }

    void createTopics() throws TrialFailedException, InterruptedException {
        CreateTopics.Builder command = CreateTopics.newBuilder();
        request.topics().forEach(topic -> command.addTopics(AssignmentCodec.toWire(topic)));
        sendFirst(Command.newBuilder().setCreateTopics(command).build(), "create the topics");
    }

    private void sendFirst(Command command, String what) throws TrialFailedException, InterruptedException {
        List<WorkerStream> first = fleet.streams().subList(0, 1);
        first.getFirst().send(command);
        fleet.awaitStep(what, first, stream -> stream.done);
    }

    List<String> workerNames() {
        return fleet.streams().stream().map(WorkerStream::name).toList();
    }

    /** Opens what is assigned to each worker, in their order. */
    void open(List<Assignment> assignments) throws TrialFailedException, InterruptedException {
        for (int worker = 0; worker < assignments.size(); worker++) {
            OpenLoad command = OpenLoad.newBuilder()
                    .setAssignment(AssignmentCodec.toWire(assignments.get(worker)))
                    .setClockOffsetNanos(clocks.offsetNanos(worker))
                    .build();
            fleet.streams()
                    .get(worker)
                    .send(Command.newBuilder().setOpenLoad(command).build());
        }
        fleet.awaitStep("open producers and consumers", fleet.streams(), stream -> stream.config != null);
    }

    void awaitAssignment(FleetLimits limits) throws TrialFailedException, InterruptedException {
        PartitionWatch watch = new PartitionWatch(request);
        fleet.awaitStep("say what its consumers hold", fleet.streams(), stream -> stream.readiness != null);
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
        return fleet.streams().stream()
                .flatMap(stream -> Objects.requireNonNull(stream.readiness).stream())
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
        fleet.awaitStep("start the load", fleet.streams(), stream -> stream.done);
    }

    /** Ends sending; what is under way still gets its outcome. */
    void halt() throws TrialFailedException, InterruptedException {
        fleet.sendAll(Command.newBuilder().setHalt(Halt.getDefaultInstance()).build());
        fleet.awaitStep("end sending", fleet.streams(), stream -> stream.done);
    }

    /** Whether every message that was sent has its outcome. */
    boolean resolved() {
        return fleet.streams().stream().allMatch(stream -> stream.sendingFinished && stream.resolved);
    }

    List<WorkerLedger> finish() throws TrialFailedException, InterruptedException {
        fleet.sendAll(
                Command.newBuilder().setFinish(Finish.getDefaultInstance()).build());
        fleet.awaitStep("send the delivery ledger", fleet.streams(), stream -> stream.ledger != null);
        return fleet.streams().stream()
                .map(stream -> Objects.requireNonNull(stream.ledger))
                .toList();
    }

    /** What goes wrong here changes no figure, so it is a warning; only a cancelled trial ends at once. */
    List<String> cleanUp() throws TrialFailedException, InterruptedException {
        try {
            sendFirst(
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
        String warning = fleet.streams().getFirst().warning;
        return warning.isEmpty() ? List.of() : List.of(warning);
    }

    EffectiveConfig config() {
        return fleet.streams().stream()
                .map(stream -> Objects.requireNonNull(stream.config))
                .reduce(EffectiveConfig.NONE, ConfigMerge::merge);
    }
}
