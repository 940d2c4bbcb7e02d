package dev.assay.run.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CancellationTest {
    private final AtomicInteger ended = new AtomicInteger();

    @Test
    void withoutCtrlCNothingIsCancelled() {
        try (Cancellation cancellation = new Cancellation()) {
            cancellation.onCancel(ended::incrementAndGet);

            assertThat(cancellation.isCancelled()).isFalse();
            assertThat(cancellation.wasCancelled()).isFalse();
        }
        assertThat(ended).hasValue(0);
    }

    @Test
    void theLastActionIsTakenAndTheProcessWaitsForTheRun() throws Exception {
        Cancellation cancellation = new Cancellation();
        cancellation.onCancel(() -> ended.addAndGet(100));
        cancellation.onCancel(ended::incrementAndGet);
        Thread hook = Thread.ofPlatform().daemon().start(cancellation::cancel);

        while (!cancellation.isCancelled()) {
            Thread.onSpinWait();
        }
        assertThat(cancellation.wasCancelled()).isTrue();
        assertThat(ended).hasValue(1);
        assertThat(hook.isAlive()).as("the hook holds the process").isTrue();

        cancellation.close();
        assertThat(hook.join(Duration.ofMinutes(2))).isTrue();
    }

    @Test
    void workThatBeginsAfterCtrlCIsEndedAtOnce() throws Exception {
        Cancellation cancellation = new Cancellation();
        Thread hook = Thread.ofPlatform().daemon().start(cancellation::cancel);
        while (!cancellation.isCancelled()) {
            Thread.onSpinWait();
        }

        cancellation.onCancel(ended::incrementAndGet);

        assertThat(ended).hasValue(1);
        cancellation.close();
        assertThat(hook.join(Duration.ofMinutes(2))).isTrue();
    }

    @Test
    void onceCancelledTheRunIsNotInterruptedAnyMore() throws Exception {
        Cancellation cancellation = new Cancellation();
        Thread run = Thread.currentThread();
        CountDownLatch acting = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        cancellation.onCancel(() -> {
            acting.countDown();
            awaitQuietly(go);
            run.interrupt();
        });
        Thread hook = Thread.ofPlatform().daemon().start(cancellation::cancel);
        assertThat(acting.await(2, TimeUnit.MINUTES)).isTrue();
        go.countDown();

        assertThat(cancellation.wasCancelled()).isTrue();

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        cancellation.close();
        assertThat(hook.join(Duration.ofMinutes(2))).isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
