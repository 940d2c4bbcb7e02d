package dev.assay.report;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.SummaryLines;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.bottleneck.BottleneckIndicator;
import dev.assay.analysis.bottleneck.CalibratedFraction;
import dev.assay.analysis.bottleneck.FloorFraction;
import dev.assay.analysis.bottleneck.PhaseBottlenecks;
import dev.assay.analysis.bottleneck.PhaseBottlenecks.NotKnown;
import dev.assay.analysis.bottleneck.Resource;
import dev.assay.analysis.bottleneck.SuspectedLimit;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.MetricUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Checks that a run shows what limited it, beside its values. */
class BottleneckReportTest {
    private static final BottleneckIndicator DISK = new BottleneckIndicator(
            Resource.DISK,
            "disk writes",
            366.7e6,
            340e6,
            MetricUnit.BYTES_PER_SECOND,
            OptionalDouble.of(400e6),
            OptionalDouble.of(0.67),
            30);
    private static final BottleneckIndicator PROCESSOR = new BottleneckIndicator(
            Resource.PROCESSOR,
            "processors busy",
            0.5,
            0.9,
            MetricUnit.RATIO,
            OptionalDouble.empty(),
            OptionalDouble.of(0),
            30);
    private static final CalibratedFraction SYNCS = new CalibratedFraction(
            "syncs of all nodes", 370, 500, MetricUnit.PER_SECOND, "this disk can do with one writer", 30);
    private static final FloorFraction FLOOR = new FloorFraction(LatencyMetric.RESPONSE, 4_020_000, 31_000, 300_000);
    private static final NotKnown HARNESS =
            new NotKnown(Resource.HARNESS, "fraction of the harness's ceiling", "workers elsewhere");
    private static final String WRITES =
            "disk: disk writes 366.7 MB/s, 92 % of the 400.0 MB/s calibrated (limit 340.0 MB/s, reached in 67 % of 30 s)";
    private static final String FRACTION =
            "syncs of all nodes 370.0/s: 74 % of the 500.0/s that this disk can do with one writer (n = 30 s)";
    private static final String UNKNOWN = "not known: harness (fraction of the harness's ceiling): workers elsewhere";

    private static final SuspectedLimit LINGER = new SuspectedLimit(
            "waiting for batches to fill", "a linger of 1 ms", "workload.batching.linger", "1 ms", "0 s");
    private static final String COMMAND =
            "./assay run scenarios/quickstart.yaml --set workload.partitions=1,6,16 --set 'timing.measure=60 s' --systems kafka"
                    + " --set workload.partitions=6 --set 'workload.batching.linger=1 ms,0 s' --set repeat=5";

    private final PhaseBottlenecks limits = new PhaseBottlenecks(
            List.of(DISK, PROCESSOR), List.of(HARNESS), List.of(SYNCS), List.of(FLOOR), List.of(LINGER));

    @Test
    void theTerminalNamesWhatLimitedAndShowsTheEvidence() {
        String text = TerminalReport.render(run(), false).replaceAll("\\s+", " ");

        assertThat(text)
                .contains("What limited this run: disk " + WRITES + " " + UNKNOWN + " Suspected limits, each")
                .contains(
                        "waiting for batches to fill: a linger of 1 ms; tested by workload.batching.linger 0 s instead of 1 ms "
                                + COMMAND + " Compared with this machine's calibration: " + FRACTION);
        assertThat(text).doesNotContain("processors busy");
    }

    @Test
    void theCommandOfATestIsOneLineToPaste() {
        assertThat(TerminalReport.render(run(), true).lines().map(String::strip))
                .contains(COMMAND);
        assertThat(HtmlReport.render(run())).contains("<code>" + COMMAND + "</code>");
    }

    @Test
    void thePageDoesAndHasWhatWasBelow() {
        String page = HtmlReport.render(run());

        assertThat(page)
                .contains(
                        "What limited this run: disk",
                        WRITES,
                        FRACTION,
                        "response p50 4.02 ms: 0.8 % of it is the harness floor of 31.0 us (n = 300,000)");
        assertThat(page).contains("processor: processors busy 50 % (limit 90 %, reached in 0.0 % of 30 s)");
        assertThat(page).contains("None: no calibration was recorded.");
    }

    @Test
    void theSummaryHasBoth() {
        assertThat(SummaryLines.trials(run()))
                .singleElement()
                .extracting(trial -> trial.get("phases"), as(LIST))
                .singleElement(as(MAP))
                .containsEntry("phase", "measure")
                .containsEntry("limit", "disk")
                .containsEntry("limit_evidence", WRITES + "; " + UNKNOWN);
    }

    /** An old calibration is used all the same, so readers must see its age. */
    @Test
    void anOldCalibrationIsSaidToBeOld() {
        String note = "the calibration is 31 days old";
        RunAnalysis run = run();
        RunAnalysis old =
                SampleRuns.calibrated(run, new CalibrationStatus(Optional.of(SampleCalibration.some()), note));

        assertThat(TerminalReport.render(old, false)).contains(note);
        assertThat(HtmlReport.render(old)).contains("Of 2026-11-20 10:00:00 UTC: " + note + ".");
    }

    private RunAnalysis run() {
        TrialAnalysis plain = new SampleTrial().build();
        return SampleRuns.of(
                "limited",
                List.of(new TrialAnalysis(
                        plain.trial(),
                        plain.verdict(),
                        plain.phases().stream().map(this::limited).toList(),
                        plain.catchUps(),
                        plain.eventWindows(),
                        plain.overTime(),
                        plain.heatMaps(),
                        plain.series(),
                        plain.secondsPerPoint())));
    }

    private PhaseAnalysis limited(PhaseAnalysis phase) {
        return new PhaseAnalysis(
                phase.phase(),
                phase.verdict(),
                phase.offeredPerSecond(),
                phase.rows(),
                phase.curves(),
                phase.groups(),
                phase.workers(),
                List.of(),
                phase.phase().measured() ? Optional.of(limits) : Optional.empty(),
                List.of());
    }
}
