package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.delivery.DeliveryReports;
import dev.assay.model.delivery.DeliveryReports.Word;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.Workload;
import dev.assay.model.unit.Rate;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.testing.time.VirtualClock;
import dev.assay.worker.wire.AssayBuild;
import dev.assay.worker.wire.Command;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireFormat;
import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workers of a shared subscription get each other's reports: each word once, and no more than they read. */
class SharedDeliveryReportsTest {
    private static final long HALF_A_SECOND = 500_000_000;

    private final VirtualClock clock = new VirtualClock();
    private final List<Listener> workers = new ArrayList<>();
    private TrialWorkers trial;
    private SharedDeliveryReports shared;

    /** Is a worker that says nothing, and reads a command when it is told to. */
    private static final class Listener implements AutoCloseable {
        private final List<DeliveryReports> learnt = new ArrayList<>();
        private final Server server;
        private final WorkerConnection connection;
        private @Nullable ServerCallStreamObserver<byte[]> call;

        Listener(String name) throws Exception {
            String transport = "listener-" + name;
            server = InProcessServerBuilder.forName(transport)
                    .directExecutor()
                    .addService(ServerServiceDefinition.builder(WireProtocol.SERVICE)
                            .addMethod(WireProtocol.HELLO, ServerCalls.asyncUnaryCall((asked, reply) -> {
                                reply.onNext(WireFormat.encode(new WireProtocol.Greeting(
                                        AssayBuild.ofThisProcess(), "memory", "none", 1, "", 1, 1, 1 << 30)));
                                reply.onCompleted();
                            }))
                            .addMethod(WireProtocol.TRIAL, ServerCalls.asyncBidiStreamingCall(this::trial))
                            .build())
                    .build()
                    .start();
            connection = WorkerConnection.over(
                    new WorkerConnection.Target(
                            name, new HostPort("127.0.0.1", 9100), WorkerToken.random(), WorkerHandle.ELSEWHERE),
                    InProcessChannelBuilder.forName(transport).directExecutor().build());
        }

        private StreamObserver<byte[]> trial(StreamObserver<byte[]> events) {
            ServerCallStreamObserver<byte[]> observer = (ServerCallStreamObserver<byte[]>) events;
            observer.disableAutoRequest();
            call = observer;
            return new StreamObserver<>() {
                @Override
                public void onNext(byte[] command) {
                    if (WireFormat.decode(command, Command.class)
                            instanceof Command.Learn(List<DeliveryReports> told)) {
                        learnt.addAll(told);
                    }
                }

                @Override
                public void onError(Throwable problem) {}

                @Override
                public void onCompleted() {
                    events.onCompleted();
                }
            };
        }

        void takeIn(int commands) {
            Objects.requireNonNull(call).request(commands);
        }

        void speak() {
            Objects.requireNonNull(call).onNext(WireFormat.encode(new Event.Alive()));
        }

        @Override
        public void close() {
            connection.close();
            server.shutdownNow();
        }
    }

    @BeforeEach
    void start() throws Exception {
        for (String name : List.of("w1", "w2", "w3")) {
            workers.add(new Listener(name));
        }
        TrialRequest request = MemoryTrials.lasting(Duration.ofMinutes(1), workload());
        trial = new TrialWorkers(
                workers.stream().map(worker -> worker.connection).toList(),
                new TrialSignals(clock),
                interval -> {},
                Timeouts.DEFAULT,
                ReportBounds.of(request));
        shared = new SharedDeliveryReports(trial.streams(), LoadAssigner.assign(request, List.of("w1", "w2", "w3")));
    }

    @AfterEach
    void end() {
        workers.forEach(Listener::close);
    }

    private static Workload workload() {
        Workload single = MemoryTrials.workload(1, 3, 1, new Rate(2000));
        return new Workload(
                single.topics(),
                single.partitions(),
                single.message(),
                single.producers(),
                1,
                3,
                Map.of(),
                single.rate(),
                single.arrivals(),
                single.batching(),
                InFlight.DEFAULT);
    }

    private void tells(int worker, long word, long bits) {
        shared.take(trial.streams().get(worker), new DeliveryReports(0, 0, List.of(new Word(word, bits)), List.of()));
    }

    private static DeliveryReports news(Word... words) {
        return new DeliveryReports(0, 0, List.of(words), List.of());
    }

    @Test
    void whatSeveralTellTravelsTogetherAndOnceToEach() {
        workers.forEach(worker -> worker.takeIn(10));
        tells(0, 0, 0b001);
        shared.tell(HALF_A_SECOND);
        tells(1, 0, 0b010);
        tells(2, 0, 0b100);
        tells(2, 1, 0b1);
        shared.tell(2 * HALF_A_SECOND - 1);
        shared.tell(2 * HALF_A_SECOND);
        shared.tell(3 * HALF_A_SECOND);

        assertThat(workers)
                .allSatisfy(worker -> assertThat(worker.learnt)
                        .containsExactly(news(new Word(0, 0b001)), news(new Word(0, 0b110), new Word(1, 0b1))));
    }

    @Test
    void newsWaitForAWorkerThatTakesInNothingAndPileUpNowhere() {
        workers.get(0).takeIn(10);
        workers.get(1).takeIn(10);
        for (int tick = 1; tick <= 20; tick++) {
            tells(tick % 3, 0, 1L << tick);
            shared.tell(tick * HALF_A_SECOND);
        }
        assertThat(workers).allSatisfy(worker -> assertThat(worker.learnt).isEmpty());

        workers.get(2).takeIn(1);
        shared.tell(21 * HALF_A_SECOND);
        assertThat(workers)
                .allSatisfy(worker -> assertThat(worker.learnt).containsExactly(news(new Word(0, (1L << 21) - 2))));
    }

    @Test
    void oneMessageIsUnderWayToAWorkerAtMost() {
        workers.get(0).takeIn(10);
        workers.get(1).takeIn(10);
        workers.get(2).takeIn(1);
        List<Word> words = LongStream.range(0, 2L * DeliveryReports.MAX_AT_ONCE)
                .mapToObj(word -> new Word(word, 1))
                .toList();
        shared.take(trial.streams().get(0), new DeliveryReports(0, 0, words, List.of()));

        shared.tell(HALF_A_SECOND);
        shared.tell(HALF_A_SECOND + 1);
        assertThat(workers)
                .allSatisfy(worker -> assertThat(worker.learnt)
                        .singleElement()
                        .extracting(DeliveryReports::words)
                        .isEqualTo(words.subList(0, DeliveryReports.MAX_AT_ONCE)));

        workers.get(2).takeIn(1);
        shared.tell(HALF_A_SECOND + 2);
        assertThat(workers)
                .allSatisfy(worker -> assertThat(worker.learnt)
                        .flatExtracting(DeliveryReports::words)
                        .isEqualTo(words));
    }

    @Test
    void aWorkerThatNeverListensIsNamed() throws Exception {
        workers.get(0).takeIn(10);
        workers.get(1).takeIn(10);
        pass(15);

        assertThatThrownBy(() -> pass(1))
                .isInstanceOf(TrialFailedException.class)
                .hasMessageStartingWith("worker w3 ")
                .hasMessageContaining("has taken in nothing of what it was sent for 15.1 s");
    }

    /** Lets time pass in which all workers report, so that none is silent. */
    private void pass(int seconds) throws Exception {
        for (int second = 0; second < seconds; second++) {
            workers.forEach(Listener::speak);
            trial.await(clock.nanoTime() + 2 * HALF_A_SECOND, () -> false);
        }
    }
}
