package dev.assay.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.DeploymentException;
import dev.assay.host.HostException;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TrialFailureTest {
    @TempDir
    Path folder;

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new TrialFailedException(Kind.WORKER, "gone"), ExitCode.ENVIRONMENT, false),
                Arguments.of(new TrialFailedException(Kind.SYSTEM, "gone"), ExitCode.SYSTEM_UNDER_TEST, false),
                Arguments.of(new TrialFailedException(Kind.REFUSED, "gone"), ExitCode.BAD_INPUT, false),
                Arguments.of(DeploymentException.system("gone", null), ExitCode.SYSTEM_UNDER_TEST, false),
                Arguments.of(DeploymentException.environment("gone", null), ExitCode.ENVIRONMENT, true),
                Arguments.of(DeploymentException.input("gone", null), ExitCode.BAD_INPUT, true),
                Arguments.of(new HostException("gone", null), ExitCode.ENVIRONMENT, true),
                Arguments.of(new CoordinationException("gone"), ExitCode.ENVIRONMENT, true),
                Arguments.of(new CommandFailure(ExitCode.BAD_INPUT, "gone"), ExitCode.BAD_INPUT, true),
                Arguments.of(new IllegalStateException("gone"), ExitCode.INTERNAL, true),
                Arguments.of(new OutOfMemoryError("gone"), ExitCode.INTERNAL, true));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void onlyWhatTheNextTrialWouldMeetAsWellEndsTheRun(Throwable cause, ExitCode code, boolean endsRun) {
        TrialFailure failure = TrialFailure.of(cause);

        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.endsRun()).isEqualTo(endsRun);
        assertThat(failure.reason()).contains("gone");
    }

    @Test
    void afterCtrlCWhateverWasThrownCameOfThat() {
        TrialFailure failure = TrialFailure.cancelled(new IllegalStateException("in the way"));

        assertThat(failure.code()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(failure.endsRun()).isFalse();
        assertThat(failure.reason()).contains("Ctrl-C");
    }

    @Test
    void theReasonStaysInTheTrialsFolder() {
        RunDirectory run = RunDirectory.create(folder, "noted", Instant.EPOCH);
        try (TrialWriter writer = run.begin("001-a")) {
            assertThat(TrialFailure.of(new CoordinationException("no worker")).noted(writer))
                    .hasMessage("no worker");
        }

        assertThat(run.failure("001-a")).contains("no worker");
        assertThat(run.failure("002-b")).isEmpty();
    }

    @Test
    void whatTheClusterKnowsExplainsAFailureOfTheSystemOnly() {
        String known = "node-1 has ended";

        assertThat(TrialFailure.of(new TrialFailedException(Kind.SYSTEM, "no connection"))
                        .explainedBy(known)
                        .reason())
                .isEqualTo("node-1 has ended");
        assertThat(TrialFailure.of(new TrialFailedException(Kind.SYSTEM, "no connection"))
                        .explainedBy("")
                        .reason())
                .isEqualTo("no connection");
        assertThat(TrialFailure.of(new TrialFailedException(Kind.WORKER, "worker w1 is gone"))
                        .explainedBy(known)
                        .reason())
                .isEqualTo("worker w1 is gone");
    }
}
