package dev.assay.cli.study;

import dev.assay.cli.exit.CommandFailure;
import dev.assay.cli.exit.ExitCode;
import dev.assay.core.result.CapacityRecord;
import dev.assay.core.study.StudyFit;
import dev.assay.core.study.StudyPlan;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The peaks that a run has found, which a study is then scaled to. */
public final class FoundPeaks {
    private FoundPeaks() {}

    /**
     * What is known of the machine, with what the run has found: of each search the lower bound.
     *
     * @throws CommandFailure when one has found none
     */
    public static StudyFit in(Path run, StudyFit known) {
        Map<String, Double> peaks = new TreeMap<>(known.peaks());
        for (CapacityRecord search : RunDirectory.open(run).record().capacities()) {
            String name = name(search);
            peaks.put(
                    name,
                    search.lowerPerSecond()
                            .orElseThrow(() -> new CommandFailure(
                                    ExitCode.INCONCLUSIVE,
                                    "the peak %s was not found (%s%s), so the study can't be scaled by it. The trials are in %s. Give the rate with --peak %s=RATE, or leave its system out with --systems"
                                            .formatted(
                                                    name,
                                                    search.state()
                                                            .toString()
                                                            .toLowerCase(Locale.ROOT)
                                                            .replace('_', ' '),
                                                    search.reason().isEmpty() ? "" : ": " + search.reason(),
                                                    run,
                                                    name))));
        }
        return new StudyFit(known.cores(), peaks, known.fanOut());
    }

    private static String name(CapacityRecord search) {
        String cell =
                Optional.ofNullable(search.dimensions().get(StudyPlan.CELL)).orElse(search.label());
        return cell.substring(cell.indexOf('/') + 1);
    }
}
