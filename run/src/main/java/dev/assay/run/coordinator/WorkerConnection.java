package dev.assay.run.coordinator;

import dev.assay.driver.LocalClock;
import dev.assay.host.ThisMachine;
import dev.assay.worker.wire.AssayBuild;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireFormat;
import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptors;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Connects to a compatible worker, and serves one trial after another. */
public final class WorkerConnection implements AutoCloseable {
    /** The limit of unread bytes, beyond which a worker waits; gRPC's own lets them grow to 8 MiB. */
    private static final int UNREAD_BYTES = 1 << 18;

    private static final int CLOCK_EXCHANGES = 20;
    /** The limit of a call: a worker that has just begun may have few processors, shared with much else. */
    static final Duration CALL_LIMIT = Duration.ofSeconds(30);

    private final ManagedChannel channel;
    private final Channel calls;
    private final WorkerHandle handle;
    private final WorkerIdentity identity;

    private WorkerConnection(Target target, ManagedChannel channel) throws CoordinationException {
        this.channel = channel;
        this.handle = target.handle;
        Metadata headers = new Metadata();
        target.token.ifPresent(token -> headers.put(WireProtocol.TOKEN, token.text()));
        this.calls = ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers));
        this.identity = hello(target);
    }

    /**
     * @param name within the run, such as {@code w1}
     * @param token which both share; without one no worker answers
     * @param trust authenticates the worker
     */
    public record Target(
            String name, HostPort address, Optional<WorkerToken> token, PeerTrust trust, WorkerHandle handle) {
        public Target(String name, HostPort address, WorkerToken token, WorkerHandle handle) {
            this(name, address, Optional.of(token), PeerTrust.LOOPBACK, handle);
        }
    }

    /**
     * Reaches a worker and makes sure that both ends understand each other.
     *
     * @throws CoordinationException when the worker is not authenticated, or it does not answer within 30 s, wants another token, or is
     * another Assay
     */
    public static WorkerConnection open(Target target) throws CoordinationException {
        HostPort address = target.address;
        if (!target.trust.permits(new InetSocketAddress(address.host(), address.port()))) {
            throw new CoordinationException("worker " + target.name + " at " + address + ": " + PeerTrust.REFUSAL);
        }
        return over(target, channelTo(target).build());
    }

    /** @throws CoordinationException when the certificates that authenticate it can't be read */
    public static NettyChannelBuilder channelTo(Target target) throws CoordinationException {
        InetSocketAddress address = new InetSocketAddress(target.address.host(), target.address.port());
        NettyChannelBuilder channel = NettyChannelBuilder.forAddress(address, credentials(target.trust))
                .flowControlWindow(UNREAD_BYTES)
                .maxInboundMessageSize(2 * WireProtocol.LARGEST_MESSAGE_BYTES);
        return target.trust.run() == null ? channel : channel.overrideAuthority(RunTls.WORKER_NAME);
    }

    /**
     * Opens several connections side by side; in the targets' order.
     *
     * @throws CoordinationException of the first that does not answer or fit; none is left open then
     */
    public static List<WorkerConnection> openAll(List<Target> targets)
            throws CoordinationException, InterruptedException {
        Queue<WorkerConnection> opened = new ConcurrentLinkedQueue<>();
        try {
            List<WorkerConnection> inOrder = SideBySide.map(targets, target -> {
                WorkerConnection connection = open(target);
                opened.add(connection);
                return connection;
            });
            return List.copyOf(inOrder);
        } catch (CoordinationException | InterruptedException | RuntimeException e) {
            opened.forEach(WorkerConnection::close);
            throw e;
        }
    }

    /**
     * Opens a connection over an existing channel, which is closed with it.
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
        RunTls run = trust.run();
        if (run != null) {
            return run.credentials();
        }
        Path ca = trust.ca();
        if (ca == null) {
            return InsecureChannelCredentials.create();
        }
        try {
            return TlsChannelCredentials.newBuilder().trustManager(ca.toFile()).build();
        } catch (IOException e) {
            throw new CoordinationException("the certificates of --worker-ca can't be read: " + e.getMessage(), e);
        }
    }

    public WorkerIdentity identity() {
        return identity;
    }

    /** Returns the worker's name for people, such as {@code worker w1 (10.0.0.7:9100)}. */
    String title() {
        return "worker " + identity.name() + " (" + identity.address() + ", process " + identity.pid() + ")";
    }

    WorkerHandle handle() {
        return handle;
    }

    /** Returns whether the worker's process is known to have ended. */
    public boolean hasEnded() {
        return handle.death(Duration.ZERO).isPresent();
    }

    ClientCallStreamObserver<byte[]> openTrial(ClientResponseObserver<byte[], byte[]> events) {
        return (ClientCallStreamObserver<byte[]>)
                ClientCalls.asyncBidiStreamingCall(calls.newCall(WireProtocol.TRIAL, CallOptions.DEFAULT), events);
    }

    void observe(StreamObserver<byte[]> seen) {
        ClientCalls.asyncServerStreamingCall(
                calls.newCall(WireProtocol.OBSERVE, CallOptions.DEFAULT), new byte[0], seen);
    }

    void dropPageCache(Duration limit) {
        byte[] _ = ask(WireProtocol.DROP_PAGE_CACHE, new byte[0], limit);
    }

    /**
     * Estimates the offset of the worker's clock, which on this host is the same clock.
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
     * Estimates the offset of the worker's clock from {@code exchanges} requests.
     *
     * @param limit longest wait for an answer
     * @param clock this process's
     * @throws StatusRuntimeException when the worker does not answer
     */
    ClockOffset estimateClock(int exchanges, Duration limit, LocalClock clock) {
        return ClockOffset.ask(
                exchanges,
                clock::nanoTime,
                () -> WireFormat.decode(
                                ask(WireProtocol.READ_CLOCK, new byte[0], limit), WireProtocol.ClockReading.class)
                        .workerNanos());
    }

    boolean sharesMachine() {
        return !identity.bootId().isEmpty() && identity.bootId().equals(new ThisMachine().bootId());
    }

    /** Releases the worker, which then waits for other coordinators. */
    @Override
    public void close() {
        channel.shutdownNow();
    }

    private byte[] ask(MethodDescriptor<byte[], byte[]> call, byte[] question, Duration limit) {
        return ClientCalls.blockingUnaryCall(
                calls, call, CallOptions.DEFAULT.withDeadlineAfter(limit.toMillis(), TimeUnit.MILLISECONDS), question);
    }

    private WorkerIdentity hello(Target target) throws CoordinationException {
        AssayBuild ownBuild = AssayBuild.ofThisProcess();
        String where = "worker " + target.name + " at " + target.address;
        try {
            byte[] reply = ask(WireProtocol.HELLO, WireFormat.encode(ownBuild), CALL_LIMIT);
            AssayBuild worker =
                    WireFormat.decode(reply, WireProtocol.GreetingOfAny.class).build();
            if (!worker.sameAs(ownBuild)) {
                throw new CoordinationException(where + ": " + AssayBuild.mismatch(worker, ownBuild));
            }
            return identity(target, WireFormat.decode(reply, WireProtocol.Greeting.class));
        } catch (StatusRuntimeException e) {
            throw ConnectionProblem.of(target, e);
        } catch (IllegalArgumentException e) {
            throw new CoordinationException(
                    where + " sent an invalid identity: " + e.getMessage() + "; is it an Assay worker?", e);
        }
    }

    private static WorkerIdentity identity(Target target, WireProtocol.Greeting greeting) {
        return new WorkerIdentity(
                target.name,
                target.address,
                greeting.system(),
                greeting.client(),
                greeting.build().host(),
                greeting.pid(),
                greeting.bootId(),
                greeting.cores(),
                greeting.machineCores(),
                greeting.heapBytes());
    }
}
