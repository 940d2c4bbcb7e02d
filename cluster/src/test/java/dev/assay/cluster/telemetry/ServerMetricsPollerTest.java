package dev.assay.cluster.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.testing.time.Eventually;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Asks servers that answer as a test says, by a clock that advances only when it is set. */
class ServerMetricsPollerTest {
    private static final long SECOND = 1_000_000_000;

    private long now = 5 * SECOND;
    private final WhenTold threads = new WhenTold();
    private final FakeServer quick = new FakeServer("broker-1");
    private final FakeServer other = new FakeServer("broker-2");
    private final ServerMetricsPoller metrics = new ServerMetricsPoller(List.of(quick, other), () -> now, threads);

    /** Runs tasks when it is told to, as if each had a thread that got no further until then. */
    private static final class WhenTold extends AbstractExecutorService {
        private final Deque<Runnable> waiting = new ArrayDeque<>();

        @Override
        public void execute(Runnable task) {
            waiting.add(task);
        }

        void runNext() {
            waiting.remove().run();
        }

        void runAll() {
            while (!waiting.isEmpty()) {
                runNext();
            }
        }

        @Override
        public void shutdown() {
            runAll();
        }

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return waiting.isEmpty();
        }

        @Override
        public boolean isTerminated() {
            return waiting.isEmpty();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    private static final class FakeServer implements ServerMetrics {
        private final String node;
        private final List<Long> askedAt = new ArrayList<>();
        private String failure = "";
        private boolean closed;

        FakeServer(String node) {
            this.node = node;
        }

        @Override
        public String node() {
            return node;
        }

        Sample sample() {
            return Metrics.NODE_WRITES.of(Labels.of(Labels.NODE, node), (double) askedAt.size());
        }

        @Override
        public List<Sample> next(long nanoTime) throws IOException {
            askedAt.add(nanoTime);
            if (!failure.isEmpty()) {
                throw new IOException(failure);
            }
            return List.of(sample());
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private void tick() {
        now += SECOND;
        metrics.tick();
    }

    @Test
    void eachServerIsAskedOnceATickAndItsLastAnswerCounts() {
        assertThat(metrics.latest()).isEmpty();
        for (int second = 1; second <= 3; second++) {
            tick();
            threads.runAll();
        }
        assertThat(quick.askedAt).containsExactly(6 * SECOND, 7 * SECOND, 8 * SECOND);
        assertThat(metrics.latest()).containsExactly(quick.sample(), other.sample());
        assertThat(quick.sample().value()).isEqualTo(3);
        assertThat(metrics.limitations()).isEmpty();
    }

    @Test
    void aServerThatDoesNotAnswerIsNotAskedAgainHasNoValuesAndHoldsUpNobody() {
        tick();
        threads.runAll();
        tick();
        threads.waiting.addLast(threads.waiting.removeFirst()); // broker-1 takes its time
        threads.runNext();
        tick();
        assertThat(threads.waiting)
                .as("the old question to broker-1, a new one to broker-2")
                .hasSize(2);
        assertThat(metrics.latest()).containsExactly(other.sample());
        assertThat(metrics.limitations())
                .containsExactly(
                        "broker-1 took longer than a second to report its metrics; seconds without an answer have no values.");
        tick();
        threads.runAll();
        assertThat(metrics.latest()).containsExactly(quick.sample(), other.sample());
        tick();
        tick();
        assertThat(metrics.limitations()).as("said once of each server").hasSize(2);
    }

    @Test
    void makingContactMayTakeLonger() {
        tick();
        for (int second = 0; second < 29; second++) {
            tick();
        }
        assertThat(metrics.limitations()).isEmpty();
        tick();
        assertThat(metrics.limitations())
                .hasSize(2)
                .first()
                .isEqualTo(
                        "broker-1 took longer than 30 s to report its metrics; seconds without an answer have no values.");
    }

    @Test
    void aServerThatFailsIsNamedOnceAndLeftAlone() {
        tick();
        threads.runAll();
        quick.failure = "connection refused";
        for (int second = 1; second <= 3; second++) {
            tick();
            threads.runAll();
        }
        assertThat(quick.askedAt).hasSize(2);
        assertThat(metrics.latest()).containsExactly(other.sample());
        assertThat(metrics.limitations()).containsExactly("broker-1 no longer reports metrics: connection refused.");
    }

    @Test
    void oneThatNeverAnsweredIsNamedSo() {
        other.failure = "cannot be attached to";
        tick();
        threads.runAll();
        assertThat(metrics.limitations()).containsExactly("broker-2 reports no metrics: cannot be attached to.");
    }

    @Test
    void theEndLetsGoOfAllAndWhatComesOfItIsNoLimitation() {
        quick.failure = "closed";
        tick();
        metrics.close();
        assertThat(quick.closed).isTrue();
        assertThat(other.closed).isTrue();
        assertThat(metrics.limitations()).isEmpty();
    }

    @Test
    void theEndComesEvenWhenAServerNeverAnswers() throws Exception {
        CountDownLatch requested = new CountDownLatch(1);
        CountDownLatch givenUp = new CountDownLatch(1);
        ServerMetrics frozen = new ServerMetrics() {
            @Override
            public String node() {
                return "broker-3";
            }

            @Override
            public List<Sample> next(long nanoTime) throws IOException {
                requested.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    givenUp.countDown();
                }
                throw new IOException("given up");
            }

            @Override
            public void close() {
                // It does not answer this either.
            }
        };
        try (ServerMetricsPoller asking = ServerMetricsPoller.start(List.of(frozen))) {
            assertThat(requested.await(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(asking.latest()).isEmpty();
        }
        assertThat(givenUp.await(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }
}
