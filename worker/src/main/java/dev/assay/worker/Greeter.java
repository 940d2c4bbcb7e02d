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
    public void hello(byte[] asked, StreamObserver<byte[]> reply) {
        AssayBuild own = AssayBuild.ofThisProcess();
        String problem;
        try {
            AssayBuild coordinator = WireFormat.decode(asked, AssayBuild.class);
            problem = own.sameAs(coordinator) ? "" : AssayBuild.mismatch(own, coordinator);
        } catch (IllegalArgumentException e) {
            problem = AssayBuild.misunderstood(own, e);
        }
        if (!problem.isEmpty()) {
            reply.onError(Status.FAILED_PRECONDITION.withDescription(problem).asRuntimeException());
            return;
        }
        reply.onNext(WireFormat.encode(new WireProtocol.Greeting(
                new AssayBuild(own.protocol(), own.version(), own.fingerprint(), machine.name()),
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
