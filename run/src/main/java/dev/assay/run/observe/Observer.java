package dev.assay.run.observe;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.host.Machine;
import dev.assay.host.ThisMachine;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.worker.Greeter;
import dev.assay.worker.WorkerOptions;
import dev.assay.worker.WorkerServer;
import dev.assay.worker.WorkerStartException;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.Observation;
import dev.assay.worker.wire.WireFormat;
import dev.assay.worker.wire.WireProtocol;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Reports to coordinators what servers on this machine, and the machine itself, do each second. It watches only what it was started
 * to watch, nothing that a caller names, and changes nothing but the page cache, where that was allowed.
 */
public final class Observer implements WorkerServer.Service {
    /** The most watches, each of which reads all processes and may trace syncs; a coordinator has one. */
    static final int MAX_WATCHES = 4;

    private final Viewpoint viewpoint;
    private final Machine machine;
    private final Set<Watching> watching = ConcurrentHashMap.newKeySet();

    public Observer(Viewpoint viewpoint, Machine machine) {
        this.viewpoint = viewpoint;
        this.machine = machine;
    }

    /**
     * Serves until the process is ended.
     *
     * @param options how it is reached
     * @param data folders that the servers write to
     * @param mayDropPageCache whether callers may have this machine's page cache dropped
     * @param listening gets the address at which it can be reached
     */
    public static void serve(
            WorkerOptions options,
            List<WatchedServer> servers,
            List<Path> data,
            boolean mayDropPageCache,
            Consumer<HostPort> listening)
            throws WorkerStartException, InterruptedException {
        AssayCache cache = AssayCache.standard();
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
                WorkerServer server = WorkerServer.start(
                        options,
                        new Observer(
                                new LocalViewpoint(servers, data, mayDropPageCache, cache, supervisor),
                                new ThisMachine()))) {
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop-observer"));
            listening.accept(server.address());
            options.tie(server::close);
            server.awaitEnd();
        }
    }

    @Override
    public ServerServiceDefinition calls() {
        Greeter greeter = new Greeter(machine, WireProtocol.OBSERVER, "", machine.bootId());
        return ServerServiceDefinition.builder(WireProtocol.SERVICE)
                .addMethod(WireProtocol.HELLO, ServerCalls.asyncUnaryCall(greeter::hello))
                .addMethod(WireProtocol.READ_CLOCK, ServerCalls.asyncUnaryCall((_, reply) -> readClock(reply)))
                .addMethod(WireProtocol.OBSERVE, ServerCalls.asyncServerStreamingCall((_, seen) -> observe(seen)))
                .addMethod(WireProtocol.DROP_PAGE_CACHE, ServerCalls.asyncUnaryCall((_, reply) -> dropPageCache(reply)))
                .build();
    }

    private static void readClock(StreamObserver<byte[]> reply) {
        reply.onNext(WireFormat.encode(new WireProtocol.ClockReading(System.nanoTime())));
        reply.onCompleted();
    }

    private void observe(StreamObserver<byte[]> seen) {
        Watching one = new Watching((ServerCallStreamObserver<byte[]>) seen);
        if (!admit(one)) {
            seen.onError(Status.FAILED_PRECONDITION
                    .withDescription(
                            "this observer already tells " + MAX_WATCHES + " runs; wait until one of them is over")
                    .asRuntimeException());
            return;
        }
        one.begin();
    }

    private synchronized boolean admit(Watching one) {
        return watching.size() < MAX_WATCHES && watching.add(one);
    }

    private void dropPageCache(StreamObserver<byte[]> reply) {
        try {
            viewpoint.dropPageCache();
            reply.onNext(new byte[0]);
            reply.onCompleted();
        } catch (DeploymentException e) {
            reply.onError(refusal(e));
        }
    }

    private static StatusRuntimeException refusal(DeploymentException problem) {
        return Status.FAILED_PRECONDITION
                .withDescription(String.valueOf(problem.getMessage()))
                .asRuntimeException();
    }

    @Override
    public void end(String reason, Duration limit) {
        watching.forEach(Watching::close);
    }

    /** Serves one coordinator. Seconds that it does not take in time are dropped. */
    private final class Watching {
        private final ServerCallStreamObserver<byte[]> seen;
        private Viewpoint.Watch watch = () -> {};
        private boolean closed;

        Watching(ServerCallStreamObserver<byte[]> seen) {
            this.seen = seen;
            seen.setOnCancelHandler(this::close);
        }

        private void begin() {
            Viewpoint.Watch begun;
            try {
                seen.onNext(WireFormat.encode(viewpoint.sight()));
                begun = viewpoint.watch(this::tell);
            } catch (DeploymentException e) {
                close();
                seen.onError(refusal(e));
                return;
            } catch (RuntimeException e) {
                close();
                throw e;
            }
            synchronized (this) {
                if (!closed) {
                    watch = begun;
                    return;
                }
            }
            begun.close();
        }

        private void tell(Observation.Second second) {
            if (!seen.isCancelled() && seen.isReady()) {
                seen.onNext(WireFormat.encode(second));
            }
        }

        private void close() {
            Viewpoint.Watch last;
            synchronized (this) {
                last = watch;
                watch = () -> {};
                closed = true;
            }
            last.close();
            watching.remove(this);
        }
    }
}
