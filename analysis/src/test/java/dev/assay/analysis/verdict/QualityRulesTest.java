package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.quality.Quality.Kind;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.statistics.PhaseStatistics.WorkerLoad;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.spec.ResultStatistics;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the effects of the quality of single values; everything else is as in an ordinary trial. */
class QualityRulesTest {
    private static final long MILLI = Case.MILLI;

    private final Case trial = new Case();

    /** There are 30 000 samples in 30 s; 30 ms of a freeze of 250 ms lie above p99.9, which is 220 ms, and p99 is not affected. */
    @Test
    void aFreezeOfAQuarterSecondDegradesWhateverItMade() {
        freeze();
        Reason reason = trial.expect(Rule.HICCUPS, Grade.DEGRADED);
        assertThat(reason.cause())
                .matches("response p99.9: up to 2[12][0-9] ms of 2[12][0-9] ms are pauses of worker w1");
        assertThat(quantile(99.9).quality().disturbed()).isTrue();
        assertThat(quantile(99).quality().flaws()).isEmpty();
        assertThat(row(Statistic.max(LatencyMetric.RESPONSE)).quality().disturbed())
                .isTrue();
    }

    @Test
    void aFreezeBelowTheDeclaredStatisticsIsOnlyMarked() {
        freeze();
        trial.result = ResultStatistics.parse("response up to p99");
        trial.expectValid();
        assertThat(quantile(99.9).quality().disturbed()).isTrue();
    }

    @Test
    void aLongPauseThatIsACollectionIsCalledOne() {
        freeze();
        trial.worker = new WorkerLoad("w1", 0.8, 4, 240 * MILLI, 200 * MILLI, 30, 0, 0);
        assertThat(trial.expect(Rule.GC, Grade.DEGRADED).cause()).endsWith("are garbage collections of worker w1");
        trial.worker = new WorkerLoad("w1", 0.8, 4, 140 * MILLI, 120 * MILLI, 30, 0, 0);
        trial.expect(Rule.HICCUPS, Grade.DEGRADED);
    }

    @Test
    void manySmallPausesDegradeAboveAQuarterOfTheValue() {
        trial.response = Case.p99(20 * MILLI, 0);
        trial.hiccups = Case.p99(5 * MILLI - 50_000, 0);
        trial.expectValid();
        trial.hiccups = Case.p99(5 * MILLI + 50_000, 0);
        trial.expect(Rule.HICCUPS, Grade.DEGRADED);
        trial.response = Case.p99(MILLI, 0);
        trial.hiccups = Case.p99(2 * MILLI - 10_000, 0);
        trial.scheduleLag = Case.p99(MILLI, 0);
        trial.expectValid();
    }

    /** Without the count of events p99.9 looks well supported: 30 samples lie above it. */
    @Test
    void aPercentileMadeByOneSecondSaysOneEvent() {
        freeze();
        trial.frozenHiccups.reset();
        assertThat(trial.verdict().reasons()).isEmpty();
        assertThat(quantile(99.9).quality().samplesAbove()).isGreaterThan(30);
        assertThat(quantile(99.9).quality().events().orElseThrow()).isBetween(1.0, 1.49);
        assertThat(quantile(99.9).quality().flaws())
                .extracting(flaw -> flaw.kind())
                .containsExactly(Kind.FEW_EVENTS);
        assertThat(quantile(50).quality().events().orElseThrow()).isGreaterThan(5);
        assertThat(trial.verdict().findings())
                .containsExactly(
                        new Finding(
                                "measure",
                                "unsupported",
                                "no result, since there are too few samples to rely on: response p99.9 (the samples above it come from one event)"));
        assertThat(trial.verdict().grade()).isEqualTo(Grade.VALID);
    }

    @Test
    void aP95ThatOneStallMadeIsMarkedAsP999Is() {
        trial.freeze(4_000 * MILLI, 3);
        trial.frozenHiccups.reset();
        assertThat(quantile(95).quality().flaws())
                .extracting(flaw -> flaw.kind())
                .containsExactly(Kind.FEW_EVENTS);
        assertThat(quantile(90).quality().flaws()).isEmpty();
    }

    /** With n known and c censored samples, percentiles above n / (n + c) are only bounds, and the others move up. */
    @ParameterizedTest
    @CsvSource({"0, 99.99, 1", "30, 99.9, 0.9", "400, 95, 1.3"})
    void censoredSamplesTakeTheHighestRanks(long failed, double lastPercent, double fraction) {
        trial.delivery = failed(0, failed);
        trial.response = Case.p99(5 * MILLI, 60 * MILLI);
        Reading max = row(Statistic.max(LatencyMetric.RESPONSE));
        LatencyStatistic.PERCENTS.forEach(percent -> {
            boolean bound = failed > 0 && percent / 100 * (30_000 + failed) > 30_000;
            assertThat(quantile(percent).quality().bound()).as("p" + percent).isEqualTo(bound);
            if (bound) {
                assertThat(quantile(percent).value()).isEqualTo(max.value());
                assertThat(quantile(percent).high()).isInfinite();
            }
        });
        assertThat(LatencyStatistic.PERCENTS.stream()
                        .filter(percent -> !quantile(percent).quality().bound())
                        .max(Double::compare))
                .hasValue(lastPercent);
        assertThat(max.quality().bound()).isEqualTo(failed > 0);
        assertThat(row(Statistic.censored(LatencyMetric.RESPONSE)).value()).isEqualTo((double) failed);
    }

    /** The fraction 31 of 300 000 is above 0.01 %, but 31 of the 400 000 of the whole load is not. */
    @Test
    void theShareOfFailedMessagesIsThatOfTheMeasuredPhase() {
        trial.delivery = failed(0, 31);
        assertThat(trial.verdict().grade()).isEqualTo(Grade.INVALID);
        trial.delivery = failed(0, 30);
        assertThat(trial.verdict().grade()).isEqualTo(Grade.DEGRADED);
        trial.delivery = failed(5_000, 0);
        assertThat(trial.expect(Rule.MESSAGES_FAILED, Grade.DEGRADED).cause())
                .endsWith(", none of them in a measured phase");
    }

    private void freeze() {
        trial.response = Case.p99(5 * MILLI, 0);
        trial.hiccups = Case.p99(MILLI / 10, 0);
        trial.freeze(250 * MILLI, 10);
    }

    private static Delivery failed(long inWarmup, long inMeasure) {
        List<SubscriptionDelivery> all =
                List.of(new SubscriptionDelivery("s1", 400_000 - inWarmup - inMeasure, 0, 0, 0, 0, 0, 0, 0));
        return new Delivery(
                400_000,
                0,
                400_000 - inWarmup - inMeasure,
                inWarmup + inMeasure,
                0,
                0,
                all,
                List.of(
                        new PhaseDelivery("warmup", 100_000, 0, 100_000 - inWarmup, inWarmup, 0, List.of()),
                        new PhaseDelivery("measure", 300_000, 0, 300_000 - inMeasure, inMeasure, 0, List.of())));
    }

    private Reading row(Statistic statistic) {
        TrialAnalysis analysis = TrialAnalyzer.analyze(trial.stored());
        return analysis.measured().getFirst().row(statistic).orElseThrow();
    }

    private Reading quantile(double percent) {
        return row(Statistic.quantile(LatencyMetric.RESPONSE, percent));
    }
}
