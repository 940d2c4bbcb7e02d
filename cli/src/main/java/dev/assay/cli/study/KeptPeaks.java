package dev.assay.cli.study;

import dev.assay.model.calibration.KnownPeaks;
import dev.assay.model.calibration.KnownPeaks.Peak;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.Interval;
import dev.assay.scenario.plan.TrialPoint;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.StudyPlan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The peaks that were searched for on this machine before: of the same study and the very same load. Those of servers of others are not kept. */
public final class KeptPeaks {
    private KeptPeaks() {}

    /** Those among the searches that need not be made. */
    public static List<Peak> of(StudyPlan searches, KnownPeaks kept, Instant now) {
        List<Peak> found = new ArrayList<>();
        for (TrialPoint search : ofThisMachine(searches)) {
            kept.of(searches.study().name(), name(search), load(search), now).ifPresent(found::add);
        }
        return found;
    }

    /** What is known of a machine, with these. */
    public static MachineScale with(MachineScale known, List<Peak> peaks) {
        Map<String, Double> all = new TreeMap<>(known.peaks());
        peaks.forEach(peak -> all.putIfAbsent(peak.name(), peak.perSecond()));
        return new MachineScale(known.cores(), all, known.missed(), known.fanOut());
    }

    /**
     * What is kept after a run of searches; a rate that was the harness's own, or the highest that was to be tried, is none of the machine's.
     *
     * @param run its name
     */
    public static KnownPeaks after(
            KnownPeaks kept, StudyPlan searches, List<CapacityRecord> found, String run, Instant now) {
        KnownPeaks all = kept;
        for (TrialPoint search : ofThisMachine(searches)) {
            List<Double> rates = found.stream()
                    .filter(one -> MeasuredPeaks.name(one).equals(name(search)))
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

    private static List<TrialPoint> ofThisMachine(StudyPlan searches) {
        return searches.trials().stream()
                .filter(search -> !search.spec().onServersOfOthers())
                .toList();
    }

    private static String name(TrialPoint search) {
        String cell = search.dimensions().entrySet().stream()
                .filter(dimension -> dimension.getKey().toString().equals(StudyPlan.CELL))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
        return cell.substring(cell.indexOf('/') + 1);
    }

    private static String load(TrialPoint search) {
        return search.keys().entrySet().stream()
                .map(key -> key.getKey() + "=" + key.getValue())
                .sorted()
                .collect(Collectors.joining("\n"));
    }
}
