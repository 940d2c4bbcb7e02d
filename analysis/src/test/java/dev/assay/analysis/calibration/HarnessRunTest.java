package dev.assay.analysis.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.PhaseAnalysis.GroupAnalysis;
import dev.assay.analysis.comparison.MeasuredRun;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HarnessRunTest {
    private static Optional<HarnessCeiling> ceiling(PhaseAnalysis... steps) {
        return HarnessRun.ceiling(1024, List.of(steps));
    }

    /** The second step was disturbed, the third was sustained, the fourth was too much; the floor is no step. */
    @Test
    void theHighestStepThatWasSustainedIsTheCeiling() {
        assertThat(ceiling(
                        phase("floor", 1000, 1000, 1000),
                        step(400, 350, 350),
                        step(100, 100, 100),
                        step(200, 150, 150),
                        step(300, 299, 298)))
                .contains(new HarnessCeiling(2, 1024, 299, 596, true, 2));
    }

    /** One of the subscriptions falls behind although everything is acknowledged. */
    @Test
    void whatIsNotReceivedIsNotSustained() {
        assertThat(ceiling(step(100, 100, 100), step(200, 200, 180)))
                .contains(new HarnessCeiling(2, 1024, 100, 200, true, 2));
    }

    @Test
    void whereEveryStepWasSustainedTheCeilingMayBeHigher() {
        assertThat(ceiling(step(100, 100, 100), step(200, 200, 200)))
                .hasValueSatisfying(ceiling -> assertThat(ceiling.exceeded()).isFalse());
    }

    @Test
    void whereNoneWasThereIsNone() {
        assertThat(ceiling(step(100, 90, 90))).isEmpty();
        assertThat(ceiling()).isEmpty();
    }

    /** The run's own load is meant to fill the machine; other work is not. */
    @Test
    void otherWorkDisturbsItAndItsOwnDoesNot() {
        assertThat(HarnessRun.isDisturbed(verdict("foreign-cpu", "machine-cpu")))
                .isTrue();
        assertThat(HarnessRun.isDisturbed(verdict("steal"))).isTrue();
        assertThat(HarnessRun.isDisturbed(verdict("machine-cpu", "rate-missed")))
                .isFalse();
        assertThat(HarnessRun.isDisturbed(verdict())).isFalse();
    }

    private static Verdict verdict(String... codes) {
        return Verdict.of(Stream.of(codes)
                .map(code -> new Reason(Grade.DEGRADED, code, "cause", "action"))
                .toList());
    }

    @Test
    void aRunOfServersIsRefused() {
        MeasuredRun run = new MeasuredRun("20261126T090000Z-quickstart").trial(1, Map.of(), 10);

        assertThatExceptionOfType(UnsuitableRunException.class)
                .isThrownBy(() -> HarnessRun.of(run.run()))
                .withMessage("20261126T090000Z-quickstart does not have the harness of one worker alone in each of its"
                        + " trials; take a run of scenarios/harness-ceiling.yaml");
    }

    private static PhaseAnalysis step(double offered, double achieved, double received) {
        return phase("step-" + Math.round(offered), offered, achieved, received);
    }

    private static PhaseAnalysis phase(String name, double offered, double achieved, double received) {
        List<GroupAnalysis> groups = IntStream.of(1, 2)
                .mapToObj(number -> new GroupAnalysis(new TrialSubscription("s" + number, "tail", true), true))
                .toList();
        List<Reading> rows = new ArrayList<>(List.of(row(name, "", Statistic.ACHIEVED, achieved)));
        groups.forEach(group -> rows.add(row(name, group.name(), Statistic.RECEIVED, received)));
        return new PhaseAnalysis(
                new Phase(name, 0, 2_000_000_000L),
                Verdict.of(List.of()),
                offered,
                rows,
                List.of(),
                groups,
                List.of(),
                List.of(),
                Optional.empty(),
                List.of());
    }

    private static Reading row(String phase, String subscription, Statistic statistic, double perSecond) {
        return Reading.exact(new Source("001-t", "t", 1, "t", phase, subscription, statistic), perSecond, 1);
    }
}
