package dev.assay.testing.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class VirtualClockTest {
    private static final long SECOND = 1_000_000_000;

    private final VirtualClock clock = new VirtualClock();
    private final List<String> log = new ArrayList<>();

    private void say(String word) {
        log.add(clock.nanoTime() / SECOND + " " + word);
    }

    private Thread start(String name, Runnable body) {
        return clock.start(Thread.ofPlatform().daemon().name(name), body);
    }

    private void every(String name, int seconds, int times) {
        start(name, () -> {
            for (int i = 0; i < times; i++) {
                clock.park(seconds * SECOND);
                say(name);
            }
        });
    }

    @Test
    void threadsGoOnInTheOrderOfTheirTimesAndThenOfTheirWaits() {
        every("a", 2, 3);
        every("b", 3, 2);
        clock.pass(Duration.ofDays(1));
        say("all");

        // At 6 s b is first: it began to wait at 3 s, a at 4 s.
        assertThat(log).containsExactly("2 a", "3 b", "4 a", "6 b", "6 a", "86400 all");
    }

    @Test
    void noTimePassesForWhoRuns() {
        start("busy", () -> say("busy"));
        say("first");
        clock.park(1);
        assertThat(log).containsExactly("0 first", "0 busy");
        assertThat(clock.nanoTime()).isEqualTo(1);
    }

    @Test
    void whoIsUnparkedGoesOnAtOnceAndWhoIsLetGoBeforeDoesNotWait() {
        Thread waiting = start("waiting", () -> {
            clock.park();
            say("let go");
            clock.park(9 * SECOND);
            say("did not wait");
        });
        clock.pass(Duration.ofSeconds(5));
        clock.unpark(waiting);
        clock.unpark(waiting);
        clock.park(1);
        assertThat(log).containsExactly("5 let go");
        clock.pass(Duration.ofSeconds(20));
        assertThat(log).containsExactly("5 let go", "14 did not wait");
    }

    @Test
    void whoIsUnparkedBeforeItWaitsDoesNotWait() {
        Thread[] self = new Thread[1];
        self[0] = start("self", () -> {
            clock.unpark(self[0]);
            clock.park(9 * SECOND);
            say("at once");
            clock.park(9 * SECOND);
            say("later");
        });
        clock.pass(Duration.ofSeconds(20));
        assertThat(log).containsExactly("0 at once", "9 later");
    }

    @Test
    void joiningWaitsForTheEndOrItsLimit() throws InterruptedException {
        Thread other = start("other", () -> clock.park(5 * SECOND));
        assertThat(clock.join(other, Duration.ofSeconds(3))).isFalse();
        assertThat(clock.nanoTime()).isEqualTo(3 * SECOND);
        assertThat(clock.join(other, Duration.ofDays(1))).isTrue();
        assertThat(clock.nanoTime()).isEqualTo(5 * SECOND);
        assertThat(other.isAlive()).isFalse();
    }

    @Test
    void whoIsInterruptedDoesNotWait() throws InterruptedException {
        Thread other = start("other", () -> {
            clock.park(50 * SECOND);
            say("interrupted " + Thread.currentThread().isInterrupted());
            clock.park(50 * SECOND);
            say("still");
        });
        clock.pass(Duration.ofSeconds(1));
        other.interrupt();
        clock.unpark(other);
        assertThat(clock.join(other, Duration.ofDays(1))).isTrue();
        assertThat(log).containsExactly("1 interrupted true", "1 still");
    }

    @Test
    void aThreadThatFailsTellsItsHandlerInItsTurn() {
        clock.start(
                Thread.ofPlatform()
                        .uncaughtExceptionHandler((thread, cause) -> say(String.valueOf(cause.getMessage()))),
                () -> {
                    clock.park(2 * SECOND);
                    throw new IllegalStateException("broken");
                });
        every("a", 2, 1);
        clock.pass(Duration.ofSeconds(3));
        assertThat(log).containsExactly("2 broken", "2 a");
    }

    @Test
    void whoWasNotStartedByItCanNotWaitByIt() throws InterruptedException {
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        Thread.ofPlatform()
                .uncaughtExceptionHandler((thread, cause) -> failures.add(cause))
                .start(() -> clock.park(1))
                .join();
        assertThat(failures)
                .singleElement()
                .satisfies(cause -> assertThat(cause)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("has not started it"));
    }

    @Test
    void waitsOfAllThreadsWithoutEndAreFound() {
        VirtualClock stuck = new VirtualClock(0, Duration.ofMillis(1));
        stuck.start(Thread.ofPlatform(), stuck::park);
        assertThatThrownBy(stuck::park).hasMessageContaining("all threads wait, and none has a time to wait for");
    }

    @Test
    void aWaitWithoutEndIsFoundAfterTheLastOtherThreadHasEnded() {
        VirtualClock stuck = new VirtualClock(0, Duration.ofMillis(1));
        stuck.start(Thread.ofPlatform(), () -> {});
        assertThatThrownBy(stuck::park).hasMessageContaining("all threads wait");
    }
}
