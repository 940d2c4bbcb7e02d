package dev.assay.fleet.coordinator;

import dev.assay.core.delivery.Settlement;
import dev.assay.core.delivery.WorkerLedger;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.core.result.LoadTotals;
import dev.assay.engine.Assignment;
import dev.assay.fleet.coordinator.TrialFailedException.Kind;
import dev.assay.fleet.wire.AssignmentCodec;
import dev.assay.fleet.wire.DriverCodec;
import dev.assay.fleet.wire.proto.Command;
import dev.assay.fleet.wire.proto.ConsumerReadiness;
import dev.assay.fleet.wire.proto.CreateTopics;
import dev.assay.fleet.wire.proto.DeleteTopics;
import dev.assay.fleet.wire.proto.Finish;
import dev.assay.fleet.wire.proto.OpenLoad;
import dev.assay.fleet.wire.proto.Start;
import java.util.List;
import java.util.Objects;

/** The steps of a trial, one after the other. */
final class TrialCourse {
    /** Time for the agreed start to reach every worker. */
    private static final long START_LEAD_NANOS = 500_000_000;

    /** A complete assignment must have stood so long where it may still change. */
    private static final long STEADY_NANOS = 500_000_000;

    /** Late duplicates get so long to show up after everything has arrived. */
    private static final long QUIET_NANOS = 1_000_000_000;

    /** News from the workers is that old at most, give or take; without it a drain of 0 could never be met. */
    private static final long NEWS_NANOS = 500_000_000;

    private final TrialRequest request;
    private final List<WorkerConnection> workers;
    private final TrialFleet fleet;
    private final FleetClocks clocks;

    TrialCourse(TrialRequest request, List<WorkerConnection> workers, TrialFleet fleet, FleetClocks clocks) {
        this.request = request;
        this.workers = workers;
        this.fleet = fleet;
        this.clocks = clocks;
    }

    TrialOutcome run(IntervalSink sink, FleetLimits limits) throws TrialFailedException, InterruptedException {
        connect();
        sink.onStage(TrialStage.CREATING_TOPICS);
        createTopics();
        sink.onStage(TrialStage.OPENING);
        open();
        sink.onStage(TrialStage.ASSIGNING);
        awaitAssignment(limits);
        LoadStart start = start();
        sink.onStart(start);
        sink.onStage(TrialStage.LOADING);
        long loadEnd = start.nanoTime() + request.loadNanos();
        fleet.await(loadEnd, () -> false);
        sink.onStage(TrialStage.DRAINING);
        boolean drained = drain(loadEnd);
        sink.onStage(TrialStage.SETTLING);
        List<WorkerLedger> ledgers = finish();
        long clockError = clocks.errorNanos(FleetClocks.measure(workers));
        sink.onStage(TrialStage.CLEANING_UP);
        List<String> warnings = cleanUp();
        return new TrialOutcome(
                Settlement.settle(ledgers, request.subscriptionLabels()),
                config(),
                drained,
                clockError,
                start,
                request.phases(),
                workers.stream().map(WorkerConnection::identity).toList(),
                fleet.totals(),
                warnings);
    }

    private void connect() throws TrialFailedException, InterruptedException {
        String trial = "assay-" + request.runId() + "/" + request.trial().folder();
        fleet.sendAll(Command.newBuilder()
                .setPrepare(DriverCodec.toWire(trial, request.driverConfig()))
                .build());
        fleet.awaitStep("connect to the system", fleet.links(), link -> link.capabilities != null);
        for (WorkerLink link : fleet.links()) {
            WorkerFit.check(request.trial().spec().workload(), Objects.requireNonNull(link.capabilities));
        }
    }

    private void createTopics() throws TrialFailedException, InterruptedException {
        CreateTopics.Builder command = CreateTopics.newBuilder();
        request.topics().forEach(topic -> command.addTopics(AssignmentCodec.toWire(topic)));
        tellFirst(Command.newBuilder().setCreateTopics(command).build(), "create the topics");
    }

    private void tellFirst(Command command, String what) throws TrialFailedException, InterruptedException {
        List<WorkerLink> first = fleet.links().subList(0, 1);
        first.getFirst().send(command);
        fleet.awaitStep(what, first, link -> link.done);
    }

    private void open() throws TrialFailedException, InterruptedException {
        List<String> names = fleet.links().stream().map(WorkerLink::name).toList();
        List<Assignment> assignments = Striping.assign(request, names);
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

    private void awaitAssignment(FleetLimits limits) throws TrialFailedException, InterruptedException {
        PartitionWatch watch = new PartitionWatch(request);
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
        return fleet.links().stream().flatMap(link -> link.readiness.stream()).toList();
    }

    private LoadStart start() throws TrialFailedException, InterruptedException {
        LoadStart start = LoadStart.in(START_LEAD_NANOS);
        fleet.sendAll(Command.newBuilder()
                .setStart(Start.newBuilder().setStartNanos(start.nanoTime()))
                .build());
        fleet.awaitStep("start the load", fleet.links(), link -> link.done);
        return start;
    }

    /** Whether everything has arrived in time. */
    private boolean drain(long loadEndNanos) throws TrialFailedException, InterruptedException {
        long drain = request.trial().spec().timing().drain().toNanos();
        boolean drained = fleet.await(loadEndNanos + drain + NEWS_NANOS, this::allArrived);
        if (drained) {
            fleet.await(System.nanoTime() + QUIET_NANOS, () -> false);
        }
        return drained;
    }

    private boolean allArrived() {
        LoadTotals totals = fleet.totals();
        return fleet.links().stream().allMatch(link -> link.sendingFinished && link.settled)
                && totals.received().stream().allMatch(received -> received >= totals.acked());
    }

    private List<WorkerLedger> finish() throws TrialFailedException, InterruptedException {
        fleet.sendAll(
                Command.newBuilder().setFinish(Finish.getDefaultInstance()).build());
        fleet.awaitStep("send the delivery ledger", fleet.links(), link -> link.ledger != null);
        return fleet.links().stream()
                .map(link -> Objects.requireNonNull(link.ledger))
                .toList();
    }

    /** What goes wrong here changes no figure, so it is a warning; only a cancelled trial is over at once. */
    private List<String> cleanUp() throws TrialFailedException, InterruptedException {
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

    private EffectiveConfig config() {
        return fleet.links().stream()
                .map(link -> Objects.requireNonNull(link.config))
                .reduce(EffectiveConfig.NONE, ConfigMerge::merge);
    }
}
