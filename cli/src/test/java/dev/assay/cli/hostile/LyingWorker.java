package dev.assay.cli.hostile;

import dev.assay.driver.DriverProvider;
import dev.assay.host.ThisMachine;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.coordinator.WorkerConnection.Target;
import dev.assay.run.coordinator.WorkerHandle;
import dev.assay.worker.WorkerOptions;
import dev.assay.worker.WorkerServer;
import dev.assay.worker.WorkerStartException;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Stands between a coordinator and a sound worker of this process, and changes what it passes on. */
final class LyingWorker implements AutoCloseable {
    private static final WorkerToken TOKEN = WorkerToken.random();
    private static final int LARGEST = 1 << 23;

    private final WorkerServer sound;
    private final ManagedChannel toSound;
    private final Server server;

    /** Changes messages of a trial. */
    interface Lie {
        /** Returns the bytes sent instead of an event; of an endless stream, only as much is taken as the wire accepts. */
        Stream<byte[]> instead(byte[] event);
    }

    /**
     * Holds the changes to all kinds of messages.
     *
     * @param clock changes the time in the answer
     */
    record Lies(UnaryOperator<byte[]> hello, UnaryOperator<byte[]> clock, Lie trial) {
        static Lies of(Lie trial) {
            return new Lies(UnaryOperator.identity(), UnaryOperator.identity(), trial);
        }
    }

    private LyingWorker(Lies lies, DriverProvider provider) throws IOException, WorkerStartException {
        sound = WorkerServer.start(
                WorkerOptions.owned(new HostPort("127.0.0.1", 0), TOKEN), provider, new ThisMachine());
        toSound = NettyChannelBuilder.forAddress(
                        new InetSocketAddress(
                                InetAddress.getLoopbackAddress(),
                                sound.address().port()),
                        InsecureChannelCredentials.create())
                .maxInboundMessageSize(LARGEST)
                .build();
        Metadata headers = new Metadata();
        headers.put(WireProtocol.TOKEN, TOKEN.text());
        server = NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), InsecureServerCredentials.create())
                .maxInboundMessageSize(1 << 25)
                .addService(new Liar(
                                ClientInterceptors.intercept(
                                        toSound, MetadataUtils.newAttachHeadersInterceptor(headers)),
                                lies)
                        .calls())
                .build()
                .start();
    }

    static LyingWorker start(Lies lies, DriverProvider provider) throws IOException, WorkerStartException {
        return new LyingWorker(lies, provider);
    }

    WorkerConnection connect() throws CoordinationException {
        return WorkerConnection.open(
                new Target("w1", new HostPort("127.0.0.1", server.getPort()), TOKEN, WorkerHandle.ELSEWHERE));
    }

    @Override
    public void close() {
        server.shutdownNow();
        toSound.shutdownNow();
        sound.close();
    }

    private record Liar(Channel truth, Lies lies) {
        ServerServiceDefinition calls() {
            return ServerServiceDefinition.builder(WireProtocol.SERVICE)
                    .addMethod(WireProtocol.HELLO, ServerCalls.asyncUnaryCall(passing(WireProtocol.HELLO, lies.hello)))
                    .addMethod(
                            WireProtocol.READ_CLOCK,
                            ServerCalls.asyncUnaryCall(passing(WireProtocol.READ_CLOCK, lies.clock)))
                    .addMethod(WireProtocol.TRIAL, ServerCalls.asyncBidiStreamingCall(this::trial))
                    .build();
        }

        private ServerCalls.UnaryMethod<byte[], byte[]> passing(
                MethodDescriptor<byte[], byte[]> call, UnaryOperator<byte[]> lie) {
            return (request, answer) ->
                    ClientCalls.asyncUnaryCall(truth.newCall(call, CallOptions.DEFAULT), request, passing(answer, lie));
        }

        private StreamObserver<byte[]> trial(StreamObserver<byte[]> events) {
            Flood flood = new Flood((ServerCallStreamObserver<byte[]>) events);
            return ClientCalls.asyncBidiStreamingCall(
                    truth.newCall(WireProtocol.TRIAL, CallOptions.DEFAULT), new StreamObserver<>() {
                        @Override
                        public void onNext(byte[] said) {
                            flood.add(lies.trial.instead(said));
                        }

                        @Override
                        public void onError(Throwable problem) {
                            flood.end();
                        }

                        @Override
                        public void onCompleted() {
                            flood.end();
                        }
                    });
        }

        private static <T> StreamObserver<T> passing(StreamObserver<T> to, UnaryOperator<T> lie) {
            return new StreamObserver<>() {
                @Override
                public void onNext(T said) {
                    to.onNext(lie.apply(said));
                }

                @Override
                public void onError(Throwable problem) {
                    to.onError(problem);
                }

                @Override
                public void onCompleted() {
                    to.onCompleted();
                }
            };
        }
    }

    /** Sends a stream, which may be endless, as fast as the wire accepts it. */
    private static final class Flood {
        private final ServerCallStreamObserver<byte[]> wire;
        private final Deque<Iterator<byte[]>> rest = new ArrayDeque<>();
        private boolean ending;
        private boolean ended;

        Flood(ServerCallStreamObserver<byte[]> wire) {
            this.wire = wire;
            wire.setOnReadyHandler(this::go);
            wire.setOnCancelHandler(() -> {});
        }

        synchronized void add(Stream<byte[]> said) {
            rest.add(said.iterator());
            go();
        }

        synchronized void end() {
            ending = true;
            go();
        }

        private synchronized void go() {
            while (!rest.isEmpty() && wire.isReady() && !wire.isCancelled()) {
                if (rest.getFirst().hasNext()) {
                    wire.onNext(rest.getFirst().next());
                } else {
                    rest.removeFirst();
                }
            }
            if (ending && rest.isEmpty() && !ended && !wire.isCancelled()) {
                ended = true;
                wire.onCompleted();
            }
        }
    }
}
