package dev.assay.worker;

import dev.assay.driver.DriverProvider;
import dev.assay.driver.LocalClock;
import dev.assay.driver.limit.AllowedFolders;
import dev.assay.host.Machine;
import dev.assay.worker.wire.AssayBuild;
import dev.assay.worker.wire.proto.ClockReply;
import dev.assay.worker.wire.proto.ClockRequest;
import dev.assay.worker.wire.proto.Command;
import dev.assay.worker.wire.proto.Event;
import dev.assay.worker.wire.proto.HelloReply;
import dev.assay.worker.wire.proto.HelloRequest;
import dev.assay.worker.wire.proto.WorkerGrpc;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Optional;

/** Answers the coordinator's calls. */
final class WorkerService extends WorkerGrpc.WorkerImplBase {
    private final DriverProvider provider;
    private final Machine machine;
    private final Optional<AllowedFolders> limits;
    private final TrialLock slot;
    private final LocalClock local;
    private final PlantedClock clock;

    /**
     * Serves with that driver.
     *
     * @param machine the one it runs on
     * @param limits from where callers may name files; empty where the caller is the worker's owner
     * @param local the clock that it goes by
     * @param clock how its clock is wrong, whatever other workers of the process have
     */
    WorkerService(
            DriverProvider provider,
            Machine machine,
            Optional<AllowedFolders> limits,
            LocalClock local,
            PlantedClock clock) {
        this.local = local;
        this.slot = new TrialLock(local);
        this.clock = clock;
        this.provider = provider;
        this.machine = machine;
        this.limits = limits;
    }

    @Override
    public void hello(HelloRequest request, StreamObserver<HelloReply> reply) {
        AssayBuild own = AssayBuild.ofThisProcess();
        AssayBuild coordinator = AssayBuild.of(request);
        if (!own.sameAs(coordinator)) {
            String mismatch = AssayBuild.mismatch(own, coordinator);
            reply.onError(Status.FAILED_PRECONDITION.withDescription(mismatch).asRuntimeException());
            return;
        }
        reply.onNext(WorkerHello.of(provider, machine, clock));
        reply.onCompleted();
    }

    @Override
    public void readClock(ClockRequest request, StreamObserver<ClockReply> reply) {
        reply.onNext(ClockReply.newBuilder()
                .setWorkerNanos(clock.at(local.nanoTime()))
                .build());
        reply.onCompleted();
    }

    @Override
    public StreamObserver<Command> trial(StreamObserver<Event> events) {
        EventStream stream = new EventStream((ServerCallStreamObserver<Event>) events, local);
        return new TrialHandler(
                new WorkerTrial(provider, limits, clock, local),
                slot,
                stream,
                new HostReporter(machine, stream, local),
                local);
    }

    /** Cuts the running trial short, if there is one, and waits for its clean-up, but not for ever. */
    void end(String reason, Duration limit) {
        slot.end(reason, limit);
    }
}
