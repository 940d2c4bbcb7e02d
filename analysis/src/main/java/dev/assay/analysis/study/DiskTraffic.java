package dev.assay.analysis.study;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.bottleneck.BottleneckFinder;
import dev.assay.analysis.bottleneck.CalibratedFraction;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.CapacityTrial.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Relates the disk's traffic at the highest sustained rate to the bytes of that load: how often each byte is written, and how much
 * of the disk's bandwidth the load itself needs. All servers of a machine write to the one disk that was calibrated there; with
 * several machines all values are totals.
 */
final class DiskTraffic {
    private static final String WRITTEN = "disk.bytes-written";
    private static final String PUBLISHED = "published.bytes-times-copies";
    private static final String NEEDED = "peak-times-copies-per-disk";
    private static final String BANDWIDTH = "disk.bandwidth";

    private DiskTraffic() {}

    /**
     * Returns values in bytes per second; none where a machine with servers is not calibrated, or the calibrated disk is not that of
     * the servers.
     *
     * @param trials of the run
     * @param bytesOfCopies mean bytes of a message, times its written copies
     */
    static List<Reading> of(CapacityRecord search, List<TrialAnalysis> trials, double bytesOfCopies) {
        Optional<String> highest = search.trials().stream()
                .filter(trial -> trial.outcome() == Outcome.GOOD)
                .filter(trial ->
                        trial.ratePerSecond() <= search.lowerPerSecond().orElse(0.0))
                .max(Comparator.comparingDouble(CapacityTrial::ratePerSecond))
                .map(CapacityTrial::folder);
        return trials.stream()
                .filter(trial -> highest.filter(trial.trial().folder()::equals).isPresent())
                .reduce((_, last) -> last)
                .map(trial -> values(trial, search, bytesOfCopies))
                .orElse(List.of());
    }

    private static List<Reading> values(TrialAnalysis trial, CapacityRecord search, double bytesOfCopies) {
        List<PhaseAnalysis> measured = trial.measured();
        List<CalibratedFraction> disks = measured.isEmpty() ? List.of() : disks(measured.getLast());
        long machines = trial.trial().setup().hosts().stream()
                .filter(host -> host.nodes() > 0)
                .count();
        if (disks.isEmpty() || disks.size() < machines) {
            return List.of();
        }
        PhaseAnalysis last = measured.getLast();
        return List.of(
                row(
                        trial,
                        WRITTEN,
                        disks.stream().mapToDouble(CalibratedFraction::value).sum(),
                        disks.stream().mapToLong(CalibratedFraction::n).sum()),
                row(
                        trial,
                        PUBLISHED,
                        last.achievedPerSecond() * bytesOfCopies,
                        last.row(Statistic.ACHIEVED).map(Reading::n).orElse(0L)),
                row(
                        trial,
                        NEEDED,
                        search.lowerPerSecond().orElse(0.0) * bytesOfCopies,
                        search.trials().size()),
                row(
                        trial,
                        BANDWIDTH,
                        disks.stream()
                                .mapToDouble(CalibratedFraction::calibrated)
                                .sum(),
                        disks.size()));
    }

    private static Reading row(TrialAnalysis trial, String name, double bytesPerSecond, long n) {
        Statistic statistic = Statistic.of(name, Statistic.Unit.BYTES_PER_SECOND);
        return Reading.exact(Source.of(trial.trial(), "", "", statistic), bytesPerSecond, n);
    }

    private static List<CalibratedFraction> disks(PhaseAnalysis phase) {
        return phase.limits().stream()
                .flatMap(limits -> limits.fractions().stream())
                .filter(fraction -> fraction.what().equals(BottleneckFinder.DISK_WRITES))
                .toList();
    }
}
