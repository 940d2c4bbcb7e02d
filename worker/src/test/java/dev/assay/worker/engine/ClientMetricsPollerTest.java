package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverException;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.testing.WrappedDriver;
import dev.assay.worker.engine.EngineTrials.Load;
import dev.assay.worker.engine.EngineTrials.Shape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Checks that a client's report is in the interval that it was asked for, and that no client disturbs an interval. */
class ClientMetricsPollerTest {
    private static final Duration SHORT = Duration.ofMillis(1);

    private interface Answer {
        List<Sample> next() throws DriverException;
    }

    private static Driver driver(Answer answer) throws DriverException {
        return new WrappedDriver(EngineTrials.memory("none", Duration.ZERO)) {
            @Override
            public List<Sample> metrics(long nanoTime) throws DriverException {
                return answer.next();
            }
        };
    }

    private static List<Sample> pending(double messages) {
        return List.of(Metrics.CLIENT_PENDING.of(messages));
    }

    /** Waits for the answer that is in no interval. */
    private static void begin(ClientMetricsPoller metrics) {
        metrics.begin();
        metrics.take();
    }

    private static List<Sample> second(ClientMetricsPoller metrics) {
        metrics.ask();
        return metrics.take();
    }

    @Test
    void eachIntervalHasTheAnswerToItsOwnQuestionAndTheFirstBelongsToNone() throws DriverException {
        AtomicInteger questions = new AtomicInteger();
        try (Driver driver = driver(() -> pending(questions.getAndIncrement()));
                ClientMetricsPoller metrics = new ClientMetricsPoller(driver, () -> EngineTrials.PATIENCE)) {
            assertThat(second(metrics)).as("before the load").isEmpty();
            begin(metrics);
            assertThat(second(metrics)).isEqualTo(pending(1));
            assertThat(second(metrics)).isEqualTo(pending(2));
            assertThat(metrics.limitations()).isEmpty();
        }
    }

    @Test
    void aClientThatFailsIsNamedOnceAndLeftAlone() throws DriverException {
        AtomicInteger questions = new AtomicInteger();
        Answer failing = () -> {
            if (questions.getAndIncrement() == 2) {
                throw new DriverException("no more of that");
            }
            return pending(1);
        };
        try (Driver driver = driver(failing);
                ClientMetricsPoller metrics = new ClientMetricsPoller(driver, () -> EngineTrials.PATIENCE)) {
            begin(metrics);
            assertThat(second(metrics)).isEqualTo(pending(1));
            assertThat(second(metrics)).isEmpty();
            assertThat(second(metrics)).isEmpty();
            assertThat(metrics.limitations()).singleElement().asString().contains("no metrics", "no more of that");
            assertThat(metrics.limitations()).isEmpty();
            assertThat(questions).hasValue(3);
        }
    }

    @Test
    void whatIsNoValueOfAClientIsNotPassedOn() throws DriverException {
        for (Sample wrong : List.of(
                Metrics.ACKED.of(1),
                Metrics.CLIENT_PENDING.of(-1),
                Metrics.CLIENT_PENDING.of(Double.POSITIVE_INFINITY),
                Metrics.CLIENT_PENDING.of(Labels.of(Labels.WORKER, "w2"), 1))) {
            try (Driver driver = driver(() -> List.of(wrong));
                    ClientMetricsPoller metrics = new ClientMetricsPoller(driver, () -> EngineTrials.PATIENCE)) {
                begin(metrics);
                assertThat(second(metrics)).isEmpty();
                assertThat(metrics.limitations()).hasSize(1);
            }
        }
    }

    @Test
    void aClientThatHangsIsNotAskedAgainBeforeItHasAnsweredAndItsLateAnswerIsDropped() throws DriverException {
        AtomicReference<Duration> patience = new AtomicReference<>(EngineTrials.PATIENCE);
        CountDownLatch letGo = new CountDownLatch(1);
        AtomicInteger questions = new AtomicInteger();
        Answer slow = () -> {
            int number = questions.getAndIncrement();
            if (number == 1) {
                EngineTrials.await("let go", EngineTrials.PATIENCE, () -> letGo.getCount() == 0);
            }
            return pending(number);
        };
        try (Driver driver = driver(slow);
                ClientMetricsPoller metrics = new ClientMetricsPoller(driver, patience::get)) {
            begin(metrics);
            patience.set(SHORT);
            assertThat(second(metrics)).isEmpty();
            EngineTrials.await("the client is asked", EngineTrials.PATIENCE, () -> questions.get() == 2);
            assertThat(second(metrics)).isEmpty();
            assertThat(questions).hasValue(2);
            patience.set(EngineTrials.PATIENCE);
            letGo.countDown();
            EngineTrials.await("it is asked again", EngineTrials.PATIENCE, metrics::ask);

            assertThat(metrics.take()).isEqualTo(pending(2));
            assertThat(metrics.limitations()).hasSize(1);
        }
    }

    @Test
    void aClientThatIsLateAgainAndAgainIsNotAskedAnyMore() throws DriverException {
        CountDownLatch never = new CountDownLatch(1);
        Answer hanging = () -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return pending(1);
        };
        try (Driver driver = driver(hanging);
                ClientMetricsPoller metrics = new ClientMetricsPoller(driver, () -> SHORT)) {
            metrics.begin();
            for (int second = 0; second < 2 * ClientMetricsPoller.MAX_LATE; second++) {
                assertThat(second(metrics)).isEmpty();
            }
            assertThat(metrics.limitations())
                    .hasSize(2)
                    .first()
                    .asString()
                    .contains("took longer than 1 ms", "have no values");
        }
    }

    /** At 500 messages a second, each acknowledged after an hour, as many are held as were sent. */
    @Test
    void theIntervalsOfALoadHaveWhatItsClientTells() throws DriverException {
        Assignment assignment = EngineTrials.assignment(Shape.SMALLEST, Load.constant(500, Duration.ofSeconds(1)));
        try (Driver driver = EngineTrials.memory("constant", Duration.ofHours(1))) {
            driver.createTopics(EngineTrials.topics(assignment));
            try (LoadSession session = LoadSession.open(driver, assignment, TrialClock.monotonic(0))) {
                session.start(TrialClock.monotonic(0).now());
                EngineTrials.await("all are sent", EngineTrials.PATIENCE, session::sendingFinished);
                List<Sample> metrics = new ArrayList<>();
                EngineTrials.await(
                        "the client tells",
                        EngineTrials.PATIENCE,
                        () -> metrics.addAll(session.interval().metrics()));
                assertThat(metrics).containsExactly(Metrics.CLIENT_PENDING.of(500));
            }
        }
    }
}
