package dev.assay.run.coordinator;

import dev.assay.driver.LocalClock;
import dev.assay.host.ThisMachine;
import dev.assay.worker.wire.AssayBuild;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import dev.assay.worker.wire.proto.ClockRequest;
import dev.assay.worker.wire.proto.Command;
import dev.assay.worker.wire.proto.Event;
import dev.assay.worker.wire.proto.HelloReply;
import dev.assay.worker.wire.proto.HelloRequest;
import dev.assay.worker.wire.proto.WorkerGrpc;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A connection to a compatible worker. Serves one trial after another. */
public final class WorkerConnection implements AutoCloseable {
    private static final int CLOCK_EXCHANGES = 20;
    /** A worker that has just begun may share few processors with much else. */
    static final Duration CALL_LIMIT = Duration.ofSeconds(30);

    private final ManagedChannel channel;
    private final WorkerGrpc.WorkerStub calls;
    private final WorkerGrpc.WorkerBlockingStub answers;
    private final WorkerHandle handle;
    private final WorkerIdentity identity;

    private WorkerConnection(Target target, ManagedChannel channel) throws CoordinationException {
        this.channel = channel;
        this.handle = target.handle;
        Metadata headers = new Metadata();
        target.token.ifPresent(token -> headers.put(WireProtocol.TOKEN, token.text()));
        var shown = MetadataUtils.newAttachHeadersInterceptor(headers);
        this.calls = WorkerGrpc.newStub(channel).withInterceptors(shown);
        this.answers = WorkerGrpc.newBlockingStub(channel).withInterceptors(shown);
        this.identity = hello(target);
    }

    /**
     * Where a worker is to be reached.
     *
     * @param name within the run, such as {@code w1}
     * @param token what both share; without one no worker answers
     * @param trust what tells that it is the worker
     */
    public record Target(
            String name, HostPort address, Optional<WorkerToken> token, PeerTrust trust, WorkerHandle handle) {
        /** On this machine. */
        public Target(String name, HostPort address, WorkerToken token, WorkerHandle handle) {
            this(name, address, Optional.of(token), PeerTrust.LOOPBACK, handle);
        }
    }

    /**
     * Reaches a worker and makes sure that both ends understand each other.
     *
     * @throws CoordinationException when nothing tells that it is the worker, or it does not answer within 30 s, wants another token, or is another Assay
     */
    public static WorkerConnection open(Target target) throws CoordinationException {
        HostPort address = target.address;
        InetSocketAddress resolved = new InetSocketAddress(address.host(), address.port());
        if (!target.trust.permits(resolved)) {
            throw new CoordinationException("worker " + target.name + " at " + address + ": " + PeerTrust.REFUSAL);
        }
        ManagedChannel channel = NettyChannelBuilder.forAddress(resolved, credentials(target.trust))
                .maxInboundMessageSize(2 * WireProtocol.LARGEST_MESSAGE_BYTES)
                .build();
        return over(target, channel);
    }

    /**
     * The same over a channel that there is already, which is closed with the connection.
     *
     * @throws CoordinationException when the worker does not answer, wants another token, or is another Assay
     */
    public static WorkerConnection over(Target target, ManagedChannel channel) throws CoordinationException {
        try {
            return new WorkerConnection(target, channel);
        } catch (CoordinationException | RuntimeException e) {
            channel.shutdownNow();
            throw e;
        }
    }

    private static ChannelCredentials credentials(PeerTrust trust) throws CoordinationException {
        if (trust.ca().isEmpty()) {
            return InsecureChannelCredentials.create();
        }
        try {
            return TlsChannelCredentials.newBuilder()
                    .trustManager(trust.ca().get().toFile())
                    .build();
        } catch (IOException e) {
            throw new CoordinationException("the certificates of --worker-ca can't be read: " + e.getMessage(), e);
        }
    }

    public WorkerIdentity identity() {
        return identity;
    }

    /** The worker as people should read it, such as {@code worker w1 (10.0.0.7:9100)}. */
    String title() {
        return "worker " + identity.name() + " (" + identity.address() + ", process " + identity.pid() + ")";
    }

    WorkerHandle handle() {
        return handle;
    }

    /** Opens the stream of a trial. */
    ClientCallStreamObserver<Command> openTrial(ClientResponseObserver<Command, Event> events) {
        return (ClientCallStreamObserver<Command>) calls.trial(events);
    }

    /**
     * Asks for the worker's clock a few times. On this host it is the same clock.
     *
     * @param clock this process's
     * @throws StatusRuntimeException when the worker does not answer
     */
    ClockOffset measureClock(LocalClock clock) {
        ClockOffset estimate = estimateClock(CLOCK_EXCHANGES, CALL_LIMIT, clock);
        // A time namespace can give processes of one host different monotonic clocks.
        return sharesMachine() && estimate.canBeZero() ? ClockOffset.SAME_CLOCK : estimate;
    }

    /**
     * Asks for the worker's clock so many times.
     *
     * @param limit longest wait for an answer
     * @param clock this process's
     * @throws StatusRuntimeException when the worker does not answer
     */
    ClockOffset estimateClock(int exchanges, Duration limit, LocalClock clock) {
        return ClockOffset.ask(
                exchanges,
                clock::nanoTime,
                () -> answers.withDeadlineAfter(limit.toMillis(), TimeUnit.MILLISECONDS)
                        .readClock(ClockRequest.getDefaultInstance())
                        .getWorkerNanos());
    }

    /** Whether the worker runs on the machine of this process. */
    boolean sharesMachine() {
        return !identity.bootId().isEmpty() && identity.bootId().equals(new ThisMachine().bootId());
    }

    /** Lets go of the worker, which goes on waiting for others. */
    @Override
    public void close() {
        channel.shutdownNow();
    }

    private WorkerGrpc.WorkerBlockingStub limited() {
        return answers.withDeadlineAfter(CALL_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    private WorkerIdentity hello(Target target) throws CoordinationException {
        AssayBuild own = AssayBuild.ofThisProcess();
        HelloReply reply;
        try {
            reply = limited()
                    .hello(HelloRequest.newBuilder()
                            .setProtocol(own.protocol())
                            .setAssayVersion(own.version())
                            .setBuild(own.fingerprint())
                            .setHost(own.host())
                            .build());
        } catch (StatusRuntimeException e) {
            throw ConnectionProblem.of(target.name + " at " + target.address, e);
        }
        AssayBuild worker = AssayBuild.of(reply);
        if (!worker.sameAs(own)) {
            throw new CoordinationException(
                    "worker " + target.name + " at " + target.address + ": " + AssayBuild.mismatch(worker, own));
        }
        try {
            return identity(target, reply);
        } catch (IllegalArgumentException e) {
            throw new CoordinationException(
                    "worker " + target.name + " at " + target.address + " says of itself what can't be: "
                            + e.getMessage() + "; is it a worker of Assay?",
                    e);
        }
    }

    private static WorkerIdentity identity(Target target, HelloReply reply) {
        return new WorkerIdentity(
                target.name,
                target.address,
                reply.getSystem(),
                reply.getClient(),
                reply.getHost(),
                reply.getPid(),
                reply.getBootId(),
                reply.getCores(),
                reply.getMachineCores(),
                reply.getHeapBytes());
    }
}
