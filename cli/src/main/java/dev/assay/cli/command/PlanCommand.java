package dev.assay.cli.command;

import dev.assay.cli.command.LaunchTable.Kind;
import dev.assay.cli.command.RunFile.OfCard;
import dev.assay.cli.command.RunFile.OfRun;
import dev.assay.cli.command.RunFile.OfScenario;
import dev.assay.cli.command.RunFile.OfStudy;
import dev.assay.cli.run.PlanText;
import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.cluster.AssayCache;
import dev.assay.kubernetes.PodRun;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.unit.DurationText;
import dev.assay.run.event.Progress;
import dev.assay.run.preflight.Check;
import dev.assay.run.preflight.Means;
import dev.assay.run.preflight.Preflight;
import dev.assay.run.preflight.WorkerAdvice;
import dev.assay.run.preflight.WrittenData;
import dev.assay.run.study.ServerSetups;
import dev.assay.run.study.StudyPlanning;
import dev.assay.run.study.StudyPlanning.Next;
import dev.assay.run.verify.VerificationPlanText;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.StudyRequest;
import dev.assay.scenario.fleet.Pods;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.study.StudyPlan;
import dev.assay.scenario.verification.VerificationPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = {
            "Prints what a scenario, a study or a card would run, without running it.",
            "Shows its trials and verifications, how long they take and what they need; of a study also what is not testable here, and why."
        })
public final class PlanCommand extends TerminalCommand {
    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description =
                    "A scenario or a study (YAML; 'assay list' lists those that have names), or a card (NAME.card).")
    private String file = "";

    @Mixin
    private ScenarioChanges changes = new ScenarioChanges();

    @Mixin
    PluginChoice plugins = new PluginChoice();

    @Mixin
    private ClusterChoice on = new ClusterChoice();

    @Option(
            names = "--workers",
            paramLabel = "N",
            description =
                    "Number of workers that the run would have; idle ones are reported (default: 1; with --workers-on, one on each machine).")
    private @Nullable Integer workers;

    @Mixin
    private RemoteWorkerChoice remote = new RemoteWorkerChoice();

    @Option(
            names = "--check",
            description = {
                "Also asks others, as 'run' does before it starts anything: fetches what is not in the cache, has clients and servers' programs look",
                "at the settings, and asks machines that are reached by ssh, and Kubernetes for rights. Ends with exit code 2 where the plan has",
                "to change, else with 3 where anything is lacking."
            })
    private boolean check;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "Of a study: what does not fit into this time, such as 40m, is left out and listed.")
    private @Nullable String budget;

    @Option(
            names = "--configs",
            paramLabel = "DIR",
            description = {
                "Of a study: only writes how servers are to be set up that Assay does not start, each way in a folder of its own: the",
                "vendors' files, and values for operators and charts."
            })
    private @Nullable Path configs;

    @Override
    protected ExitCode run() throws ScenarioException {
        if (remote.inPods().isPresent()) {
            LaunchTable.check(spec.commandLine().getParseResult(), EnumSet.of(Kind.IN_PODS));
        }
        RunFile runFile = RunFile.of(file);
        if (!(runFile instanceof OfStudy) && (budget != null || configs != null)) {
            throw CommandFailure.badInput(
                    (budget != null ? "--budget" : "--configs") + " is for the plan of a study; leave it out");
        }
        Progress progress = progress();
        Optional<Preflight> preflight = switch (runFile) {
            case OfScenario(Path path, String text) -> Optional.of(scenario(path, text, progress));
            case OfStudy(Path path, String text) -> study(path, text, progress);
            case OfCard(Path _, var card) -> {
                LaunchTable.check(spec.commandLine().getParseResult(), EnumSet.of(Kind.CARD));
                yield Optional.of(CardLaunch.show(card, out(), progress));
            }
            case OfRun(Path directory) ->
                throw CommandFailure.badInput(
                        "%s is a run directory: 'assay report %s' says what it measured, and 'assay run %s' runs it again"
                                .formatted(directory, directory, directory));
        };
        List<Check> checks = preflight.map(all -> all.checks(check)).orElse(List.of());
        progress.clear();
        if (!checks.isEmpty()) {
            out().print(Preflight.text(checks));
        }
        out().flush();
        return check ? Preflight.code(checks) : ExitCode.OK;
    }

    private Preflight preflight(Plan plan, WorkerChoice load, Progress progress) throws ScenarioException {
        Preflight preflight = new Preflight(
                plan.trials(), load, Optional.of(Path.of("runs")), new Means(AssayCache.standard(), progress));
        if (remote.inPods().isPresent()) {
            String place = remote.inPods().get();
            Pods pods = WorkerPlaceText.pods(RemoteWorkerChoice.PLACE, place);
            preflight.asking("kubernetes", "rights in " + place, () -> PodRun.requireAccess(pods));
        }
        return preflight;
    }

    private Preflight scenario(Path path, String text, Progress progress) throws ScenarioException {
        ScenarioFile scenario = changes.read(path.toString(), text, on.clusters());
        on.refuseVerifications(scenario);
        Plan plan = scenario.plan();
        WorkerChoice choice = remote.chosen(workers);
        Preflight.requireWorkers(plan.trials(), choice);
        out().print(PlanText.of(plan));
        out().print(PlanText.of(scenario.failIf(), plan));
        WrittenData.of(plan).lines().forEach(out()::println);
        out().println(WorkerAdvice.heaps(plan, choice.count()));
        WorkerAdvice.sharing(plan, choice.count()).ifPresent(out()::println);
        WorkerAdvice.of(plan, choice.count()).forEach(out()::println);
        // Shows the verifications that 'run' executes first on request, else those that 'verify' makes of the faults.
        if (!on.isMade() && (scenario.verify() || !scenario.faults().choices().isEmpty())) {
            VerificationPlan verifications = VerifyCommand.plan(scenario);
            out().print(System.lineSeparator()
                    + VerificationPlanText.onThisMachine(verifications).text(scenario.verify()));
        }
        return preflight(plan, choice, progress);
    }

    private Optional<Preflight> study(Path path, String text, Progress progress) throws ScenarioException {
        StudyPlanning study =
                new StudyPlanning(changes.study(path.toString(), text, on), !remote.sendsLoad(), out()::println);
        StudyRequest typed =
                study.request(changes.all(), changes.systems.isEmpty() ? on.names() : changes.systems, time());
        if (configs != null) {
            StudyPlan published = study.planned(typed.published());
            study.show(published);
            ServerSetups setups = ServerSetups.of(StudyPlanning.whole(published));
            setups.writeInto(configs);
            setups.lines().forEach(out()::println);
            return Optional.empty();
        }
        Next next = study.next(typed);
        StudyRequest request = next.request();
        if (next.searches().isEmpty()) {
            return shown(study, study.planned(request), progress);
        }
        StudyPlan searches = next.searches().get();
        study.show(searches);
        Optional<Duration> max = request.choice().budget();
        out().println(
                        "the search of peaks takes about %s%s; what follows counts with a tenth of the published peaks, or 10,000 msg/s where none was published"
                                .formatted(
                                        DurationText.ofRun(searches.duration()),
                                        max.map(time -> " of the " + DurationText.ofRun(time))
                                                .orElse("")));
        return shown(
                study, study.planned(StudyPlanning.assumed(request, searches).after(searches.duration())), progress);
    }

    private Optional<Preflight> shown(StudyPlanning study, StudyPlan planned, Progress progress)
            throws ScenarioException {
        study.show(planned);
        return planned.trials().isEmpty()
                ? Optional.empty()
                : Optional.of(preflight(planned.plan(), remote.chosen(workers), progress));
    }

    private Optional<Duration> time() {
        return CommandFailure.reading(
                "--budget: ", () -> Optional.ofNullable(budget).map(DurationText::parse));
    }
}
