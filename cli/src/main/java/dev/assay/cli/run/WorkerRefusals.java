package dev.assay.cli.run;

import dev.assay.cli.exit.CommandFailure;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.run.RunRequest.WorkerChoice;
import dev.assay.coordination.wire.HostPort;
import dev.assay.core.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Refuses workers that a system of the plan can't serve, before anything is started. */
public final class WorkerRefusals {
    private WorkerRefusals() {}

    /**
     * The same choice, when every system can serve it.
     *
     * @throws CommandFailure when an address can't be read, or a system refuses where the workers are
     */
    public static WorkerChoice checked(WorkerChoice choice, Plan plan) {
        List<String> hosts =
                WorkerPools.addresses(choice).stream().map(HostPort::host).toList();
        String refusals = plan.trials().stream()
                .map(trial -> trial.spec().system().refusalOfWorkersAt(hosts))
                .flatMap(Optional::stream)
                .distinct()
                .collect(Collectors.joining(System.lineSeparator()));
        if (!refusals.isEmpty()) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--worker: " + refusals);
        }
        return choice;
    }
}
