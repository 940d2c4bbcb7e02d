package dev.assay.cli.command;

import dev.assay.kubernetes.PodRun;
import dev.assay.model.display.VisibleText;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.fleet.Pods;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "kubernetes",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Looks at a namespace for runs in pods, and comes back to one.",
            "Such runs ('assay run SCENARIO --workers-on kubernetes') need no operator, no image of Assay's and no right outside of their namespace."
        },
        subcommands = {
            KubernetesCommand.AttachCommand.class,
            KubernetesCommand.DoctorCommand.class,
            KubernetesCommand.RoleCommand.class,
            ManifestCommand.class
        })
public final class KubernetesCommand {
    static final String PLACE = "Where: " + WorkerPlaceText.PODS_TEXT + " (default: kubernetes).";

    @Command(
            name = "attach",
            mixinStandardHelpOptions = true,
            description = {
                "Comes back to a run in pods.",
                "It prints what the run prints until it ends, fetches it, and deletes its pods; also from another machine.",
                "Ctrl-C leaves the run going."
            },
            footer = {
                "",
                "Exit codes: those of the run. 2: the Job of that name is not a run's. 3: there is no such run, its pod is gone, or Kubernetes refuses or does not answer for half an hour."
            })
    static final class AttachCommand implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "RUN", description = "The name of its Job, such as assay-0f3a9c1e.")
        private String run = "";

        @Parameters(index = "1", arity = "0..1", paramLabel = "PLACE", defaultValue = "kubernetes", description = PLACE)
        private String place = "kubernetes";

        @Option(
                names = "--out",
                paramLabel = "DIR",
                defaultValue = "runs",
                description = "Where the run directory is put (default: runs).")
        private Path out = Path.of("runs");

        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() throws ScenarioException {
            PrintWriter people = spec.commandLine().getOut();
            try (PodRun pods = PodRun.in(WorkerPlaceText.pods("PLACE", place), people, people, out)) {
                return pods.attach(run);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CommandFailure(ExitCode.ENVIRONMENT, "interrupted", e);
            }
        }
    }

    @Command(
            name = "doctor",
            mixinStandardHelpOptions = true,
            description = {
                "Says what runs in pods would lack in a namespace.",
                "It creates nothing there: rights, room under quotas and on nodes, and what the namespace allows pods."
            },
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {" 0:nothing is known to be missing", " 3:something is, and is named"})
    static final class DoctorCommand implements Callable<Integer> {
        @Parameters(index = "0", arity = "0..1", paramLabel = "PLACE", defaultValue = "kubernetes", description = PLACE)
        private String place = "kubernetes";

        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() throws ScenarioException {
            PrintWriter out = spec.commandLine().getOut();
            PrintWriter people = spec.commandLine().getErr();
            Pods wanted = WorkerPlaceText.pods("PLACE", place);
            try (PodRun pods = PodRun.in(wanted, people, people, Path.of(""))) {
                List<String> lacking = new ArrayList<>(pods.lacking());
                PodRun.Admission admission = pods.admission(wanted);
                admission.refusal().ifPresent(why -> lacking.add("room or permission for a pod: " + why));
                lacking.forEach(one -> out.println("missing: " + VisibleText.line(one)));
                if (!admission.known()) {
                    out.println(
                            "not known: whether quotas and policies admit a pod, since you may not ask (create pods)");
                }
                if (lacking.isEmpty()) {
                    out.println(
                            "nothing is known to be missing in namespace %s; whether nodes have room shows when pods start"
                                    .formatted(pods.namespace()));
                }
                out.flush();
                return (lacking.isEmpty() ? ExitCode.OK : ExitCode.ENVIRONMENT).code();
            }
        }
    }

    @Command(
            name = "role",
            mixinStandardHelpOptions = true,
            description = "Prints the Role that runs in pods need, to be given to an administrator.")
    static final class RoleCommand implements Callable<Integer> {
        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "NAMESPACE",
                defaultValue = "default",
                description = "The namespace of the runs (default: default).")
        private String namespace = "default";

        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            out.print(PodRun.role(namespace));
            out.flush();
            return ExitCode.OK.code();
        }
    }
}
