package dev.assay.worker;

import dev.assay.host.Machine;
import dev.assay.worker.wire.AssayBuild;
import dev.assay.worker.wire.WireFormat;
import dev.assay.worker.wire.WireProtocol;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;

/**
 * Introduces a process to coordinators of the same build.
 *
 * @param system what it drives, or {@link WireProtocol#OBSERVER}
 * @param client name and version of the client library
 * @param bootId of its machine, as it tells it
 */
public record Greeter(Machine machine, String system, String client, String bootId) {
    /** Answers {@link WireProtocol#HELLO}. */
    public void hello(byte[] request, StreamObserver<byte[]> reply) {
        AssayBuild ownBuild = AssayBuild.ofThisProcess();
        String problem;
        try {
            AssayBuild coordinator = WireFormat.decode(request, AssayBuild.class);
            problem = ownBuild.sameAs(coordinator) ? "" : AssayBuild.mismatch(ownBuild, coordinator);
        } catch (IllegalArgumentException e) {
            problem = AssayBuild.misunderstood(ownBuild, e);
        }
        if (!problem.isEmpty()) {
            reply.onError(Status.FAILED_PRECONDITION.withDescription(problem).asRuntimeException());
            return;
        }
        reply.onNext(WireFormat.encode(new WireProtocol.Greeting(
                new AssayBuild(ownBuild.protocol(), ownBuild.version(), ownBuild.fingerprint(), machine.name()),
                system,
                client,
                ProcessHandle.current().pid(),
                bootId,
                Runtime.getRuntime().availableProcessors(),
                machine.cores(),
                Runtime.getRuntime().maxMemory())));
        reply.onCompleted();
    }
}
