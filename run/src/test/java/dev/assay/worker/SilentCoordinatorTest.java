package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverConfig;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.FakeMachine;
import dev.assay.testing.time.VirtualClock;
import dev.assay.worker.wire.Command;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireFormat;
import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Uses a coordinator whose connection stands, and which sends nothing any more. */
class SilentCoordinatorTest {
    private static final WorkerToken TOKEN = WorkerToken.random();

    private static final Map<String, String> LAW =
            Map.of("law", "none", "mean-nanos", "0", "stall-at-nanos", "0", "stall-nanos", "0");

    private final VirtualClock clock = new VirtualClock();

    /** Collects a worker's answers without signs of life. */
    private static final class Answers implements StreamObserver<byte[]> {
        final List<Event> events = new ArrayList<>();

        @Override
        public void onNext(byte[] message) {
            Event event = WireFormat.decode(message, Event.class);
            if (!(event instanceof Event.Alive)) {
                events.add(event);
            }
        }

        @Override
        public void onError(Throwable problem) {}

        @Override
        public void onCompleted() {}
    }

    @Test
    void theWorkerIsFreeForOthersAfterTwoMinutes() throws Exception {
        String transport = UUID.randomUUID().toString();
        try (WorkerServer _ = WorkerServer.start(
                InProcessServerBuilder.forName(transport).directExecutor(),
                WorkerOptions.owned(new HostPort("127.0.0.1", 0), TOKEN),
                new MemoryProvider(clock),
                new FakeMachine("load-1", "boot-1"),
                clock)) {
            ManagedChannel channel =
                    InProcessChannelBuilder.forName(transport).directExecutor().build();
            try {
                Answers silent = new Answers();
                prepare(channel, silent);
                clock.pass(Duration.ofSeconds(110));
                assertThat(silent.events).singleElement().isInstanceOf(Event.Prepared.class);
                assertThat(next(channel))
                        .isInstanceOfSatisfying(
                                Event.Failed.class,
                                failed -> assertThat(failed.reason()).contains("busy with trial"));

                clock.pass(Duration.ofSeconds(20));
                assertThat(silent.events.getLast())
                        .isInstanceOfSatisfying(
                                Event.Failed.class,
                                failed -> assertThat(failed.reason())
                                        .startsWith("the coordinator has said nothing for 2 min"));
                assertThat(next(channel)).isInstanceOf(Event.Prepared.class);
            } finally {
                channel.shutdownNow();
            }
        }
        clock.park(1); // Threads that have been told to end do so.
    }

    @Test
    void oneThatSaysThatItIsThereKeepsTheWorker() throws Exception {
        String transport = UUID.randomUUID().toString();
        try (WorkerServer _ = WorkerServer.start(
                InProcessServerBuilder.forName(transport).directExecutor(),
                WorkerOptions.owned(new HostPort("127.0.0.1", 0), TOKEN),
                new MemoryProvider(clock),
                new FakeMachine("load-1", "boot-1"),
                clock)) {
            ManagedChannel channel =
                    InProcessChannelBuilder.forName(transport).directExecutor().build();
            try {
                Answers answers = new Answers();
                StreamObserver<byte[]> commands = prepare(channel, answers);
                for (int minute = 0; minute < 10; minute++) {
                    clock.pass(Duration.ofMinutes(1));
                    commands.onNext(WireFormat.encode(new Command.Alive()));
                }
                assertThat(answers.events).singleElement().isInstanceOf(Event.Prepared.class);
            } finally {
                channel.shutdownNow();
            }
        }
        clock.park(1);
    }

    /** Returns the answer to another coordinator, which then goes. */
    private Event next(Channel channel) {
        Answers answers = new Answers();
        StreamObserver<byte[]> commands = prepare(channel, answers);
        clock.await(Duration.ofSeconds(1), () -> !answers.events.isEmpty());
        commands.onCompleted();
        clock.pass(Duration.ofMillis(100));
        return answers.events.getFirst();
    }

    private static StreamObserver<byte[]> prepare(Channel channel, Answers answers) {
        Metadata headers = new Metadata();
        headers.put(WireProtocol.TOKEN, TOKEN.text());
        StreamObserver<byte[]> commands = ClientCalls.asyncBidiStreamingCall(
                ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers))
                        .newCall(WireProtocol.TRIAL, CallOptions.DEFAULT),
                answers);
        VendorSettings none = new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());
        commands.onNext(WireFormat.encode(new Command.Prepare(
                "one",
                new DriverConfig(
                        LAW, DurabilityLevel.LEVEL_4, new Batching(Duration.ZERO, new ByteSize(1024)), none))));
        return commands;
    }
}
