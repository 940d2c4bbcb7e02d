package dev.assay.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.PhaseAnalysis.GroupAnalysis;
import dev.assay.analysis.PhaseAnalysis.HiccupSummary;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import dev.assay.model.timeline.Phase;
import dev.assay.scenario.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RisingStepsTest {
    private final RisingSteps steps = new RisingSteps(2, List.of(100, 200, 300, 400), 2);

    /** The second was disturbed, the third was sustained, the fourth was too much. */
    @Test
    void theHighestStepThatWasSustainedIsTheCeiling() {
        assertThat(steps.ceiling(
                        List.of(step(100, 100, 100), step(200, 150, 150), step(300, 299, 298), step(400, 350, 350))))
                .contains(new HarnessCeiling(2, 1024, 299, 596, true, 2));
    }

    /** One of the subscriptions falls behind although all is acknowledged. */
    @Test
    void whatIsNotReceivedIsNotSustained() {
        assertThat(steps.ceiling(List.of(step(100, 100, 100), step(200, 200, 180))))
                .contains(new HarnessCeiling(2, 1024, 100, 200, true, 2));
    }

    @Test
    void whereEveryStepWasSustainedTheCeilingMayBeHigher() {
        assertThat(steps.ceiling(List.of(step(100, 100, 100), step(200, 200, 200))))
                .hasValueSatisfying(ceiling -> assertThat(ceiling.exceeded()).isFalse());
    }

    @Test
    void whereNoneWasThereIsNone() {
        assertThat(steps.ceiling(List.of(step(100, 90, 90)))).isEmpty();
        assertThat(steps.ceiling(List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, false, 8, 100000", "10, false, 8, 20000", "1, true, 5, 200000", "10, true, 5, 40000"})
    void scenariosOfTheStepsCanBePlanned(int subscriptions, boolean quick, int count, int first) {
        RisingSteps real = RisingSteps.of(subscriptions, quick);

        Plan plan = HarnessRuns.plan(real.scenario(4));

        assertThat(real.rates()).hasSize(count).isSorted().startsWith(first);
        assertThat(plan.certain()).hasSize(1);
    }

    private static PhaseAnalysis step(double offered, double achieved, double received) {
        List<GroupAnalysis> groups = IntStream.of(1, 2)
                .mapToObj(number -> new GroupAnalysis(
                        new TrialSubscription("s" + number, "tail", true),
                        true,
                        List.of(),
                        OptionalDouble.of(received),
                        OptionalDouble.empty(),
                        OptionalDouble.empty()))
                .toList();
        return new PhaseAnalysis(
                new Phase("step-" + Math.round(offered), 0, 2_000_000_000L),
                Verdict.of(List.of()),
                offered,
                achieved,
                List.of(),
                groups,
                new HiccupSummary(0, 0, 0, 0),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty());
    }
}
