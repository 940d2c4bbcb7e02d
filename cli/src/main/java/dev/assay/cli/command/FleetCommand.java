package dev.assay.cli.command;

import dev.assay.cluster.AssayCache;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.run.ssh.SshHost;
import dev.assay.run.ssh.SshPrograms;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.fleet.Machine;
import dev.assay.scenario.fleet.MachineRole;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Machines that runs start their workers on. */
@Command(
        name = "fleet",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Looks after the machines that runs start their workers on.",
            "They are those of 'assay run SCENARIO --workers-on ssh:HOST,HOST', which keep the workers' jars for the next run."
        },
        subcommands = FleetCommand.FleetCleanCommand.class)
public final class FleetCommand {

    /** Deletes what runs keep on machines. */
    @Command(
            name = "clean",
            mixinStandardHelpOptions = true,
            description = {
                "Deletes the jars that runs keep on these machines.",
                "They are in ~/.cache/assay/fleet there; nothing else is touched. A machine that a run uses now is left alone."
            },
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                " 0:nothing of Assay's is left on any of them",
                " 2:the command line or the fleet file is invalid",
                " 3:a machine can't be reached, or a run uses it now; the others are cleaned"
            })
    static final class FleetCleanCommand implements Callable<Integer> {
        @Parameters(
                index = "0",
                paramLabel = "PLACE",
                description =
                        "The machines, as after --workers-on: ssh:HOST,HOST, or ssh:@FILE for those of a fleet file.")
        private String place = "";

        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() throws ScenarioException {
            List<Machine> machines = WorkerPlaceText.machines("fleet clean", place, EnumSet.allOf(MachineRole.class));
            PrintWriter out = spec.commandLine().getOut();
            List<String> problems = new ArrayList<>();
            try (ProcessSupervisor supervisor =
                    ProcessSupervisor.open(AssayCache.standard().leases())) {
                for (Machine machine : machines) {
                    clean(new SshHost(machine, SshPrograms.ofPath(), supervisor), machine, out, problems);
                }
            }
            if (!problems.isEmpty()) {
                throw new CommandFailure(ExitCode.ENVIRONMENT, String.join(System.lineSeparator(), problems));
            }
            return ExitCode.OK.code();
        }

        private static void clean(SshHost host, Machine machine, PrintWriter out, List<String> problems) {
            try {
                long kibibytes = host.clean();
                out.println(machine
                        + (kibibytes < 0
                                ? ": nothing is left of Assay"
                                : ": deleted %d MiB".formatted(kibibytes >> 10)));
                out.flush();
            } catch (CoordinationException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
    }
}
