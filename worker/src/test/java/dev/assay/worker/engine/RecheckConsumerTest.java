package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.model.result.RecheckRecord.Outcome;
import dev.assay.testing.WrappedDriver;
import dev.assay.testing.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests how a recheck ends; its time passes only while it waits. */
class RecheckConsumerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Set<Integer> ALL = Set.of(0, 1, 2);

    private final TrialClock clock = TrialClock.monotonic(new VirtualClock(), 0);
    private int assigned = 1;
    private int lastMessage;
    private long all = 1_000_000;
    private int looksAtTheEnd;
    private int behindFor;
    private String leaderless = "";
    private boolean busy;
    private boolean closed;
    private TopicSpec topic = new TopicSpec("t", 1, List.of("s"));
    private int opened;
    private int looksForLost;
    private int forgottenFor;
    private Set<Integer> stillLost = Set.of();

    private Driver driver() throws DriverException {
        return new WrappedDriver(EngineTrials.memory("none", Duration.ZERO)) {
            @Override
            public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener) {
                opened++;
                return new Scripted(listener);
            }

            @Override
            public Map<TopicSpec, Set<Integer>> lostPartitions(List<TopicSpec> topics) {
                Set<Integer> lost = looksForLost++ < forgottenFor ? ALL : stillLost;
                return lost.isEmpty() ? Map.of() : Map.of(topic, lost);
            }
        };
    }

    /** Gives a message when it is asked for its partitions, which the new consumer does as it looks. */
    private final class Scripted implements DriverConsumer {
        private final MessageListener listener;
        private int looks;

        Scripted(MessageListener listener) {
            this.listener = listener;
        }

        @Override
        public int assignedPartitions() {
            if (looks++ < lastMessage) {
                listener.onMessage(0, new byte[10], 0, 10, 0);
            }
            return assigned;
        }

        @Override
        public boolean atEnd() throws DriverException {
            looksAtTheEnd++;
            if (!leaderless.isEmpty()) {
                throw new DriverException(leaderless);
            }
            return looksAtTheEnd > behindFor;
        }

        @Override
        public void pause() {}

        @Override
        public void resume() {}

        @Override
        public void close() throws DriverException {
            closed = true;
            if (busy) {
                throw new DriverException("still busy");
            }
        }
    }

    private RecheckEnd read() throws DriverException {
        RecheckPlan plan = new RecheckPlan(1, 1, List.of(new ConsumerSlot(0, "s", 0, topic)), all, PATIENCE, LIMIT);
        RecheckEnd end = new RecheckConsumer(plan, clock).read(driver(), () -> false);
        assertThat(closed).isEqualTo(opened > 0);
        return end;
    }

    @Test
    void itIsAtTheEndWhenTheSystemSaysSoTwice() throws DriverException {
        lastMessage = 100;
        RecheckEnd end = read();
        assertThat(end.outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(end.detail()).isEmpty();
        assertThat(looksAtTheEnd).isEqualTo(2);
        assertThat(Duration.ofNanos(end.nanos())).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(12));
    }

    /** A consumer that was held up for long has not read everything, however quiet it is. */
    @Test
    void silenceIsNoEnd() throws DriverException {
        behindFor = 100;
        RecheckEnd end = read();
        assertThat(end.outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(Duration.ofNanos(end.nanos())).isGreaterThan(PATIENCE.multipliedBy(10));
    }

    @Test
    void whereTheEndIsNotKnownItStopsAfterItsPatienceAndSaysWhy() throws DriverException {
        leaderless = "partition 1 has no leader";
        RecheckEnd end = read();
        assertThat(end.outcome()).isEqualTo(Outcome.CUT);
        assertThat(end.detail())
                .isEqualTo("nothing more came, and where the system ends is not known: partition 1 has no leader");
        assertThat(Duration.ofNanos(end.nanos())).isBetween(PATIENCE, PATIENCE.plusSeconds(2));
    }

    @Test
    void whoseMessagesHaveAllComeNeedsNoEnd() throws DriverException {
        leaderless = "partition 1 has no leader";
        all = 0;
        assertThat(read().outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(looksAtTheEnd).isLessThan(5);
    }

    @Test
    void whatNeverEndsIsCutAtItsLimitAndSaysSo() throws DriverException {
        lastMessage = Integer.MAX_VALUE;
        RecheckEnd end = read();
        assertThat(end.outcome()).isEqualTo(Outcome.CUT);
        assertThat(end.detail()).isEqualTo("it did not reach the end within its limit of 300 s");
        assertThat(end.nanos()).isEqualTo(LIMIT.toNanos());
    }

    @Test
    void aConsumerWithoutItsPartitionsIsNeverAtTheEnd() throws DriverException {
        assigned = 0;
        assertThat(read().outcome()).isEqualTo(Outcome.CUT);
    }

    @Test
    void whatTheSystemSaysIsGoneForAsLongAsThePatienceIsNotWaitedFor() throws DriverException {
        topic = new TopicSpec("t", 3, List.of("s"));
        stillLost = ALL;
        RecheckEnd end = read();
        assertThat(end.outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(end.detail())
                .isEqualTo("of 3 partitions the system says that 3 are gone, with all that was in them");
        assertThat(opened).isZero();
        assertThat(Duration.ofNanos(end.nanos())).isBetween(PATIENCE, PATIENCE.plusSeconds(2));
    }

    @Test
    void theOtherPartitionsAreReadToTheirEnds() throws DriverException {
        topic = new TopicSpec("t", 3, List.of("s"));
        stillLost = Set.of(1);
        assigned = 2;
        RecheckEnd end = read();
        assertThat(end.outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(end.detail()).isEqualTo("of 3 partitions the system says that 1 is gone, with all that was in them");
        assertThat(looksAtTheEnd).isEqualTo(2);

        assigned = 1;
        assertThat(read().outcome()).as("one more is missing").isEqualTo(Outcome.CUT);
    }

    @Test
    void whatIsBackWithinThePatienceIsNotGone() throws DriverException {
        topic = new TopicSpec("t", 3, List.of("s"));
        forgottenFor = 4;
        assigned = 3;
        RecheckEnd end = read();
        assertThat(end.outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(end.detail()).isEmpty();
    }

    @Test
    void oneThatCanNotBeClosedHasFailed() throws DriverException {
        busy = true;
        RecheckEnd end = read();
        assertThat(end.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(end.detail()).isEqualTo("the new consumer could not be closed: still busy");
    }
}
