package dev.assay.cli.history;

import dev.assay.analysis.history.HistoryRun;
import dev.assay.cli.run.Reporting;
import dev.assay.model.result.RunRecord;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.StoreException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Looks for runs in a folder and below it, and reads them one after the other. */
final class FoundRuns {
    private static final String RECORD = "run.json";

    /** Folders of runs lie beside each other, or in folders by machine, branch and the like. */
    private static final int DEEPEST = 5;

    private final Predicate<String> scenario;
    private final List<HistoryRun> runs = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final Map<String, Path> ids = new HashMap<>();

    private FoundRuns(Predicate<String> scenario) {
        this.scenario = scenario;
    }

    /**
     * All that there are.
     *
     * @param scenario names of the scenarios that matter; runs of others are passed over
     */
    static FoundRuns below(Path folder, Predicate<String> scenario) {
        FoundRuns found = new FoundRuns(scenario);
        if (!found.visit(folder, 0)) {
            found.leftOut.add(folder + ": neither a run nor a folder with runs");
        }
        return found;
    }

    /** The finished runs that could be read, in no order that matters. */
    List<HistoryRun> runs() {
        return runs;
    }

    /** What is none of them, with the reason, a line each. */
    List<String> leftOut() {
        return leftOut;
    }

    /** Whether there was anything that is, or should have been, a run. */
    private boolean visit(Path folder, int depth) {
        if (Files.exists(folder.resolve(RECORD), LinkOption.NOFOLLOW_LINKS)) {
            read(folder);
            return true;
        }
        List<Path> children = depth == DEEPEST ? List.of() : children(folder);
        List<Path> without = new ArrayList<>();
        boolean any = false;
        for (Path child : children) {
            if (visit(child, depth + 1)) {
                any = true;
            } else {
                without.add(child);
            }
        }
        if (any) {
            without.forEach(child -> leftOut.add(child + ": neither a run nor a folder with runs"));
        }
        return any;
    }

    /** Links are not followed, which may lead in circles, and hidden folders are nobody's runs. */
    private List<Path> children(Path folder) {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(
                folder,
                child -> Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)
                        && !String.valueOf(child.getFileName()).startsWith("."))) {
            all.forEach(children::add);
        } catch (IOException | DirectoryIteratorException e) {
            leftOut.add(folder + ": can't be listed: " + e);
        }
        children.sort(Path::compareTo);
        return children;
    }

    private void read(Path folder) {
        try {
            RunDirectory directory = RunDirectory.open(folder);
            RunRecord record = directory.record();
            if (!scenario.test(record.scenario())) {
                return;
            }
            String why = unfinished(directory, record.planned());
            Path known = ids.putIfAbsent(record.id(), folder);
            if (known != null) {
                leftOut.add(folder + ": the same run as " + known);
            } else if (why != null) {
                leftOut.add(folder + ": " + why);
            } else {
                runs.add(HistoryRun.of(Reporting.analyze(directory)));
            }
        } catch (StoreException | IllegalArgumentException e) {
            leftOut.add(folder + ": " + e.getMessage());
        }
    }

    /** A run that may still be gone on with would change its values afterwards. */
    private static @Nullable String unfinished(RunDirectory directory, List<String> planned) {
        if (directory.finished().isEmpty()) {
            return "no trial finished";
        }
        long missing = planned.stream()
                .filter(trial -> !directory.hasFinished(trial) && !directory.hasFailed(trial))
                .count();
        return missing == 0
                ? null
                : "not finished: " + missing + " of " + planned.size() + " trials are missing; 'assay run --resume "
                        + directory.path() + "' continues it";
    }
}
