package dev.assay.worker;

import dev.assay.driver.DriverProvider;
import dev.assay.driver.LocalClock;
import dev.assay.host.Machine;
import dev.assay.host.ThisMachine;
import dev.assay.worker.WorkerProcess.Worker;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public final class WorkerServer implements AutoCloseable {
    /** When the worker is to end, a trial that is cut short may take this long to clean up. */
    private static final Duration CLEAN_UP = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(WorkerServer.class);
    private static final int KEEP_ALIVE_SECONDS = 10;

    /** A coordinator has one, and others may ask whether the worker is free. */
    static final int MAX_CONNECTIONS = 64;

    /** A coordinator has a trial, perhaps an earlier one that is ending, and a question. */
    static final int MAX_CALLS = 8;

    /** A coordinator that sends nothing for so long, as while its cluster starts, connects again. */
    private static final int IDLE_MINUTES = 5;

    private final Server server;
    private final Service worker;
    private final HostPort address;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Answers the calls: a worker, or an observer. */
    public interface Service {
        ServerServiceDefinition calls();

        /** Takes no more calls, cuts running ones short, and waits for their clean-up, for at most {@code limit}. */
        void end(String reason, Duration limit);
    }

    private WorkerServer(Server server, Service worker, HostPort address) {
        this.server = server;
        this.worker = worker;
        this.address = address;
    }

    /** @throws WorkerStartException when the address can't be listened on */
    public static WorkerServer start(WorkerOptions options, DriverProvider provider) throws WorkerStartException {
        return start(options, provider, new ThisMachine());
    }

    public static WorkerServer start(WorkerOptions options, DriverProvider provider, Machine machine)
            throws WorkerStartException {
        return start(options, provider, machine, SkewedClock.NONE);
    }

    static WorkerServer start(WorkerOptions options, DriverProvider provider, Machine machine, SkewedClock clock)
            throws WorkerStartException {
        return start(options, new Worker(provider, machine, options.limits(), LocalClock.SYSTEM, clock));
    }

    /** @throws WorkerStartException when the address can't be listened on */
    public static WorkerServer start(WorkerOptions options, Service worker) throws WorkerStartException {
        InetAddress host = resolve(options.listen());
        NettyServerBuilder builder = builder(
                        options, new InetSocketAddress(host, options.listen().port()))
                .addService(worker.calls())
                .maxInboundMessageSize(WireProtocol.LARGEST_COMMAND_BYTES)
                .permitKeepAliveTime(KEEP_ALIVE_SECONDS / 2, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .addTransportFilter(new ConnectionLimit(MAX_CONNECTIONS))
                .maxConcurrentCallsPerConnection(MAX_CALLS)
                .maxConnectionIdle(IDLE_MINUTES, TimeUnit.MINUTES)
                .handshakeTimeout(2L * KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                // Notices a coordinator whose host has gone silently.
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(2L * KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
        builder.intercept(new TokenInterceptor(options.token()));
        return start(builder.build(), worker, options.listen());
    }

    /** Starts to listen on another transport than TCP. */
    public static WorkerServer start(
            ServerBuilder<?> transport,
            WorkerOptions options,
            DriverProvider provider,
            Machine machine,
            LocalClock clock)
            throws WorkerStartException {
        return start(transport, options, new Worker(provider, machine, options.limits(), clock, SkewedClock.NONE));
    }

    /** Starts to listen on another transport than TCP, for callers of that service. */
    public static WorkerServer start(ServerBuilder<?> transport, WorkerOptions options, Service worker)
            throws WorkerStartException {
        Server server = transport
                .addService(worker.calls())
                .intercept(new TokenInterceptor(options.token()))
                .build();
        try {
            server.start();
        } catch (IOException e) {
            throw new WorkerStartException("can't be reached by its transport: " + rootMessage(e), e);
        }
        return new WorkerServer(server, worker, options.listen());
    }

    private static NettyServerBuilder builder(WorkerOptions options, InetSocketAddress address)
            throws WorkerStartException {
        WorkerTls tls = options.tls();
        if (tls == null) {
            if (!address.getAddress().isLoopbackAddress()) {
                LOG.warn("Listening beyond loopback without TLS: the token and all traffic cross the network in the"
                        + " clear; give --tls-cert and --tls-key");
            }
            return NettyServerBuilder.forAddress(address);
        }
        try {
            return NettyServerBuilder.forAddress(address, tls.credentials());
        } catch (IllegalArgumentException e) {
            throw new WorkerStartException(
                    "the files of --tls-cert and --tls-key are not a certificate and a key in PEM: " + rootMessage(e),
                    e);
        }
    }

    private static WorkerServer start(Server server, Service worker, HostPort listen) throws WorkerStartException {
        try {
            server.start();
            return new WorkerServer(server, worker, new HostPort(listen.host(), server.getPort()));
        } catch (IOException e) {
            throw new WorkerStartException(
                    "can't listen on " + listen + ": " + rootMessage(e) + "; choose a free port, or 0 for any", e);
        }
    }

    private static String rootMessage(Throwable problem) {
        Throwable root = problem;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    private static InetAddress resolve(HostPort listen) throws WorkerStartException {
        try {
            return InetAddress.getByName(listen.host());
        } catch (UnknownHostException e) {
            throw new WorkerStartException("the host to listen on is not known: " + listen.host(), e);
        }
    }

    /** Returns where it listens, with the port that was chosen. */
    public HostPort address() {
        return address;
    }

    public void awaitEnd() throws InterruptedException {
        server.awaitTermination();
    }

    /** Cuts a running trial short, lets it clean up for a few seconds, and stops listening. */
    @Override
    public void close() {
        // Closed once by whoever notices first and again as the JVM ends, which need not wait once more.
        if (closed.compareAndSet(false, true)) {
            worker.end("the worker is being stopped", CLEAN_UP);
        }
        server.shutdownNow();
    }

    private static final class TokenInterceptor implements ServerInterceptor {
        private final byte[] token;

        TokenInterceptor(WorkerToken token) {
            this.token = token.text().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            String shown = headers.get(WireProtocol.TOKEN);
            // Compares in constant time, which reveals nothing about how much of a guess was right.
            if (shown != null && MessageDigest.isEqual(token, shown.getBytes(StandardCharsets.UTF_8))) {
                return next.startCall(call, headers);
            }
            String problem = shown == null
                    ? "this worker needs a token; give the coordinator the worker's token by file or by the variable "
                            + WireProtocol.TOKEN_VARIABLE
                    : "the token is not this worker's token; give the coordinator the same token as the worker";
            call.close(Status.UNAUTHENTICATED.withDescription(problem), new Metadata());
            return new ServerCall.Listener<>() {};
        }
    }

    /** Closes connections beyond {@link #MAX_CONNECTIONS}, whoever opens them: a worker serves one coordinator at a time. */
    private static final class ConnectionLimit extends ServerTransportFilter {
        private static final Attributes.Key<Boolean> COUNTED = Attributes.Key.create("counted");

        private final int max;
        private final AtomicInteger open = new AtomicInteger();

        ConnectionLimit(int max) {
            this.max = max;
        }

        @Override
        public Attributes transportReady(Attributes attributes) {
            if (open.incrementAndGet() > max) {
                open.decrementAndGet();
                throw Status.RESOURCE_EXHAUSTED
                        .withDescription("this worker has " + max + " connections already")
                        .asRuntimeException();
            }
            return attributes.toBuilder().set(COUNTED, true).build();
        }

        /** @param attributes null where the connection was not let in */
        @Override
        public void transportTerminated(@Nullable Attributes attributes) {
            if (attributes != null && Boolean.TRUE.equals(attributes.get(COUNTED))) {
                open.decrementAndGet();
            }
        }
    }
}
