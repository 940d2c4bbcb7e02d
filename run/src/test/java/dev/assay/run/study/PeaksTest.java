package dev.assay.run.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.assay.host.file.RecordJson;
import dev.assay.model.calibration.KnownPeaks;
import dev.assay.model.calibration.KnownPeaks.Peak;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.StudyRequest;
import dev.assay.scenario.StudyRequest.Fitting;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PeaksTest {
    private static final Path RUN = Path.of("runs", "some-peaks");

    private static CapacityRecord search(String peak, State state, String reason, Optional<Double> lower) {
        return new CapacityRecord(
                peak,
                1,
                Map.of(StudyPlan.CELL, "peaks/" + peak),
                500,
                16_000,
                0.1,
                List.of(),
                state,
                reason,
                lower,
                Optional.empty(),
                0,
                List.of());
    }

    @Test
    void aPeakThatWasNotFoundLeavesTheOthers() {
        List<CapacityRecord> searches = List.of(
                search("fast", State.ABOVE_RANGE, "", Optional.of(16_000.0)),
                search("slow", State.BELOW_RANGE, "", Optional.empty()),
                search("broken", State.STOPPED, "3 trials told nothing:\n  it has ended", Optional.empty()));

        MachineScale scale = Peaks.merged(searches, RUN, new MachineScale(2, Map.of("known", 9000.0)));

        assertThat(scale.peaks()).isEqualTo(Map.of("known", 9000.0, "fast", 16_000.0));
        assertThat(scale.missed())
                .isEqualTo(Map.of(
                        "slow",
                        "not even 500 msg/s was confirmed",
                        "broken",
                        "stopped: 3 trials told nothing: it has ended"));
    }

    /** The report of the run uses the geometric mean of the confirmed rates, too. */
    @Test
    void severalSearchesOfAPeakAreOneValue() {
        List<CapacityRecord> searches = List.of(
                search("fast", State.FOUND, "", Optional.of(4_000.0)),
                search("fast", State.FOUND, "", Optional.of(9_000.0)));

        MachineScale scale = Peaks.merged(searches, RUN, new MachineScale(2, Map.of()));

        assertThat(scale.peaks().get("fast")).isCloseTo(6_000, within(1e-6));
    }

    @Test
    void withoutAnyPeakNothingCanBeScaled() {
        List<CapacityRecord> searches = List.of(search("slow", State.BELOW_RANGE, "", Optional.empty()));

        assertThatThrownBy(() -> Peaks.merged(searches, RUN, new MachineScale(2, Map.of())))
                .isInstanceOf(CommandFailure.class)
                .hasMessage(
                        "no peak was found, so the study can't be scaled: slow not even 500 msg/s was confirmed. The trials are in %s. Give rates with --set study.peak.NAME=RATE",
                        RUN);
    }

    private static final String SCALED = """
            study: small
            title: a small one
            scenario:
              systems: { memory: {} }
              durability: level-4
              workload: { rate: 500/s }
              timing: { warmup: 1 s, measure: 2 s }
            scale:
              peaks: { fast: { cell: first/a, published: 1000 }, slow: { cell: first/b, published: 1000 } }
              search: { from: 500/s, to: 16000/s, precision: 10 %, probe: 3 s, decide: 6 s }
            tests:
              first:
                says: two loads
                cells:
                  a: { system: memory }
                  b: { system: memory, workload: { partitions: 2 } }
            """;

    private static StudyPlan searches(String text, MachineScale known) throws ScenarioException {
        return new StudyRequest(StudyChoice.ALL, List.of(), new Fitting(known, true, false))
                .plan(new StudyFile("small.yaml", text));
    }

    /** A search that ended above its range is made again, and so is one whose load has changed, or that is a month old. */
    @Test
    void aPeakIsSearchedForOnceOnAMachine() throws ScenarioException {
        Instant now = Instant.parse("2026-11-24T10:00:00Z");
        MachineScale nothing = new MachineScale(2, Map.of());
        StudyPlan both = searches(SCALED, nothing);
        List<CapacityRecord> searched = List.of(
                search("fast", State.ABOVE_RANGE, "", Optional.of(16_000.0)),
                search("slow", State.FOUND, "", Optional.of(9_000.0)));

        KnownPeaks kept = Peaks.after(
                new KnownPeaks(MachineFingerprint.of("here", Map.of()), List.of()), both, searched, "some-peaks", now);

        List<Peak> known = Peaks.kept(both, kept, now.plus(Duration.ofDays(29)));
        assertThat(known)
                .extracting(Peak::name, Peak::perSecond, Peak::run)
                .containsExactly(tuple("slow", 9_000.0, "some-peaks"));
        assertThat(searches(SCALED, Peaks.with(nothing, known)).trials()).hasSize(1);
        assertThat(Peaks.kept(both, kept, now.plus(Duration.ofDays(31)))).isEmpty();
        assertThat(Peaks.kept(searches(SCALED.replace("partitions: 2", "partitions: 3"), nothing), kept, now))
                .isEmpty();
        assertThat(RecordJson.record(RecordJson.text(kept), KnownPeaks.class)).isEqualTo(kept);
    }

    @Test
    void peaksOfServersOfOthersAreNotThoseOfThisMachine() throws ScenarioException {
        Instant now = Instant.parse("2026-11-24T10:00:00Z");
        String existing = SCALED.replace("memory: {}", "kafka: { deployment: existing, bootstrap.servers: 'h:1' }")
                .replace("memory", "kafka");
        KnownPeaks none = new KnownPeaks(MachineFingerprint.of("here", Map.of()), List.of());

        KnownPeaks kept = Peaks.after(
                none,
                searches(existing, new MachineScale(2, Map.of())),
                List.of(search("slow", State.FOUND, "", Optional.of(9_000.0))),
                "some-peaks",
                now);

        assertThat(kept).isEqualTo(none);
    }
}
