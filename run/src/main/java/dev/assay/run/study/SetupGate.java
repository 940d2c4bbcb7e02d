package dev.assay.run.study;

import dev.assay.host.HostException;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.stage.Cancellation;
import dev.assay.run.stage.Interruption;
import dev.assay.run.study.ServerSetups.Setup;
import dev.assay.run.trial.TrialGate;
import dev.assay.scenario.plan.PlannedTrial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stops a study where servers that others run need another setup, or has the user's program change it. The setup of the first trial of a
 * process is taken to be in place: whoever starts or resumes the run has been told. Used by one thread.
 */
public final class SetupGate implements TrialGate {
    /** The limit of a hook: clusters of hundreds of pods are replaced one by one. */
    private static final Duration HOOK_LIMIT = Duration.ofHours(2);

    private final ServerSetups setups;
    private final Hook hook;
    private final Map<String, String> present = new HashMap<>();
    private boolean wasAsked;

    @FunctionalInterface
    public interface Hook {
        Hook NONE = (_, _) -> false;

        /**
         * Returns when the servers have that setup and are ready.
         *
         * @return whether there is anybody who sets them up
         * @throws CommandFailure when it did not work
         */
        boolean setUp(String setup, String system);
    }

    /** @param hook is called for each change, and for the first trial as well */
    public SetupGate(ServerSetups setups, Hook hook) {
        this.setups = setups;
        this.hook = hook;
    }

    /**
     * Makes a hook of a program, called with the name of the setup, which is that of its folder, and the system's; for two hours at most.
     *
     * @param log takes what it prints
     * @param cancellation ends it, and the run with it
     */
    public static Hook program(String command, Path log, ProcessSupervisor supervisor, Cancellation cancellation) {
        return (setup, system) -> {
            cancellation.onCancel(new Interruption(supervisor));
            try {
                supervisor.run(
                        new ProcessSpec(
                                "--hook " + command,
                                List.of(command, setup, system),
                                Map.of(),
                                Path.of("").toAbsolutePath(),
                                log,
                                ProcessSpec.Streams.BOUNDED),
                        HOOK_LIMIT);
                return true;
            } catch (HostException e) {
                if (cancellation.wasCancelled()) {
                    return true;
                }
                throw new CommandFailure(ExitCode.ENVIRONMENT, String.valueOf(e.getMessage()), e);
            } finally {
                cancellation.onCancel(() -> {});
            }
        };
    }

    @Override
    public void passed(PlannedTrial trial) {
        if (trial.spec().onServersOfOthers()) {
            Setup setup = setups.of(trial.spec());
            present.put(setup.system(), setup.name());
        }
    }

    @Override
    public Optional<String> refusal(PlannedTrial trial) {
        if (!trial.spec().onServersOfOthers()) {
            return Optional.empty();
        }
        Setup setup = setups.of(trial.spec());
        String before = present.get(setup.system());
        boolean first = !wasAsked || before == null;
        wasAsked = true;
        if (setup.name().equals(before) || hook.setUp(setup.name(), setup.system()) || first) {
            present.put(setup.system(), setup.name());
            return Optional.empty();
        }
        return Optional.of(
                "the next one needs %s set up as in %s ('assay plan STUDY --configs DIR' writes it), and it is as in %s"
                        .formatted(setup.system(), setup.name(), before));
    }
}
