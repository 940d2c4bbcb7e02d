package dev.assay.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.RecordedTrial;
import dev.assay.analysis.statistics.PhaseStatistics.ForeignCpu;
import dev.assay.analysis.statistics.PhaseStatistics.HostLoad;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.TrialHost;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhaseMeansTest {
    private static final Labels HOST = Labels.of(Labels.HOST, "coordinator");

    private final RecordedTrial trial = new RecordedTrial();

    /** A machine that is too busy to report in time reports a longer second: nine of twelve seconds were full. */
    @Test
    void aSecondThatWasReportedLateCountsForAsLongAsItLasted() {
        PhaseMeans means = new PhaseMeans(trial.record());
        for (double[] second : new double[][] {{1, 0.2}, {1, 0.2}, {9, 1}, {1, 0.2}}) {
            means.add(List.of(Metrics.HOST_CPU_BUSY.of(HOST, second[1])), second[0]);
        }
        assertThat(means.hosts().getFirst().busyFraction().orElseThrow()).isCloseTo(9.6 / 12, within(1e-12));
    }

    @Test
    void whatOthersUsedIsAMeanOverTheSecondsThatTell() {
        trial.hosts = List.of(new TrialHost("coordinator", "m", List.of("w1"), 2, 2, 0, 0));
        PhaseMeans means = new PhaseMeans(trial.record());
        means.add(List.of(Metrics.HOST_CPU_BUSY.of(HOST, 0.9), machine(1.8), others(0.6)), 1);
        means.add(List.of(machine(1.2), others(0.1)), 2);
        means.add(List.of(machine(2.0)), 1);
        HostLoad host = means.hosts().getFirst();
        ForeignCpu foreign = host.foreign().orElseThrow();
        assertThat(foreign.cores()).isCloseTo((0.6 + 2 * 0.1) / 3, within(1e-9));
        assertThat(foreign.ownCores()).isCloseTo((1.2 + 2 * 1.1) / 3, within(1e-9));
        assertThat(foreign.burstFraction()).isCloseTo(1 / 3.0, within(1e-9));
    }

    @Test
    void ofAMachineWhoseCoresAreNotKnownNothingIsSaid() {
        trial.hosts = List.of(new TrialHost("coordinator", "m", List.of("w1"), 0, 0, 0, 0));
        PhaseMeans means = new PhaseMeans(trial.record());
        means.add(List.of(machine(1.8), others(0.5), Metrics.HOST_CPU_BUSY.of(HOST, 0.9)), 1);
        assertThat(means.hosts().getFirst().foreign()).isEmpty();
    }

    private static Sample machine(double cores) {
        return Metrics.HOST_CPU.of(HOST, cores);
    }

    private static Sample others(double cores) {
        return Metrics.HOST_CPU_FOREIGN.of(HOST, cores);
    }
}
