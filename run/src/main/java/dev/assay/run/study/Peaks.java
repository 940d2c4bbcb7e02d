package dev.assay.run.study;

import dev.assay.model.calibration.KnownPeaks;
import dev.assay.model.calibration.KnownPeaks.Peak;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.Interval;
import dev.assay.scenario.plan.TrialPoint;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.StudyPlan;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Finds the peaks that a study is scaled to: those that a run has found, and those of earlier runs on this machine. */
final class Peaks {
    private Peaks() {}

    /**
     * Returns the known scale with a run's results: of each peak the rate that its searches confirmed, or why there is none.
     *
     * @throws CommandFailure when nothing is known then
     */
    static MachineScale merged(List<CapacityRecord> searches, Path run, MachineScale known) {
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

    /** Returns the reason in one line, since it is kept with the request. */
    private static String why(CapacityRecord search) {
        if (search.state() == CapacityRecord.State.BELOW_RANGE) {
            return String.format(Locale.ROOT, "not even %,.0f msg/s was confirmed", search.fromPerSecond());
        }
        String state = search.state().toString().toLowerCase(Locale.ROOT).replace('_', ' ');
        return (search.reason().isEmpty() ? state : state + ": " + search.reason()).replaceAll("\\s+", " ");
    }

    /** Returns the peaks whose searches can be saved: those of the same study and the very same load. */
    static List<Peak> kept(StudyPlan searches, KnownPeaks kept, Instant now) {
        return ofThisMachine(searches).stream()
                .map(search -> kept.of(searches.study().name(), name(search), load(search), now))
                .flatMap(Optional::stream)
                .toList();
    }

    static MachineScale with(MachineScale known, List<Peak> peaks) {
        Map<String, Double> all = new TreeMap<>(known.peaks());
        peaks.forEach(peak -> all.putIfAbsent(peak.name(), peak.perSecond()));
        return new MachineScale(known.cores(), all, known.missed(), known.fanOut());
    }

    /**
     * Returns the peaks to keep after a run of searches; a rate that was the harness's own, or the highest that was to be tried, is none of
     * the machine's.
     *
     * @param run its name
     */
    static KnownPeaks after(
            KnownPeaks kept, StudyPlan searches, List<CapacityRecord> searched, String run, Instant now) {
        KnownPeaks all = kept;
        for (TrialPoint search : ofThisMachine(searches)) {
            List<Double> rates = searched.stream()
                    .filter(one -> name(one).equals(name(search)))
                    .filter(one -> one.state() == CapacityRecord.State.FOUND && !one.ofHarness())
                    .flatMap(one -> one.lowerPerSecond().stream())
                    .toList();
            if (!rates.isEmpty()) {
                all = all.with(new Peak(
                        searches.study().name(),
                        name(search),
                        load(search),
                        now.toString(),
                        run,
                        Interval.typicalRatio(rates)));
            }
        }
        return all;
    }

    /** Returns the searches on this machine; peaks of servers of others are not kept. */
    private static List<TrialPoint> ofThisMachine(StudyPlan searches) {
        return searches.trials().stream()
                .filter(search -> !search.spec().onServersOfOthers())
                .toList();
    }

    private static String name(CapacityRecord search) {
        return name(search.dimensions().getOrDefault(StudyPlan.CELL, search.label()));
    }

    private static String name(TrialPoint search) {
        return search.dimensions().entrySet().stream()
                .filter(dimension -> dimension.getKey().toString().equals(StudyPlan.CELL))
                .map(dimension -> name(dimension.getValue()))
                .findFirst()
                .orElse("");
    }

    private static String name(String cell) {
        return cell.substring(cell.indexOf('/') + 1);
    }

    private static String load(TrialPoint search) {
        return search.keys().entrySet().stream()
                .map(key -> key.getKey() + "=" + key.getValue())
                .sorted()
                .collect(Collectors.joining("\n"));
    }
}
