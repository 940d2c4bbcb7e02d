package dev.assay.analysis.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.ObservedTrial;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RecordedTrial;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.bottleneck.BottleneckFinder;
import dev.assay.analysis.bottleneck.BottleneckIndicator;
import dev.assay.analysis.bottleneck.CalibratedFraction;
import dev.assay.analysis.bottleneck.PhaseBottlenecks;
import dev.assay.analysis.bottleneck.Resource;
import dev.assay.analysis.claim.CellReadings;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.statistics.PhaseDrift;
import dev.assay.analysis.steady.Drift;
import dev.assay.analysis.steady.MannKendall;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.metric.MetricUnit;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.CapacityTrial.Purpose;
import dev.assay.model.result.Interval;
import dev.assay.model.result.ObservedMachine;
import dev.assay.model.result.Series;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialData;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import dev.assay.model.spec.DiskLayout;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.FolderPaths;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.study.Untestable;
import dev.assay.model.timeline.Phase;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CellStatisticsTest {
    private static final double PEAK = 90_000;
    private static final double BYTES_OF_COPIES = 3 * 1000;
    private static final CalibratedFraction WRITES = new CalibratedFraction(
            BottleneckFinder.DISK_WRITES, 5.4e8, 6e8, MetricUnit.BYTES_PER_SECOND, "this disk can write", 15);

    private final RecordedTrial record = new RecordedTrial();

    /** A load of 90 000 msg/s of 1 000 B in three copies is 270 MB/s; the disk wrote 540 MB/s, of 600 that it can. */
    @Test
    void whatTheDiskWroteIsHeldAgainstTheBytesOfTheLoad() {
        assertThat(values(searched(State.FOUND, trial(PEAK, 1, List.of(), WRITES))))
                .containsEntry("peak", PEAK)
                .containsEntry("disk.bytes-written", 5.4e8)
                .containsEntry("published.bytes-times-copies", 2.7e8)
                .containsEntry("peak-times-copies-per-disk", 2.7e8)
                .containsEntry("disk.bandwidth", 6e8);
    }

    /** Otherwise two of three machines would stand for the writes of all three. */
    @Test
    void whatTheDisksOfSeveralMachinesWroteIsToldTogetherOrNotAtAll() {
        record.hosts = Stream.of("a", "b")
                .map(name -> new TrialHost(name, name, List.of(), 8, 8, 1, 0, 0))
                .toList();

        CellReadings both = searched(State.FOUND, trial(PEAK, 1, List.of(), WRITES, WRITES));
        assertThat(both.row("disk.bytes-written").orElseThrow().n())
                .as("seconds of two disks")
                .isEqualTo(30);
        assertThat(values(both))
                .containsEntry("disk.bytes-written", 10.8e8)
                .containsEntry("published.bytes-times-copies", 2.7e8)
                .containsEntry("peak-times-copies-per-disk", 2.7e8)
                .containsEntry("disk.bandwidth", 12e8);
        assertThat(values(searched(State.FOUND, trial(PEAK, 1, List.of(), WRITES))))
                .containsOnlyKeys("peak");
    }

    @Test
    void withoutACalibrationNothingIsSaidOfTheDisk() {
        assertThat(values(searched(State.FOUND, trial(PEAK, 1, List.of())))).containsOnlyKeys("peak");
    }

    @Test
    void aSearchThatFoundNothingHasNoPeak() {
        assertThat(values(searched(State.STOPPED, trial(PEAK, 1, List.of(), WRITES))))
                .isEmpty();
    }

    @Test
    void theLimitIsThatOfTheTrialsThatWereTooMuch() {
        TrialAnalysis enough = trial(PEAK, 1, List.of(reached(Resource.NETWORK)));
        TrialAnalysis tooMuch = trial(100_000, 2, List.of(reached(Resource.DISK)));

        assertThat(searched(State.FOUND, enough, tooMuch).limit()).contains("disk");
    }

    /** The harness comes first whatever else was at its limit, since its limit is no value of the system. */
    @Test
    void theHarnessComesBeforeAnyOtherLimit() {
        TrialAnalysis tooMuch = trial(100_000, 2, List.of(reached(Resource.DISK), reached(Resource.HARNESS)));

        CellReadings cell = searched(State.FOUND, trial(PEAK, 1, List.of()), tooMuch);

        assertThat(cell.limit()).contains("harness");
    }

    @Test
    void whatWasReadBackAsAnotherLevelIsNoResultOfTheLevelThatWasAskedFor() {
        assertThat(searched(State.FOUND, trial(PEAK, 1, List.of())).servers().obstacle())
                .isEmpty();
        record.durability = DurabilityLevel.LEVEL_1;
        record.given = Optional.of(DurabilityLevel.LEVEL_4);

        assertThat(searched(State.FOUND, trial(PEAK, 1, List.of())).servers().obstacle())
                .contains(Untestable.U6);
    }

    @Test
    void whatIsNotKnownOfServersDecidesNothing() {
        record.known = false;
        assertThat(searched(State.FOUND, trial(PEAK, 1, List.of())).servers().obstacle())
                .contains(Untestable.U6);
        record.known = true;
        record.deployment = "existing";
        record.resolved = Map.of("settings.memory.broker.delay", "10", "settings.memory.producer.linger", "1");
        assertThat(searched(State.FOUND, trial(PEAK, 1, List.of())).servers().obstacle())
                .contains(Untestable.U6);
        record.config = new EffectiveConfig(Map.of("broker", Map.of("delay", "0")), Map.of());
        assertThat(record.record().serversOtherwise()).containsExactly(Map.entry("delay", "0"));
        assertThat(searched(State.FOUND, trial(PEAK, 1, List.of())).servers().obstacle())
                .contains(Untestable.U6);
        record.config = new EffectiveConfig(Map.of("broker", Map.of("delay", "10")), Map.of());
        assertThat(searched(State.FOUND, trial(PEAK, 1, List.of())).servers().obstacle())
                .isEmpty();
    }

    /** Settings of a cluster that was started with them are not checked again. */
    @Test
    void serversThatAssayHasStartedAreAsAsked() {
        record.resolved = Map.of("settings.memory.broker.delay", "10");
        assertThat(searched(State.FOUND, trial(PEAK, 1, List.of())).servers().obstacle())
                .isEmpty();
        record.deployment = "existing";
        record.config = new EffectiveConfig(Map.of("cluster", Map.of("name", "c")), Map.of());
        assertThat(searched(State.FOUND, trial(PEAK, 1, List.of())).servers().obstacle())
                .isEmpty();
    }

    @Test
    void disksAreSeveralWhereEachTrialTellsSo() {
        assertThat(searched(State.FOUND, trial(PEAK, 1, List.of())).servers().severalDisks())
                .isFalse();
        record.disks = new NodeDisks(2, DiskLayout.USUAL, FolderPaths.NONE);
        TrialAnalysis onTwo = trial(PEAK, 1, List.of());
        assertThat(searched(State.FOUND, onTwo).servers().severalDisks()).isTrue();
        record.disks = NodeDisks.USUAL;
        assertThat(searched(State.FOUND, onTwo, trial(100_000, 2, List.of()))
                        .servers()
                        .severalDisks())
                .isFalse();
    }

    @Test
    void disksAreSeveralWhereAnObserverOnEachMachineWithServersSaysSo() {
        TrialAnalysis existing = trial(PEAK, 1, List.of());
        StoredTrial stored = stored(existing.trial());
        ObservedMachine two = new ObservedMachine(List.of("broker-1"), 2, CalibrationStatus.NEVER);
        ObservedMachine one = new ObservedMachine(List.of("broker-2"), 1, CalibrationStatus.NEVER);
        ObservedMachine idle = new ObservedMachine(List.of(), 1, CalibrationStatus.NEVER);

        assertThat(severalDisks(existing, new ObservedTrial(stored, Map.of("a", two, "b", idle))))
                .isTrue();
        assertThat(severalDisks(existing, new ObservedTrial(stored, Map.of("a", two, "b", one))))
                .isFalse();
    }

    /** Existing servers have the disks of the scenario if observers confirm it. */
    @Test
    void disksThatNobodyHasSeenDecideNothing() {
        record.deployment = "existing";
        record.resolved = Map.of("systems.memory.disks.count", "2");
        TrialAnalysis existing = trial(PEAK, 1, List.of());
        StoredTrial stored = stored(existing.trial());
        ObservedMachine two = new ObservedMachine(List.of("broker-1"), 2, CalibrationStatus.NEVER);

        assertThat(of(existing, stored).servers().obstacle()).contains(Untestable.U6);
        assertThat(of(existing, new ObservedTrial(stored, Map.of("a", two)))
                        .servers()
                        .obstacle())
                .isEmpty();
        record.resolved = Map.of("systems.memory.disks.count", "1");
        TrialAnalysis usual = trial(PEAK, 1, List.of());
        assertThat(of(usual, stored(usual.trial())).servers().obstacle()).isEmpty();
    }

    private static Map<String, Double> values(CellReadings cell) {
        Map<String, Double> values = new HashMap<>();
        cell.named().forEach((name, row) -> values.put(name, row.value()));
        return values;
    }

    private CellReadings of(TrialAnalysis trial, StoredTrial stored) {
        return CellStatistics.of(search(State.FOUND, 0, List.of(trial)), List.of(trial), BYTES_OF_COPIES, _ -> stored);
    }

    private boolean severalDisks(TrialAnalysis trial, StoredTrial stored) {
        return of(trial, stored).servers().severalDisks();
    }

    @Test
    void howFarLatenciesMovedIsKnownWhereThereAreEnoughSeconds() {
        Phase phase = new Phase("measure", 0, 30_000_000_000L);
        record.phases = List.of(phase);
        MannKendall.Series none = new MannKendall.Series();
        TrialAnalysis trial = analysis(
                record.record(),
                phase(
                        phase,
                        new PhaseDrift(PhaseDrift.Of.MEDIAN, "response p50", none, 1, new Drift(10, 12, -2, 4, 30)),
                        new PhaseDrift(PhaseDrift.Of.P99, "response p99", none, 1, new Drift(10, 5, -7, -2, 30)),
                        new PhaseDrift(PhaseDrift.Of.MEDIAN, "end-to-end p50", none, 1, new Drift(10, 12, 0, 0, 19)),
                        new PhaseDrift(PhaseDrift.Of.RATE, "rate achieved", none, 1, new Drift(10, 12, -2, 4, 30))));

        assertThat(CellStatistics.of(trial, stored(trial.trial())).moves())
                .containsOnlyKeys("response p50", "response p99", "measure/response p50", "measure/response p99")
                .containsEntry("response p50", 1.2)
                .containsEntry("measure/response p99", 0.5);
    }

    @Test
    void aPeakNearTheHarnesssOwnIsAtLeastThat() {
        CapacityRecord near = search(State.FOUND, PEAK / 0.8, List.of(trial(PEAK, 1, List.of())));

        assertThat(CellStatistics.of(near, List.of(), BYTES_OF_COPIES, _ -> stored())
                        .place("peak"))
                .contains(new Interval(PEAK, PEAK, Double.POSITIVE_INFINITY));
        assertThat(searched(State.ABOVE_RANGE).place("peak"))
                .contains(new Interval(PEAK, PEAK, Double.POSITIVE_INFINITY));
        assertThat(searched(State.FOUND).place("peak")).contains(new Interval(PEAK, PEAK, 1.1 * PEAK));
    }

    private static CellReadings searched(State state, TrialAnalysis... trials) {
        return CellStatistics.of(
                search(state, 0, List.of(trials)),
                List.of(trials),
                BYTES_OF_COPIES,
                folder -> stored(Arrays.stream(trials)
                        .map(TrialAnalysis::trial)
                        .filter(trial -> trial.folder().equals(folder))
                        .toArray(TrialRecord[]::new)));
    }

    private static StoredTrial stored(TrialRecord... trials) {
        return new TrialData(trials[0], List.of(), List.of(), List.of());
    }

    private static CapacityRecord search(State state, double ceiling, List<TrialAnalysis> trials) {
        return new CapacityRecord(
                "t",
                1,
                Map.of(),
                1000,
                1e6,
                0.1,
                List.of(),
                state,
                "",
                Optional.of(PEAK),
                Optional.of(1.1 * PEAK),
                ceiling,
                trials.stream().map(CellStatisticsTest::decided).toList());
    }

    private static CapacityTrial decided(TrialAnalysis trial) {
        double rate = trial.trial().plan().offeredPerSecond();
        Outcome outcome = rate <= PEAK ? Outcome.GOOD : Outcome.BAD;
        return new CapacityTrial(trial.trial().folder(), Purpose.DECIDE, rate, 15, outcome, "", false, "");
    }

    private static BottleneckIndicator reached(Resource resource) {
        return new BottleneckIndicator(
                resource, "use", 1, 0.9, MetricUnit.RATIO, OptionalDouble.empty(), OptionalDouble.empty(), 15);
    }

    private TrialAnalysis trial(
            double rate, int number, List<BottleneckIndicator> reached, CalibratedFraction... fractions) {
        Phase phase = new Phase("measure", 0, 15_000_000_000L);
        record.number = number;
        record.phases = List.of(phase);
        record.offeredPerSecond = rate;
        PhaseBottlenecks limits = new PhaseBottlenecks(reached, List.of(), List.of(fractions), List.of(), List.of());
        return analysis(record.record(), phase(phase, rate, List.of(), Optional.of(limits)));
    }

    private static PhaseAnalysis phase(Phase phase, PhaseDrift... drifts) {
        return phase(phase, 1000, List.of(drifts), Optional.empty());
    }

    private static PhaseAnalysis phase(
            Phase phase, double rate, List<PhaseDrift> drifts, Optional<PhaseBottlenecks> limits) {
        return new PhaseAnalysis(
                phase,
                Verdict.PENDING,
                rate,
                List.of(Reading.exact(new Source("001-t", "t", 1, "t", phase.name(), "", Statistic.ACHIEVED), rate, 1)),
                List.of(),
                List.of(),
                List.of(),
                drifts,
                limits,
                List.of());
    }

    private static TrialAnalysis analysis(TrialRecord trial, PhaseAnalysis... phases) {
        return new TrialAnalysis(
                trial, Verdict.PENDING, List.of(phases), List.of(), List.of(), List.of(), List.of(), Series.EMPTY, 1);
    }
}
