package dev.assay.driver.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class AnswersTest {
    private final IllegalStateException refused = new IllegalStateException("refused");

    private static DriverException words(String doing, Throwable cause) {
        return new DriverException(doing + ": " + cause.getMessage(), cause);
    }

    @Test
    void anAnswerIsHandedOver() throws DriverException {
        assertThat(Answers.await(CompletableFuture.completedFuture("yes"), "asking", 1, AnswersTest::words))
                .isEqualTo("yes");
    }

    @Test
    void aFailureIsWordedWithoutItsWrappers() {
        CompletableFuture<String> failed = CompletableFuture.failedFuture(new CompletionException(refused));
        assertThatThrownBy(() -> Answers.await(failed, "asking", 1, AnswersTest::words))
                .isInstanceOf(DriverException.class)
                .hasMessage("asking: refused")
                .hasCause(refused);
    }

    @Test
    void noAnswerIsAFailureToo() {
        assertThatThrownBy(() -> Answers.await(new CompletableFuture<>(), "asking", 0, AnswersTest::words))
                .isInstanceOf(DriverException.class)
                .hasMessage("asking failed: no answer from the cluster within 0 s");
    }

    @Test
    void anInterruptEndsTheWaitAndIsPassedOn() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Answers.await(new CompletableFuture<>(), "asking", 60, AnswersTest::words))
                .isInstanceOf(DriverException.class)
                .hasMessage("asking was interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void wrappersAreTakenOffAndCausesListedDownToTheRoot() {
        assertThat(Answers.unwrapped(new ExecutionException(new CompletionException(refused))))
                .isSameAs(refused);
        RuntimeException outer = new RuntimeException("outer", refused);
        assertThat(Answers.unwrapped(outer)).isSameAs(outer);
        assertThat(Answers.causes(outer)).containsExactly(outer, refused);
    }
}
