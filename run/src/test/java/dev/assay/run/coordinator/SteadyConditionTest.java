package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.SteadyRecord.SeriesRecord;
import dev.assay.model.result.SteadyRecord.State;
import dev.assay.model.result.SteadyText;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialSecond;
import dev.assay.model.unit.Rate;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.ClusterNeed;
import dev.assay.scenario.plan.ClusterWarmUp;
import dev.assay.scenario.plan.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** A warm-up ends once every series of the trial's seconds is steady and nothing is in the way, and not before. */
class SteadyConditionTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Phase WARMUP = new Phase("warmup", 0, 180 * SECOND);
    private SteadyWatch watch = new SteadyWatch();
    private SteadyCondition condition = new SteadyCondition(watch, Duration.ZERO, Duration.ZERO, false);

    @Test
    void aTrialThatIsSteadyFromTheStartOnIsSoAtTheSecondLookThatCanTell() {
        assertThat(firstHolds(SteadyConditionTest::level, _ -> 0, _ -> 0.5)).isEqualTo(25);
        SteadyRecord seen = Objects.requireNonNull(condition.steady());
        assertThat(seen.state()).isEqualTo(State.STEADY);
        assertThat(seen.series())
                .extracting(SeriesRecord::name)
                .containsExactly("response p50", "response p99", "end-to-end p50");
        assertThat(SteadyText.of(seen))
                .isEqualTo("steady after 25 s: response p50 10.0 ms may change by +0 to +0 % in 20 s");
    }

    /** 0.5 exp(−t / 15) cores, in the mean of ten seconds, are less than 0.05 from 40 s on. */
    @Test
    void nothingIsSteadyWhileCompilersWork() {
        assertThat(firstHolds(SteadyConditionTest::level, second -> 0.5 * Math.exp(-second / 15), _ -> 0.5))
                .isBetween(40.0, 50.0);
        assertThat(firstHolds(SteadyConditionTest::level, _ -> 0.2, _ -> 0.5)).isEqualTo(-1);
        SteadyRecord seen = Objects.requireNonNull(condition.steady());
        assertThat(seen.state()).isEqualTo(State.NOT_KNOWN);
        assertThat(SteadyText.of(seen))
                .startsWith("not known to be steady after ")
                .contains(
                        "compilers of broker-1 take 0.20 cores (steady below 0.050); response p50 10.0 ms may change by ");
    }

    @Test
    void nothingIsSteadyWhereTheMachineIsFullUnlessTheLoadIsToFillIt() {
        assertThat(firstHolds(SteadyConditionTest::level, _ -> 0, _ -> 0.97)).isEqualTo(-1);
        assertThat(SteadyText.of(Objects.requireNonNull(condition.steady())))
                .contains("processors of coordinator are busy 97 % of the time (steady below ");
        assertThat(watch.since("warmup", 0, 30, true).state()).isEqualTo(State.STEADY);
    }

    @Test
    void aClustersWarmUpEndsOnAFullMachineTooButNotWhileCompilersWork() throws Exception {
        Plan plan = ScenarioFile.read(
                        "x.yaml",
                        "{name: x, systems: {kafka: {}}, workload: {partitions: [1, 6]}, repeat: 2}",
                        List.of(),
                        Set.of())
                .plan();
        TrialSpec load = ClusterWarmUp.of(
                        plan, ClusterNeed.of(plan.trials().getFirst().spec()))
                .orElseThrow()
                .load();

        assertThat(firstHolds(ofWarmUp(load), SteadyConditionTest::level, _ -> 0, _ -> 0.99))
                .isEqualTo(25);
        assertThat(firstHolds(ofWarmUp(load), SteadyConditionTest::level, _ -> 0.2, _ -> 0.99))
                .isEqualTo(-1);
    }

    private PhaseCondition ofWarmUp(TrialSpec load) {
        watch = new SteadyWatch();
        return Objects.requireNonNull(
                TimelineRun.Program.of(load, watch).conditions().get(ClusterWarmUp.PHASE));
    }

    @Test
    void whoseCompilersCannotBeReadIsSaid() {
        watch = new SteadyWatch(true);
        for (int second = 1; second <= 30; second++) {
            TrialSecond read = second(second, 10, 0, 0.5);
            List<Sample> samples = new ArrayList<>(read.samples());
            samples.add(Metrics.PROCESS_CPU.of(Labels.of(Labels.WORKER, "w2"), 0.3));
            watch.on(new TrialSecond(read.seconds(), read.totals(), read.response(), read.endToEnd(), samples));
        }
        SteadyRecord seen = watch.since("warmup", 0, 30, false);
        assertThat(seen.state()).isEqualTo(State.STEADY);
        assertThat(SteadyText.of(seen)).endsWith("; compilers of the servers, worker w2 could not be read");
    }

    @Test
    void whatNeverSettlesIsNamed() {
        assertThat(firstHolds(second -> 400 * Math.exp(-second / 40), _ -> 0, _ -> 0.5))
                .isEqualTo(-1);
        SteadyRecord seen = Objects.requireNonNull(condition.steady());
        assertThat(seen.state()).isEqualTo(State.CHANGING);
        assertThat(SteadyText.of(seen))
                .startsWith("still changing after 180 s: ")
                .contains(" p50 ")
                .endsWith(" may change by -39 to -39 % in 20 s");
    }

    /** Noise larger than the level itself hides for ever whether it changes by a quarter. */
    @Test
    void whatNoiseHidesIsNotKnownAtTheLimit() {
        Random noise = new Random(7);
        assertThat(firstHolds(_ -> 10 * Math.exp(2 * noise.nextGaussian()), _ -> 0, _ -> 0.5))
                .isEqualTo(-1);
        assertThat(Objects.requireNonNull(condition.steady()).state()).isEqualTo(State.NOT_KNOWN);
    }

    @Test
    void whatIsWaitedForIsSaidInAFewWords() {
        firstHolds(second -> 400 * Math.exp(-second / 40), _ -> 0.3, _ -> 0.5);
        assertThat(SteadyText.waitingFor(Objects.requireNonNull(condition.steady())))
                .startsWith("compilers of broker-1 take 0.30 cores (steady below 0.050), ")
                .contains(" p50 ", " ms and falling, ")
                .endsWith(" p50 not steady");
        assertThat(SteadyText.waitingFor(new SteadyWatch().since("warmup", 0, 30, false)))
                .isEqualTo("too early to tell");
    }

    @Test
    void itCountsFromTheBeginOfItsPhase() {
        for (int second = 1; second <= 39; second++) {
            watch.on(second(second, second < 20 ? 500 : 10, 0, 0.5));
        }
        assertThat(watch.since("again", 20, 30, false).reached())
                .as("19 s of it")
                .isFalse();
        watch.on(second(40, 10, 0, 0.5));
        assertThat(watch.since("again", 20, 30, false).reached()).isTrue();
    }

    private static double level(double second) {
        return 10;
    }

    /** Returns the second with which the condition holds; -1 if it never does. */
    private double firstHolds(DoubleUnaryOperator millis, DoubleUnaryOperator compilers, DoubleUnaryOperator busy) {
        watch = new SteadyWatch();
        condition = new SteadyCondition(watch, Duration.ofSeconds(20), Duration.ofSeconds(30), false);
        return firstHolds(condition, millis, compilers, busy);
    }

    private double firstHolds(
            PhaseCondition looks, DoubleUnaryOperator millis, DoubleUnaryOperator compilers, DoubleUnaryOperator busy) {
        for (int second = 1; second <= 180; second++) {
            watch.on(second(
                    second, millis.applyAsDouble(second), compilers.applyAsDouble(second), busy.applyAsDouble(second)));
            if (looks.holds(LoadTotals.ZERO, second * SECOND, WARMUP, curve())) {
                return second;
            }
        }
        return -1;
    }

    private static LoadCurve curve() {
        return LoadCurve.of(List.of(
                new LoadCurve.Part(LoadProfile.constant(Rate.parse("1000/s")), Duration.ZERO, Duration.ofSeconds(90))));
    }

    private static TrialSecond second(int second, double millis, double compilers, double busy) {
        Histogram latencies = new Histogram(3);
        latencies.recordValueWithCount((long) (millis * 1_000_000), 1000);
        long count = 1000L * second;
        return new TrialSecond(
                second,
                new LoadTotals(count, count, count, 0, List.of(count)),
                latencies,
                latencies,
                List.of(
                        Metrics.PROCESS_COMPILERS.of(Labels.of(Labels.NODE, "broker-1"), compilers),
                        Metrics.HOST_CPU_BUSY.of(Labels.of(Labels.HOST, Metrics.COORDINATOR), busy)));
    }
}
