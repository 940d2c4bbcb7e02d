package dev.assay.cli.command;

import dev.assay.cli.command.Launcher.Ended;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.unit.DurationText;
import dev.assay.run.launch.Resumption;
import dev.assay.run.launch.RunOutcome;
import dev.assay.run.stage.RunStage;
import dev.assay.run.study.ServerSetups;
import dev.assay.run.study.SetupGate;
import dev.assay.run.study.StudyPlanning;
import dev.assay.run.study.StudyPlanning.Next;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyRequest;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Launches the runs of a study: first a search for the peaks that its loads are scaled to, where they are not known; then the
 * study; then, where claims were decided before the time was over, a run for claims that did not fit before.
 */
final class StudyLaunch implements FileLaunch {
    private final LaunchChoice choice;
    private final Launcher launcher;
    private final StudyPlanning study;

    StudyLaunch(LaunchChoice choice, String file, String text) {
        this.choice = choice;
        this.launcher = new Launcher(choice);
        PrintWriter people = choice.people();
        this.study =
                new StudyPlanning(choice.changes.study(file, text, choice.on), !choice.remote.sendsLoad(), line -> {
                    people.println(line);
                    people.flush();
                });
    }

    /** Searches for the peaks that are not known of this machine, then measures the study. */
    @Override
    public int start() throws ScenarioException {
        long begun = System.nanoTime();
        StudyRequest typed = study.request(choice.changes.all(), choice.systems(), choice.budget());
        Next next = study.next(typed);
        StudyRequest request = next.request();
        if (next.searches().isEmpty()) {
            return start(request);
        }
        StudyPlan searches = next.searches().get();
        study.show(searches);
        StudyPlan assumed = study.planned(StudyPlanning.assumed(request, searches));
        if (!assumed.trials().isEmpty()) {
            launcher.require(assumed.plan());
        }
        Ended searched = launcher.start(planned(searches, request, false));
        if (isStopped(searched.outcome())) {
            return searched.code(choice.strict);
        }
        return start(study.withPeaks(searched.directory(), searches, request)
                .after(Duration.ofNanos(System.nanoTime() - begun)));
    }

    private int start(StudyRequest request) throws ScenarioException {
        StudyPlan planned = study.planned(request);
        study.show(planned);
        Plan plan = StudyPlanning.whole(planned);
        Optional<String> setUp = ServerSetups.announcement(plan).filter(_ -> choice.hook == null);
        setUp.ifPresent(study.people());
        // Other claims may need other settings of servers, for which people would have to be asked.
        boolean last = request.choice().budget().isEmpty() || setUp.isPresent();
        long begun = System.nanoTime();
        Ended ended = launcher.start(planned(planned, request, last));
        if (last) {
            return ended.code(choice.strict);
        }
        Duration spent = Duration.ofNanos(System.nanoTime() - begun);
        boolean left = spent.compareTo(request.choice().budget().get()) < 0;
        Optional<StudyRequest> rest =
                left && ended.isFinished() ? request.remaining(planned, spent, study.file()) : Optional.empty();
        if (rest.isEmpty()) {
            return ended.code(choice.strict);
        }
        StudyChoice next = rest.get().choice();
        study.people()
                .accept("%s are left, in which these claims can be judged that had no place before: %s"
                        .formatted(
                                DurationText.ofRun(next.budget().orElseThrow()),
                                String.join(", ", new TreeSet<>(next.claims()))));
        int code = start(rest.get());
        return code == ExitCode.OK.code() ? ended.code(choice.strict) : code;
    }

    /** Resumes a run, and continues with the study if it was a run of searches. */
    @Override
    public int resume(Resumption run) throws ScenarioException {
        StudyRequest request = StudyRequest.of(choice.changes.all());
        StudyPlan planned = study.planned(request);
        boolean last = !request.searchesPeaks();
        Ended ended = launcher.resume(run, planned(planned, request, last));
        if (last || isStopped(ended.outcome())) {
            return ended.code(choice.strict);
        }
        StudyRequest scaled = study.withPeaks(run.directory(), planned, request);
        choice.out = Objects.requireNonNullElse(run.directory().path().getParent(), choice.out);
        return start(scaled);
    }

    @Override
    public int again() throws ScenarioException {
        StudyRequest request = StudyRequest.of(choice.changes.all());
        if (request.searchesPeaks()) {
            StudyPlan searches = study.planned(request);
            return launcher.start(planned(searches, request, true)).code(choice.strict);
        }
        return start(request);
    }

    @Override
    public int inPods(String place) throws ScenarioException {
        StudyRequest typed = study.request(choice.changes.all(), choice.systems(), choice.budget());
        if (typed.searchesPeaks() && !study.planned(typed).trials().isEmpty()) {
            throw CommandFailure.badInput(
                    "--set study.scale: what a run in pods measures is known before they start, and loads here follow from peaks that are not; find them with 'assay capacity' in pods, and give each as --set study.peak.NAME=RATE");
        }
        StudyRequest request = study.next(typed).request();
        StudyPlan planned = study.planned(request);
        study.show(planned);
        Plan plan = StudyPlanning.whole(planned);
        List<String> setups = ServerSetups.of(plan).all().stream()
                .map(ServerSetups.Setup::name)
                .toList();
        if (setups.size() > 1) {
            throw CommandFailure.badInput(
                    "--workers-on %s: the plan has servers set up in %d ways (%s), and a run in pods can't be gone on with after they were changed; choose by --set study.claims=…, study.only=… or --systems what one of them serves"
                            .formatted(place, setups.size(), String.join(", ", setups)));
        }
        ServerSetups.announcement(plan).ifPresent(study.people());
        return launcher.inPods(place, planned(planned, request, true));
    }

    private PlannedRun planned(StudyPlan planned, StudyRequest request, boolean last) {
        ServerSetups setups = ServerSetups.of(planned.plan());
        PlannedRun run = PlannedRun.of(
                study.file().name(),
                study.file().text(),
                request.texts(),
                request,
                planned,
                trials -> trials.ignoringAlarms(choice.ignoreAlarms)
                        .through(setting -> new SetupGate(setups, hook(setting))));
        return last ? run : run.followed();
    }

    private SetupGate.Hook hook(RunStage.Setting setting) {
        return choice.hook == null
                ? SetupGate.Hook.NONE
                : SetupGate.program(
                        choice.hook,
                        setting.directory().hookLog(),
                        setting.context().supervisor(),
                        setting.cancellation());
    }

    /** Tells whether an outcome stops the study, too: a search that gave up doesn't, since what it has found may suffice. */
    private static boolean isStopped(RunOutcome searched) {
        return searched.trouble() != ExitCode.OK && searched.trouble() != ExitCode.INCONCLUSIVE;
    }
}
