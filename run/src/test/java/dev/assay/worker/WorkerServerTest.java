package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.coordinator.WorkerConnection.Target;
import dev.assay.run.coordinator.WorkerHandle;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.time.Eventually;
import dev.assay.worker.wire.AssayBuild;
import dev.assay.worker.wire.Command;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireFormat;
import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class WorkerServerTest {
    private static final WorkerToken TOKEN = WorkerToken.random();

    @Test
    void rightTokenOpensTheDoor() throws Exception {
        try (WorkerServer server = start("0.0.0.0");
                WorkerConnection connection = connect(local(server), Optional.of(TOKEN))) {
            assertThat(connection.identity().system()).isEqualTo("memory");
            assertThat(connection.identity().pid())
                    .isEqualTo(ProcessHandle.current().pid());
        }
    }

    @Test
    void wrongTokenIsRefused() throws Exception {
        try (WorkerServer server = start("127.0.0.1")) {
            assertThatThrownBy(() -> connect(local(server), Optional.of(WorkerToken.random())))
                    .isInstanceOf(CoordinationException.class)
                    .hasMessageContaining("not this worker's token");
        }
    }

    @Test
    void everyCallWithoutTokenIsRefused() throws Exception {
        try (WorkerServer server = start("127.0.0.1")) {
            assertThatThrownBy(() -> connect(local(server), Optional.empty()))
                    .hasMessageContaining("this worker needs a token");
            assertUnauthenticated(server, WireProtocol.READ_CLOCK);
            assertUnauthenticated(server, WireProtocol.HELLO);
            withCalls(server.address(), WorkerServerTest::assertNoTrial);
            withCalls(server.address(), calls -> assertNoTrial(withToken(calls, WorkerToken.random())));
        }
    }

    /** Calls what would make a worker do something, and asserts that it is refused. */
    private static void assertNoTrial(Channel calls) {
        CompletableFuture<Status> end = new CompletableFuture<>();
        StreamObserver<byte[]> commands = ClientCalls.asyncBidiStreamingCall(
                calls.newCall(WireProtocol.TRIAL, CallOptions.DEFAULT), new StreamObserver<>() {
                    @Override
                    public void onNext(byte[] event) {
                        end.complete(Status.OK.withDescription("it was answered"));
                    }

                    @Override
                    public void onError(Throwable problem) {
                        end.complete(Status.fromThrowable(problem));
                    }

                    @Override
                    public void onCompleted() {
                        end.complete(Status.OK);
                    }
                });
        commands.onNext(WireFormat.encode(new Command.LookUpTopics(List.of())));

        assertThat(end.completeOnTimeout(Status.DEADLINE_EXCEEDED, 1, TimeUnit.MINUTES)
                        .join()
                        .getCode())
                .isEqualTo(Status.Code.UNAUTHENTICATED);
    }

    @Test
    void connectionsBeyondTheLimitAreClosedAndTheirPlaceIsFreeAgain() throws Exception {
        try (WorkerServer server = start("127.0.0.1")) {
            List<Socket> open = new ArrayList<>();
            try {
                for (int i = 0; i < WorkerServer.MAX_CONNECTIONS; i++) {
                    open.add(socket(server));
                    assertThat(isServed(open.getLast())).isTrue();
                }
                try (Socket late = socket(server)) {
                    begin(late);
                    assertThat(untilItsEnd(late)).contains("this worker has 64 connections already");
                }
            } finally {
                for (Socket socket : open) {
                    socket.close();
                }
            }
            assertThat(Eventually.holds(() -> letsIn(server))).isTrue();
        }
    }

    private static Socket socket(WorkerServer server) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().port());
        socket.setSoTimeout((int) TimeUnit.MINUTES.toMillis(1));
        return socket;
    }

    /** Begins a connection as in RFC 9113, 3.4, with empty settings. */
    private static void begin(Socket socket) throws IOException {
        byte[] noSettings = {0, 0, 0, 4, 0, 0, 0, 0, 0};
        socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(noSettings);
    }

    /** Returns whether the server takes the settings. One that it then closes had them taken too. */
    private static boolean isServed(Socket socket) throws IOException {
        begin(socket);
        String acknowledged = "\0\0\0\4\1\0\0\0\0";
        StringBuilder output = new StringBuilder();
        while (output.indexOf(acknowledged) < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                return false;
            }
            output.append((char) next);
        }
        return true;
    }

    /** Returns what the server sends before it closes the connection. */
    private static String untilItsEnd(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    private static boolean letsIn(WorkerServer server) {
        try (WorkerConnection connection = connect(local(server), Optional.of(TOKEN))) {
            return connection.identity().system().equals("memory");
        } catch (CoordinationException full) {
            return false;
        }
    }

    private static void assertUnauthenticated(WorkerServer server, MethodDescriptor<byte[], byte[]> call) {
        withCalls(
                server.address(),
                calls -> assertThatThrownBy(() -> ask(calls, call, new byte[0]))
                        .isInstanceOfSatisfying(
                                StatusRuntimeException.class,
                                e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED)));
    }

    @Test
    void coordinatorOfAnotherBuildIsRefusedByTheWorker() throws Exception {
        AssayBuild own = AssayBuild.ofThisProcess();
        AssayBuild sameVersion = new AssayBuild(own.protocol(), own.version(), "0123456789abcdef", "bench-7");
        try (WorkerServer server = start("127.0.0.1")) {
            withTokenedCalls(
                    server.address(),
                    calls -> assertThatThrownBy(() -> ask(calls, WireProtocol.HELLO, WireFormat.encode(sameVersion)))
                            .hasMessageContaining("the worker on " + own.host() + " is Assay " + own.title())
                            .hasMessageContaining("the coordinator on bench-7 is Assay " + own.version()
                                    + " (build 0123456789ab, protocol " + own.protocol() + ")")
                            .hasMessageContaining("use the same build at both ends"));
        }
    }

    @Test
    void coordinatorThatDoesNotTellItsBuildIsRefusedByTheWorker() throws Exception {
        AssayBuild old = new AssayBuild(2, WireProtocol.assayVersion(), "", "");
        try (WorkerServer server = start("127.0.0.1")) {
            withTokenedCalls(
                    server.address(),
                    calls -> assertThatThrownBy(() -> ask(calls, WireProtocol.HELLO, WireFormat.encode(old)))
                            .hasMessageContaining("the coordinator on an unnamed machine is Assay "
                                    + WireProtocol.assayVersion() + " (build unknown, protocol 2)"));
        }
    }

    @Test
    void aHelloThatCanNotBeReadIsAnsweredWithTheBuild() throws Exception {
        AssayBuild own = AssayBuild.ofThisProcess();
        try (WorkerServer server = start("127.0.0.1")) {
            withTokenedCalls(
                    server.address(),
                    calls -> assertThatThrownBy(() -> ask(calls, WireProtocol.HELLO, new byte[] {8, 2}))
                            .hasMessageContaining("sent a hello that Assay " + own.title() + " on " + own.host())
                            .hasMessageContaining("use the same build at both ends"));
        }
    }

    @Test
    void workerOfAnotherBuildIsRefusedByTheCoordinator() throws Exception {
        Server other = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(ServerServiceDefinition.builder(WireProtocol.SERVICE)
                        .addMethod(WireProtocol.HELLO, ServerCalls.asyncUnaryCall((request, reply) -> {
                            reply.onNext(WireFormat.encode(new WireProtocol.GreetingOfAny(
                                    new AssayBuild(WireProtocol.VERSION, "9.9.9", "fedcba9876543210", "bench-8"))));
                            reply.onCompleted();
                        }))
                        .build())
                .build()
                .start();
        try {
            assertThatThrownBy(() -> connect(new HostPort("127.0.0.1", other.getPort()), Optional.empty()))
                    .isInstanceOf(CoordinationException.class)
                    .hasMessage(
                            "worker w1 at 127.0.0.1:%d: the worker on bench-8 is Assay 9.9.9 (build fedcba987654, protocol %d), but the coordinator on %s is Assay %s; use the same build at both ends, such as a copy of one folder"
                                    .formatted(
                                            other.getPort(),
                                            WireProtocol.VERSION,
                                            AssayBuild.ofThisProcess().host(),
                                            AssayBuild.ofThisProcess().title()));
        } finally {
            other.shutdownNow();
        }
    }

    @Test
    void portInUseIsNamed() throws Exception {
        try (WorkerServer server = start("127.0.0.1")) {
            assertThatThrownBy(() ->
                            WorkerServer.start(WorkerOptions.owned(server.address(), TOKEN), new MemoryProvider()))
                    .hasMessageContaining(server.address().toString())
                    .hasMessageContaining("choose a free port");
        }
    }

    @Test
    void deadPortIsNamedAtOnce() throws Exception {
        try (Socket takenButSilent = new Socket()) {
            takenButSilent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = takenButSilent.getLocalPort();
            assertThatThrownBy(() -> connect(new HostPort("127.0.0.1", port), Optional.empty()))
                    .hasMessageContaining("127.0.0.1:" + port + " can't be reached")
                    .hasMessageContaining("assay worker --listen");
        }
    }

    @Test
    void assayVersionIsTheBuilds() {
        assertThat(WireProtocol.assayVersion()).matches("[0-9]+\\.[0-9]+\\.[0-9]+.*");
        assertThat(AssayBuild.ofThisProcess().fingerprint()).matches("[0-9a-f]{64}");
    }

    private static byte[] ask(Channel calls, MethodDescriptor<byte[], byte[]> call, byte[] question) {
        return ClientCalls.blockingUnaryCall(calls, call, CallOptions.DEFAULT, question);
    }

    private static void withTokenedCalls(HostPort address, Consumer<Channel> use) {
        withCalls(address, calls -> use.accept(withToken(calls, TOKEN)));
    }

    private static Channel withToken(Channel calls, WorkerToken token) {
        Metadata headers = new Metadata();
        headers.put(WireProtocol.TOKEN, token.text());
        return ClientInterceptors.intercept(calls, MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    private static void withCalls(HostPort address, Consumer<Channel> use) {
        ManagedChannel channel = NettyChannelBuilder.forAddress(address.host(), address.port())
                .usePlaintext()
                .build();
        try {
            use.accept(channel);
        } finally {
            channel.shutdownNow();
        }
    }

    private static WorkerServer start(String host) throws WorkerStartException {
        return WorkerServer.start(WorkerOptions.owned(new HostPort(host, 0), TOKEN), new MemoryProvider());
    }

    private static HostPort local(WorkerServer server) {
        return new HostPort("127.0.0.1", server.address().port());
    }

    private static WorkerConnection connect(HostPort address, Optional<WorkerToken> token)
            throws CoordinationException {
        return WorkerConnection.open(new Target("w1", address, token, PeerTrust.LOOPBACK, WorkerHandle.ELSEWHERE));
    }
}
