package dev.assay.testing.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.testing.machine.IdleMachine.Usage;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class IdleMachineTest {
    private static final Usage BEFORE = new Usage(0, 2, 100, 50);
    private final AssertionError failure = new AssertionError("too slow");

    /** Returns the usage after 10 s of two processors, in which the test took 6 s and others the rest of the busy time. */
    private static Usage after(double idleSeconds) {
        return new Usage(10_000_000_000L, 2, 100 + idleSeconds, 56);
    }

    @Test
    void othersHadWhatWasNeitherIdleNorTheTestsOwn() {
        assertThat(after(14).othersSince(BEFORE)).isZero();
        assertThat(after(4).othersSince(BEFORE)).isEqualTo(0.5);
    }

    @Test
    void aFailureOnABusyMachineIsSkippedWithTheShareOfOthersAndTheFailure() {
        assertThatThrownBy(() -> IdleMachine.skipIfBusy(BEFORE, after(4), failure))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("others took 50 % of 2 processors for 10 s")
                .hasMessageContaining("too slow");
    }

    @Test
    void aFailureWithinTicksStaysOne() {
        Usage soon = new Usage(100_000_000L, 2, 100, 50);
        assertThatCode(() -> IdleMachine.skipIfBusy(BEFORE, soon, failure)).doesNotThrowAnyException();
    }

    @Test
    void aFailureOnAnIdleMachineStaysOne() {
        assertThatCode(() -> IdleMachine.skipIfBusy(BEFORE, after(13), failure)).doesNotThrowAnyException();
    }
}
