package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverConfig;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.worker.wire.Command;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireFormat;
import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import io.grpc.CallOptions;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Workers that a person starts are limited, whoever can reach them; those that a run starts for itself are not. */
class WorkerOutsideSettingsTest {
    private static final WorkerToken TOKEN = WorkerToken.random();
    private static final Map<String, String> LAW =
            Map.of("law", "none", "mean-nanos", "0", "stall-at-nanos", "0", "stall-nanos", "0");

    @Test
    void aWorkerOnLoopbackIsLimitedAsWell() throws Exception {
        WorkerOptions options = WorkerOptions.parse(
                List.of("--listen", "127.0.0.1:0"),
                Map.of(WireProtocol.TOKEN_VARIABLE, TOKEN.text()),
                InputStream.nullInputStream());

        assertThat(firstAnswer(options, Map.of("client.id", "${directory:/srv/keys:id_rsa}")))
                .isInstanceOfSatisfying(Event.Failed.class, failed -> {
                    assertThat(failed.kind()).isEqualTo(Event.Failure.REFUSED);
                    assertThat(failed.reason())
                            .startsWith("settings.memory.client.client.id is not a setting that a worker accepts")
                            .doesNotContain("id_rsa");
                });
        assertThat(firstAnswer(options, Map.of())).isInstanceOf(Event.Prepared.class);
    }

    @Test
    void aWorkerTakesEverythingFromItsOwner() throws Exception {
        WorkerOptions options = WorkerOptions.owned(new HostPort("127.0.0.1", 0), TOKEN);

        assertThat(firstAnswer(options, Map.of("client.id", "anything"))).isInstanceOf(Event.Prepared.class);
    }

    @Test
    void whatIsNoCommandIsRefusedWithAReason() throws Exception {
        WorkerOptions options = WorkerOptions.owned(new HostPort("127.0.0.1", 0), TOKEN);

        assertThat(firstAnswer(options, WireFormat.encode(new Event.PhaseEnded(true))))
                .isInstanceOfSatisfying(Event.Failed.class, failed -> {
                    assertThat(failed.kind()).isEqualTo(Event.Failure.REFUSED);
                    assertThat(failed.reason()).startsWith("expected a record Command, but ");
                });
    }

    private static Event firstAnswer(WorkerOptions options, Map<String, String> client) throws Exception {
        return firstAnswer(options, WireFormat.encode(new Command.Prepare("one", config(client))));
    }

    private static Event firstAnswer(WorkerOptions options, byte[] command) throws Exception {
        try (WorkerServer server = WorkerServer.start(options, new MemoryProvider())) {
            ManagedChannel channel = NettyChannelBuilder.forAddress(
                            server.address().host(), server.address().port())
                    .usePlaintext()
                    .build();
            try {
                return firstAnswer(channel, command);
            } finally {
                channel.shutdownNow();
            }
        }
    }

    private static Event firstAnswer(ManagedChannel channel, byte[] command) throws Exception {
        Metadata headers = new Metadata();
        headers.put(WireProtocol.TOKEN, TOKEN.text());
        Answer answer = new Answer();
        StreamObserver<byte[]> commands = ClientCalls.asyncBidiStreamingCall(
                ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers))
                        .newCall(WireProtocol.TRIAL, CallOptions.DEFAULT),
                answer);
        commands.onNext(command);
        return answer.first.get(60, TimeUnit.SECONDS);
    }

    private static DriverConfig config(Map<String, String> client) {
        VendorSettings settings = new VendorSettings(client, Map.of(), Map.of(), Map.of(), Map.of());
        return new DriverConfig(
                LAW, DurabilityLevel.LEVEL_4, new Batching(Duration.ZERO, new ByteSize(1024)), settings);
    }

    /** Waits for the first event that answers the command. */
    private static final class Answer implements StreamObserver<byte[]> {
        final CompletableFuture<Event> first = new CompletableFuture<>();

        @Override
        public void onNext(byte[] message) {
            Event event = WireFormat.decode(message, Event.class);
            if (event instanceof Event.Failed || event instanceof Event.Prepared) {
                first.complete(event);
            }
        }

        @Override
        public void onError(Throwable problem) {
            first.completeExceptionally(problem);
        }

        @Override
        public void onCompleted() {
            first.completeExceptionally(new IllegalStateException("the stream ended without an answer"));
        }
    }
}
