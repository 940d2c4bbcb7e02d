package dev.assay.cli.command;

import dev.assay.cli.command.LaunchTable.Kind;
import dev.assay.cli.run.NamedFiles;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.run.preflight.Preflight;
import dev.assay.run.workers.PodPlace;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.plan.Plan;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = ManifestCommand.NAME,
        modelTransformer = ManifestCommand.Options.class,
        mixinStandardHelpOptions = true,
        description = {
            "Prints the objects that a run of a scenario in pods would apply, as YAML; it asks no cluster.",
            "What is secret (the scenario, what --set changes of it, the token, the certificate) is masked.",
            "A run is started by 'assay run SCENARIO --workers-on kubernetes'."
        })
final class ManifestCommand implements Callable<Integer> {
    static final String NAME = "manifest";

    @Parameters(
            index = "0",
            paramLabel = "SCENARIO",
            converter = NamedFiles.OfScenario.class,
            description = "The scenario: a file (YAML), or a name ('assay list' lists them).")
    private Path file = Path.of("");

    @Mixin
    PluginChoice plugins = new PluginChoice();

    @Mixin
    private ScenarioChanges changes = new ScenarioChanges();

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many workers the run has (default: 1).")
    private int workers = 1;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PLACE",
            defaultValue = "kubernetes",
            description = KubernetesCommand.PLACE)
    private String place = "kubernetes";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    static final class Options implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            return LaunchTable.withoutRefused(command, EnumSet.of(Kind.IN_PODS));
        }
    }

    @Override
    public Integer call() throws ScenarioException {
        LaunchTable.check(spec.commandLine().getParseResult(), EnumSet.of(Kind.IN_PODS));
        String text = ScenarioChanges.text(file);
        if (StudyFile.isStudy(text)) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    file + " is a study, of which a run in pods measures a part: 'assay plan " + file
                            + "' shows its trials; give a scenario");
        }
        ScenarioFile scenario = changes.read(file.toString(), text, List.of());
        Plan plan = scenario.plan();
        Preflight.requireWorkers(plan.trials(), inPods());
        LaunchChoice choice = new LaunchChoice();
        PlannedRun run = PlannedRun.of(
                file.toString(), text, changes.all(), changes.systems, scenario.seed(), plan, _ -> List.of());
        HandedRun handed = new HandedRun(
                choice.options(run, workers), CommandLineText.of(spec), changes.payloads(), choice.handling());
        PrintWriter out = spec.commandLine().getOut();
        out.print(new PodLaunch(
                        WorkerPlaceText.pods("PLACE", place),
                        handed,
                        plan,
                        workers,
                        changes.secrets.of(file).text(),
                        Path.of(""))
                .manifest(spec));
        out.flush();
        return ExitCode.OK.code();
    }

    private WorkerChoice inPods() {
        try {
            return new WorkerChoice(
                    workers,
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    PeerTrust.LOOPBACK,
                    Optional.of(new PodPlace()),
                    List.of(),
                    0);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }
}
