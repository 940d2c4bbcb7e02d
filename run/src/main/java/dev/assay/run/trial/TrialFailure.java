package dev.assay.run.trial;

import dev.assay.cluster.DeploymentException;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.exit.ReportedFailure;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.exit.FailureCode;
import dev.assay.run.exit.FatalError;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.store.StoreException;

/**
 * Holds why a trial did not finish. A failure of a system or a worker may not affect the next trial; what this machine lacks, the
 * next trial would lack as well.
 *
 * @param reason for people
 * @param endsRun whether it would stand in the way of the other trials, too
 * @param cause what was thrown
 */
record TrialFailure(ExitCode code, String reason, boolean endsRun, Throwable cause) {
    TrialFailure {
        reason = ProcessRedactor.known().masked(reason); // Clients and servers write it, and know nothing of secrets.
    }

    /** Creates the failure of a run that a person has ended; whatever was thrown on the way resulted from that. */
    static TrialFailure cancelled(Throwable cause) {
        Error fatal = FatalError.first();
        String reason = fatal == null ? "Ctrl-C or a signal to Assay" : "a bug in Assay: " + FailureCode.reason(fatal);
        return new TrialFailure(ExitCode.INTERRUPTED, "it was interrupted by " + reason, false, cause);
    }

    static TrialFailure of(Throwable cause) {
        return switch (cause) {
            case TrialFailedException trial -> inTrial(codeOf(trial.kind()), cause);
            case DeploymentException deployment
            when deployment.exitCode() == ExitCode.SYSTEM_UNDER_TEST -> inTrial(ExitCode.SYSTEM_UNDER_TEST, cause);
            case ReportedFailure reported -> ofRun(reported.exitCode(), cause);
            default -> new TrialFailure(ExitCode.INTERNAL, cause.toString(), true, cause);
        };
    }

    /** Adds the cluster's failure: a worker is often the first to notice that a node is gone, but not why. */
    TrialFailure explainedBy(String clusterFailure) {
        return code == ExitCode.SYSTEM_UNDER_TEST && !clusterFailure.isEmpty()
                ? new TrialFailure(code, clusterFailure, endsRun, cause)
                : this;
    }

    /** Returns whether the failure says nothing of the trial, which a resumed run has to execute again. */
    boolean interruption() {
        return endsRun || code == ExitCode.INTERRUPTED;
    }

    /** Returns whether a worker could no longer do what it had to, such as cleaning up. */
    boolean workerLost() {
        return cause instanceof TrialFailedException trial && trial.kind() == TrialFailedException.Kind.WORKER;
    }

    private static ExitCode codeOf(TrialFailedException.Kind kind) {
        return switch (kind) {
            case CANCELLED -> ExitCode.INTERRUPTED;
            case SYSTEM -> ExitCode.SYSTEM_UNDER_TEST;
            case WORKER -> ExitCode.ENVIRONMENT;
            case REFUSED -> ExitCode.BAD_INPUT;
        };
    }

    private static TrialFailure inTrial(ExitCode code, Throwable cause) {
        return new TrialFailure(code, String.valueOf(cause.getMessage()), false, cause);
    }

    private static TrialFailure ofRun(ExitCode code, Throwable cause) {
        return new TrialFailure(code, String.valueOf(cause.getMessage()), true, cause);
    }

    /** Records the failure and returns what ends the run; a full disk does not keep it from being reported. */
    CommandFailure noted(TrialListener listeners) {
        CommandFailure failure = new CommandFailure(code, reason, cause);
        try {
            listeners.on(new TrialEvent.Failure(reason));
        } catch (StoreException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }
}
