package dev.assay.run.exit;

import dev.assay.cluster.DeploymentException;
import dev.assay.host.HostException;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.directory.StoreException;
import dev.assay.scenario.ScenarioException;

/** How a command ends that something was thrown in. */
public final class FailureCode {
    private FailureCode() {}

    /** The code of what was thrown; that of a defect where it is nothing that a command reports. */
    public static ExitCode of(Throwable failure) {
        return switch (failure) {
            case CommandFailure known -> known.exitCode();
            case ScenarioException _ -> ExitCode.BAD_INPUT;
            case StoreException _ -> ExitCode.ENVIRONMENT;
            case CoordinationException _ -> ExitCode.ENVIRONMENT;
            case HostException _ -> ExitCode.ENVIRONMENT;
            case DeploymentException deployment ->
                switch (deployment.kind()) {
                    case INPUT -> ExitCode.BAD_INPUT;
                    case ENVIRONMENT -> ExitCode.ENVIRONMENT;
                    case SYSTEM -> ExitCode.SYSTEM_UNDER_TEST;
                };
            default -> ExitCode.INTERNAL;
        };
    }
}
