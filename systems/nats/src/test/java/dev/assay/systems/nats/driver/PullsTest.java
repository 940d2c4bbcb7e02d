package dev.assay.systems.nats.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PullsTest {
    private static final long LIFE = Duration.ofSeconds(5).toNanos();

    private static final long TICK = Duration.ofMillis(100).toNanos();

    private final Pulls pulls = new Pulls(100, 25, LIFE);

    private void receive(int messages) {
        for (int i = 0; i < messages; i++) {
            pulls.received();
        }
    }

    @Test
    void moreIsAskedForOnceAPartOfTheBatchHasCome() {
        assertThat(pulls.wanted(0)).isEqualTo(100);
        pulls.ask(100, 0);
        assertThat(pulls.wanted(0)).isZero();
        receive(24);
        assertThat(pulls.wanted(0)).isZero();
        receive(1);
        assertThat(pulls.wanted(0)).isEqualTo(25);
        pulls.ask(25, 0);
        assertThat(pulls.wanted(0)).isZero();
    }

    @Test
    void whatIsHeldTakesRoom() {
        pulls.ask(100, 0);
        receive(100);
        assertThat(pulls.wanted(100)).isZero();
        assertThat(pulls.wanted(60)).isEqualTo(40);
    }

    @Test
    void aPullThatIsOverLeavesTheOthers() {
        pulls.ask(60, 0);
        pulls.ask(40, 0);
        receive(10);
        pulls.over(LIFE);
        assertThat(pulls.wanted(0)).isEqualTo(60);
        pulls.allOver();
        assertThat(pulls.wanted(0)).isEqualTo(100);
        pulls.over(LIFE);
        pulls.received();
        assertThat(pulls.wanted(0)).isEqualTo(100);
    }

    @Test
    void aPullOfWhichTheServerSaysNothingIsForgotten() {
        pulls.ask(100, 0);
        pulls.look(LIFE);
        assertThat(pulls.wanted(0)).isZero();
        pulls.look(LIFE + Duration.ofSeconds(3).toNanos());
        assertThat(pulls.wanted(0)).isEqualTo(100);
    }

    /** The messages of the next pull had filled it before the report came. */
    @Test
    void aLateReportRemovesNoPullThatStillStands() {
        pulls.ask(100, 0);
        pulls.ask(100, LIFE / 2);
        receive(100);

        pulls.over(LIFE);

        assertThat(pulls.wanted(0)).isZero();
    }

    @Test
    void aReportIsNotLateWhereTheServersClockIsFast() {
        pulls.ask(100, 0);

        pulls.over(LIFE - Duration.ofMillis(5).toNanos());

        assertThat(pulls.wanted(0)).isEqualTo(100);
    }

    @Test
    void aRefusedPullIsAskedForAgainAtTheNextLook() {
        pulls.ask(100, 0);
        receive(25);
        pulls.ask(25, 0);
        pulls.refused();
        receive(1);
        assertThat(pulls.wanted(0)).isZero();

        pulls.look(TICK);

        assertThat(pulls.wanted(0)).isEqualTo(26);
    }

    /** Pulls that are not counted here bring a message between all looks. */
    @Test
    void afterManyRefusalsNothingIsAskedForUntilNothingComes() {
        long nanos = refuseOften();
        for (int i = 0; i < 30; i++) {
            receive(1);
            nanos += TICK;
            pulls.look(nanos);
            assertThat(pulls.wanted(0)).isZero();
        }
        for (int i = 0; i < 20; i++) {
            nanos += TICK;
            pulls.look(nanos);
        }

        assertThat(pulls.wanted(0)).isEqualTo(100);
    }

    @Test
    void afterManyRefusalsAllPullsAreTakenToBeOverWhenTheirTimeIs() {
        long nanos = refuseOften();
        long end = nanos + LIFE + Duration.ofSeconds(4).toNanos();
        while (nanos < end) {
            receive(1);
            nanos += TICK;
            pulls.look(nanos);
        }

        assertThat(pulls.wanted(0)).isEqualTo(100);
    }

    /** The server keeps one pull of each consumer. */
    @Test
    void aRefusalBesideAPullThatStandsIsTriedAgainAtEachLook() {
        pulls.ask(100, 0);
        receive(25);
        for (int look = 1; look <= 20; look++) {
            assertThat(pulls.wanted(0)).isEqualTo(25);
            pulls.ask(25, 0);
            pulls.refused();
            pulls.look(look * TICK);
        }
        assertThat(pulls.wanted(0)).isEqualTo(25);
    }

    private long refuseOften() {
        long nanos = 0;
        while (nanos < 8 * TICK) {
            assertThat(pulls.wanted(0)).isEqualTo(100);
            pulls.ask(100, nanos);
            pulls.refused();
            nanos += TICK;
            pulls.look(nanos);
        }
        assertThat(pulls.wanted(0)).isZero();
        return nanos;
    }

    @Test
    void oneAtATimeIsPossible() {
        Pulls single = new Pulls(1, 25, LIFE);
        single.ask(single.wanted(0), 0);
        assertThat(single.wanted(0)).isZero();
        single.received();
        assertThat(single.wanted(0)).isEqualTo(1);
    }
}
