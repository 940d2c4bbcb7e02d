package dev.assay.cli.command;

import dev.assay.cli.command.LaunchChoice.NamedText;
import dev.assay.cli.run.NamedFiles;
import dev.assay.cli.run.Reporting;
import dev.assay.cli.terminal.Terminal;
import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.system.LeftServers;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.CreationEntry.Topic;
import dev.assay.run.cleanup.Cleanup;
import dev.assay.run.cleanup.Cleanup.StartedServers;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.event.Progress;
import dev.assay.run.launch.Resumption;
import dev.assay.run.preflight.Preflight;
import dev.assay.run.ssh.SshHost;
import dev.assay.run.ssh.SshPrograms;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.fleet.Machine;
import dev.assay.scenario.fleet.MachineRole;
import dev.assay.scenario.plan.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "cleanup",
        mixinStandardHelpOptions = true,
        description = {
            "Removes what a killed run left on an existing cluster, or jars from load machines.",
            "It removes only what the run recorded as created, by name. Anything that was there before is never touched.",
            "What the run created in Kubernetes is deleted as long as it has the UID noted in this user's cache; the volumes noted with it,"
                    + " only while one of the servers' objects is there. Volumes that others may use are named and left alone.",
            "How the cluster and the workers are reached is known of runs that this user has started; of any other run,",
            "give SCENARIO and all its options again.",
            "Without DIR, it deletes the jars that runs keep on the machines of --workers-on, in ~/.cache/assay/fleet there, and nothing else."
                    + " A machine that can't be reached, or that a run uses now, is left alone (exit code 3); the others are cleaned."
        })
public final class CleanupCommand extends TerminalCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "DIR",
            description = "The run directory; none for the machines of --workers-on.")
    private @Nullable Path directory;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "SCENARIO",
            converter = NamedFiles.OfScenario.class,
            description = "The scenario, a file or a name; needed only if the run is not this user's.")
    private @Nullable Path file;

    @Mixin
    PluginChoice plugins = new PluginChoice();

    @Mixin
    private ScenarioChanges changes = new ScenarioChanges();

    @Option(names = "--dry-run", description = "Only lists what would be removed and what of it still exists.")
    private boolean dry;

    @Mixin
    private RemoteWorkerChoice remote = new RemoteWorkerChoice();

    @Override
    protected ExitCode run() throws ScenarioException {
        if (directory == null) {
            cleanMachines();
            return ExitCode.OK;
        }
        Path path = Reporting.named(directory);
        try (Resumption run = Resumption.forCleanup(path, AssayCache.standard())) {
            Map<String, List<Topic>> left = run.directory().creations().left();
            List<LeftServers> servers = Cleanup.servers(run.record(), AssayCache.standard());
            if (left.isEmpty() && servers.isEmpty()) {
                out().println(
                                "nothing is left of the run in " + path
                                        + ": it deleted everything it had created on existing clusters, or created nothing there"
                                        + (run.isOwn()
                                                ? ""
                                                : "; whether it has left servers in Kubernetes, only the cache knows of who started it"));
                return ExitCode.OK;
            }
            out().println(dry ? "would be removed:" : "to be removed:");
            servers.stream().flatMap(server -> server.titles().stream()).forEach(line -> out().println("  " + line));
            Cleanup.listed(left).forEach(line -> out().println("  " + line));
            TerminalProgress progress = new TerminalProgress(out(), Terminal.isTerminal());
            StartedServers started = started(run, servers);
            for (LeftServers server : servers) {
                if (dry || !server.delete(progress)) {
                    started = StartedServers.LEFT;
                }
            }
            ExitCode code = !dry && started == StartedServers.LEFT ? ExitCode.ENVIRONMENT : ExitCode.OK;
            ExitCode topics =
                    left.isEmpty() ? ExitCode.OK : cleanup(run, progress).run(left, started, !dry);
            return topics == ExitCode.OK ? code : topics;
        }
    }

    /** A run of this user's has deleted the servers of which there is no note. */
    private static StartedServers started(Resumption run, List<LeftServers> servers) {
        return run.isOwn() || !servers.isEmpty() ? StartedServers.GONE : StartedServers.UNKNOWN;
    }

    private Cleanup cleanup(Resumption run, Progress progress) throws ScenarioException {
        LaunchChoice choice = new LaunchChoice();
        choice.changes = changes;
        choice.remote = remote;
        NamedText begun = choice.choose(run, file);
        Plan plan = choice.changes
                .read(begun.file(), begun.text(), choice.on.clusters())
                .plan();
        WorkerChoice load = choice.remote.orStarted(1);
        Preflight.requireWorkers(plan.trials(), load);
        choice.remote.tellRecipients(run, out());
        return new Cleanup(run, plan, load, progress);
    }

    private void cleanMachines() throws ScenarioException {
        String place = remote.place()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "Missing required parameter: 'DIR' (or --workers-on PLACE)"));
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!option.longestName().equals(RemoteWorkerChoice.PLACE)) {
                throw CommandFailure.badInput(
                        "without DIR, jars are deleted on the machines of --workers-on, so %s has no effect; leave it out"
                                .formatted(option.longestName()));
            }
        }
        List<String> problems = new ArrayList<>();
        try (ProcessSupervisor supervisor =
                ProcessSupervisor.open(AssayCache.standard().leases())) {
            for (Machine machine :
                    WorkerPlaceText.machines(RemoteWorkerChoice.PLACE, place, EnumSet.allOf(MachineRole.class))) {
                try {
                    long kibibytes = new SshHost(machine, SshPrograms.ofPath(), supervisor).clean();
                    String done =
                            kibibytes < 0 ? "nothing is left of Assay" : "deleted %d MiB".formatted(kibibytes >> 10);
                    out().println(machine + ": " + done);
                    out().flush();
                } catch (CoordinationException e) {
                    problems.add(String.valueOf(e.getMessage()));
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, String.join(System.lineSeparator(), problems));
        }
    }
}
