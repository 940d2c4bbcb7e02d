package dev.assay.run.exit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FatalErrorTest {
    private final List<Error> errors = new ArrayList<>();
    private final CompletableFuture<Integer> code = new CompletableFuture<>();
    private final FatalError handler = new FatalError(errors::add, code::complete);

    @AfterEach
    void forget() {
        FatalError.forget();
    }

    @Test
    void anErrorThatEndsAThreadEndsTheProcess() throws Exception {
        Error memory = new OutOfMemoryError("Java heap space");

        handler.uncaughtException(Thread.currentThread(), new CompletionException(memory));
        handler.uncaughtException(Thread.currentThread(), new StackOverflowError());

        assertThat(code.get(1, TimeUnit.MINUTES)).isEqualTo(70);
        assertThat(errors).containsExactly(memory);
        assertThat(FatalError.first()).isSameAs(memory);
    }

    @Test
    void anExceptionThatEndsAThreadDoesNot() {
        handler.uncaughtException(Thread.currentThread(), new IllegalStateException("of a test"));

        assertThat(errors).isEmpty();
        assertThat(FatalError.first()).isNull();
        assertThat(code).isNotDone();
    }

    @Test
    void whatAReasonSays() {
        assertThat(FailureCode.reason(new CommandFailure(ExitCode.BAD_INPUT, "so it is")))
                .isEqualTo("so it is");
        assertThat(FailureCode.reason(new IllegalStateException("this cannot be")))
                .isEqualTo("java.lang.IllegalStateException: this cannot be");
        assertThat(FailureCode.reason(
                        new CommandFailure(ExitCode.ENVIRONMENT, "no", new OutOfMemoryError("Metaspace"))))
                .startsWith("it ran out of memory (Metaspace; its heap may have ");
        assertThat(FailureCode.reason(new StackOverflowError()))
                .startsWith("it ran out of stack at dev.assay.run.exit.FatalErrorTest.whatAReasonSays(");
    }

    @Test
    void anErrorIsADefectWhateverItIsWrappedIn() {
        assertThat(FailureCode.of(new CommandFailure(ExitCode.ENVIRONMENT, "no", new StackOverflowError())))
                .isEqualTo(ExitCode.INTERNAL);
    }
}
