package dev.assay.cli.command;

import dev.assay.cli.command.LaunchChoice.NamedText;
import dev.assay.cli.command.LaunchTable.Kind;
import dev.assay.cli.command.RunFile.OfCard;
import dev.assay.cli.command.RunFile.OfRun;
import dev.assay.cli.command.RunFile.OfScenario;
import dev.assay.cli.command.RunFile.OfStudy;
import dev.assay.cli.run.Reporting;
import dev.assay.cluster.AssayCache;
import dev.assay.model.exit.CommandFailure;
import dev.assay.run.launch.Resumption;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyFile;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a scenario, a study or a card, or a run of yours again, and writes the report.",
            "A study repeats a published comparison and judges each of its claims: --set study.only=TEST and study.claims=CLAIM choose, --set",
            "study.scale=machine scales its loads to this machine by peaks that it measures first (anew: measures again; --set",
            "study.peak.NAME=RATE: a known one), and --set repeat=1 runs one block, in which no claim is decided.",
            "A card is shown and asked for before it is run, and each of its figures is answered: which systems, artifacts (by their digests) and",
            "settings it may have is listed here, and it may name no address, file, class or secret (docs/SHARING.md)."
        },
        footer = {
            "",
            "Examples:",
            "  assay run quickstart",
            "  assay run scenarios/four-systems.yaml --set workload.rate=5k/s",
            "  assay run referee --budget 60m",
            "  assay run results/quickstart/quickstart.card"
        })
public class RunCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description = {
                "A scenario or a study (YAML; 'assay list' lists those that have names), a card (NAME.card), or the directory of a run of",
                "yours. With --resume, needed only if the run is not this user's."
            })
    private @Nullable String file;

    @Mixin
    LaunchChoice choice = new LaunchChoice();

    @Override
    public Integer call() throws ScenarioException {
        if (choice.resume != null) {
            return resume(Reporting.named(choice.resume));
        }
        if (choice.handed != null) {
            return handed(HandedRun.of(choice.handed));
        }
        if (file == null) {
            throw new ParameterException(
                    choice.spec.commandLine(), "Missing required parameter: 'FILE' (or --resume DIR)");
        }
        return switch (runFile(file)) {
            case OfScenario(Path path, String text) -> {
                check(Kind.SCENARIO);
                List<String> overrides = overrides(path, text, choice.changes.all());
                yield start(new ScenarioLaunch(choice, path.toString(), text, overrides));
            }
            case OfStudy(Path path, String text) -> {
                check(Kind.STUDY);
                yield start(new StudyLaunch(choice, path.toString(), text));
            }
            case OfCard(Path path, var card) -> {
                check(Kind.CARD);
                yield new CardLaunch(choice, path, card).start();
            }
            case OfRun(Path directory) -> again(directory);
        };
    }

    /** Returns the file that a typed word stands for; commands that run only some kinds of files narrow it. */
    RunFile runFile(String word) {
        return RunFile.of(word);
    }

    private void check(Kind kind, Kind... more) {
        Set<Kind> kinds = EnumSet.of(kind, more);
        if (choice.remote.inPods().isPresent()) {
            kinds.add(Kind.IN_PODS);
        }
        LaunchTable.check(choice.spec.commandLine().getParseResult(), kinds);
    }

    private int start(FileLaunch run) throws ScenarioException {
        Optional<String> pods = choice.remote.inPods();
        return pods.isPresent() ? run.inPods(pods.get()) : run.start();
    }

    /** Returns the overrides of the scenario; by default, those that were typed. */
    List<String> overrides(Path path, String text, List<String> typed) throws ScenarioException {
        return typed;
    }

    private int resume(Path directory) throws ScenarioException {
        check(Kind.RESUMED);
        try (Resumption run = Resumption.of(directory, AssayCache.standard())) {
            NamedText begun = choice.choose(run, file == null ? null : RunFile.path(file));
            check(Kind.RESUMED, kinds(begun));
            return launch(begun).resume(run);
        }
    }

    private int again(Path directory) throws ScenarioException {
        check(Kind.OWN_RUN);
        NamedText begun;
        try (Resumption run = Resumption.forRepetition(directory, AssayCache.standard())) {
            if (!run.isOwn()) {
                throw CommandFailure.badInput(
                        "%s: this user's cache has no record of this run, or it was changed since, so it may come from anybody, and its scenario decides what is connected to and run; make a card of it ('assay card %s') and run that"
                                .formatted(directory, directory));
            }
            begun = choice.choose(run, null);
        }
        check(Kind.OWN_RUN, kinds(begun));
        return launch(begun).again();
    }

    private static Kind[] kinds(NamedText begun) {
        return StudyFile.isStudy(begun.text()) ? new Kind[] {Kind.STUDY, Kind.STUDY_BEGUN} : new Kind[] {Kind.SCENARIO};
    }

    /** Runs, in a pod, a plan checked elsewhere; the pod's own command line says which workers drive the load. */
    private int handed(HandedRun run) throws ScenarioException {
        RemoteWorkerChoice workers = choice.remote;
        choice.changes.know(run.payloads());
        NamedText begun = choice.as(run.options());
        choice.as(run.handling());
        choice.remote = workers;
        return launch(begun).again();
    }

    private FileLaunch launch(NamedText begun) {
        return StudyFile.isStudy(begun.text())
                ? new StudyLaunch(choice, begun.file(), begun.text())
                : new ScenarioLaunch(choice, begun.file(), begun.text(), choice.changes.all());
    }
}
