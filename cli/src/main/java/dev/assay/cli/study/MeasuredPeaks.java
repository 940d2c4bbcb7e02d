package dev.assay.cli.study;

import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.Interval;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.StudyPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The peaks that a run has found, which a study is then scaled to. */
public final class MeasuredPeaks {
    private MeasuredPeaks() {}

    /**
     * What is known of the machine, with what the run has found: of each peak the rate that its searches confirmed, or why there is none.
     *
     * @throws CommandFailure when nothing is known then
     */
    public static MachineScale in(Path run, MachineScale known) {
        return of(RunDirectory.open(run).record().capacities(), run, known);
    }

    static MachineScale of(List<CapacityRecord> searches, Path run, MachineScale known) {
        Map<String, Double> peaks = new TreeMap<>(known.peaks());
        Map<String, String> missed = new TreeMap<>(known.missed());
        Map<String, List<Double>> confirmed = new TreeMap<>();
        for (CapacityRecord search : searches) {
            String name = name(search);
            search.lowerPerSecond()
                    .ifPresentOrElse(
                            rate -> confirmed
                                    .computeIfAbsent(name, _ -> new ArrayList<>())
                                    .add(rate),
                            () -> missed.put(name, why(search)));
        }
        confirmed.forEach((name, rates) -> peaks.put(name, Interval.typicalRatio(rates)));
        if (peaks.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.INCONCLUSIVE,
                    "no peak was found, so the study can't be scaled: %s. The trials are in %s. Give rates with --set study.peak.NAME=RATE"
                            .formatted(
                                    missed.entrySet().stream()
                                            .map(peak -> peak.getKey() + " " + peak.getValue())
                                            .collect(Collectors.joining("; ")),
                                    run));
        }
        return new MachineScale(known.cores(), peaks, missed, known.fanOut());
    }

    /** In one line, since it is kept with what was asked for. */
    private static String why(CapacityRecord search) {
        if (search.state() == CapacityRecord.State.BELOW_RANGE) {
            return String.format(Locale.ROOT, "not even %,.0f msg/s was confirmed", search.fromPerSecond());
        }
        String state = search.state().toString().toLowerCase(Locale.ROOT).replace('_', ' ');
        return (search.reason().isEmpty() ? state : state + ": " + search.reason()).replaceAll("\\s+", " ");
    }

    /** The name of the peak that a search is of. */
    static String name(CapacityRecord search) {
        String cell = search.dimensions().getOrDefault(StudyPlan.CELL, search.label());
        return cell.substring(cell.indexOf('/') + 1);
    }
}
