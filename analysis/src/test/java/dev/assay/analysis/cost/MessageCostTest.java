package dev.assay.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.MeasuredRun;
import dev.assay.analysis.cost.Prices.Item;
import dev.assay.analysis.reading.CostReadings;
import dev.assay.analysis.reading.Reading;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Series;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.scenario.ScenarioException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageCostTest {
    private static final double DAY = 86_400;

    private static Prices prices(Map<Item, Double> amounts) {
        return new Prices("USD", "a list of 2026-05", amounts);
    }

    /** Builds a run with one trial of {@code perSecond} messages a second and this series. */
    private static RunAnalysis run(double perSecond, Series series) {
        MeasuredRun run = new MeasuredRun("x");
        run.achieved = perSecond;
        return with(run.trial(1, Map.of(), 4).run(), series, 1);
    }

    private static Series series(double sent, double received, double serversReceived) {
        return series(sent, received, serversReceived, 3);
    }

    private static Series series(double sent, double received, double serversReceived, int watched) {
        Series.Builder series = new Series.Builder();
        for (int second = 1; second <= 30; second++) {
            series.at(second);
            series.put(Metrics.PROCESS_NETWORK_SENT, Labels.of(Labels.WORKER, "w1"), sent);
            series.put(Metrics.PROCESS_NETWORK_RECEIVED, Labels.of(Labels.WORKER, "w1"), received);
            series.put(Metrics.PROCESS_CPU, Labels.of(Labels.WORKER, "w1"), 0.05);
            for (int node = 1; node <= watched; node++) {
                series.put(Metrics.PROCESS_NETWORK_RECEIVED, Labels.of(Labels.NODE, "n" + node), serversReceived / 3);
                series.put(Metrics.PROCESS_CPU, Labels.of(Labels.NODE, "n" + node), 0.1);
                series.put(Metrics.PROCESS_DISK_WRITTEN, Labels.of(Labels.NODE, "n" + node), 1_000_000);
            }
        }
        return series.build();
    }

    private static RunAnalysis with(RunAnalysis run, Series series, int secondsPerPoint) {
        List<TrialAnalysis> trials = new ArrayList<>();
        run.trials()
                .forEach(trial -> trials.add(new TrialAnalysis(
                        trial.trial(),
                        trial.verdict(),
                        trial.phases().stream()
                                .map(phase -> with(trial, phase, series, secondsPerPoint))
                                .toList(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        series,
                        secondsPerPoint)));
        return new RunAnalysis(run.run(), trials, run.verifications(), run.verifiedBy(), run.missing());
    }

    private static PhaseAnalysis with(TrialAnalysis trial, PhaseAnalysis phase, Series series, int secondsPerPoint) {
        List<Reading> rows = new ArrayList<>(phase.rows());
        rows.removeIf(row -> row.statistic().name().startsWith("cost."));
        rows.addAll(CostReadings.of(
                trial.trial(), trial.verdict(), series, secondsPerPoint, phase.phase(), phase.achievedPerSecond()));
        return new PhaseAnalysis(
                phase.phase(),
                phase.verdict(),
                phase.offeredPerSecond(),
                rows,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                phase.limits(),
                List.of());
    }

    private static MessageCost only(RunAnalysis run) {
        List<MessageCost> points = MessageCost.of(run);
        assertThat(points).hasSize(1);
        return points.getFirst();
    }

    /** A published example: 0.14 GB/s, all of it between zones at 0.02 USD per GB, is 241.92 USD a day. */
    @Test
    void aPublishedDayOfOneLinkIsComputedExactly() {
        double perSecond = 140_000;
        MessageCost cost = only(run(perSecond, series(0.14e9, 0, 0.14e9)));

        double million = cost.totals(prices(Map.of(Item.GB_TO_SERVERS, 0.02))).getFirst();
        assertThat(million * perSecond * DAY / 1e6).isCloseTo(241.92, within(1e-9));
    }

    /**
     * A published example: 1 GB/s over three zones costs 138,240 USD in 30 days at 0.02 USD per GB, where two thirds of the producers'
     * traffic and both copies cross zones, and consumers read in their own zone.
     */
    @Test
    void aPublishedMonthOfThreeZonesIsComputedExactly() {
        double perSecond = 1_000_000;
        MessageCost cost = only(run(perSecond, series(1e9, 1e9, 3e9)));

        double million = cost.totals(prices(
                        Map.of(Item.GB_TO_SERVERS, 0.02 * 2 / 3, Item.GB_AMONG_SERVERS, 0.02, Item.GB_TO_CLIENTS, 0.0)))
                .getFirst();
        assertThat(million * perSecond * 30 * DAY / 1e6).isCloseTo(138_240, within(1e-6));
    }

    @Test
    void quantitiesAreSumsOverProcessesByWhatWasAcknowledged() {
        MessageCost cost = only(run(1000, series(1_100_000, 1_200_000, 3_400_000)));

        Map<Item, Double> expected = Map.of(
                Item.SERVER_CPU_HOUR,
                300.0,
                Item.CLIENT_CPU_HOUR,
                50.0,
                Item.GB_WRITTEN,
                3.0,
                Item.GB_TO_SERVERS,
                1.1,
                Item.GB_TO_CLIENTS,
                1.2,
                Item.GB_AMONG_SERVERS,
                2.3);
        expected.forEach((item, quantity) ->
                assertThat(cost.quantities(item).getFirst()).as(item.toString()).isCloseTo(quantity, within(1e-9)));
        assertThat(cost.totals(prices(Map.of(Item.SERVER_CPU_HOUR, 0.12, Item.GB_WRITTEN, 0.5)))
                        .getFirst())
                .isCloseTo(0.01 + 1.5, within(1e-9));
    }

    @Test
    void aQuantityThatIsNotRecordedLeavesTheTotalUnknown() {
        Prices both = prices(Map.of(Item.SERVER_CPU_HOUR, 1.0, Item.GB_TO_SERVERS, 1.0));
        Series.Builder workers = new Series.Builder();
        workers.at(1);
        workers.put(Metrics.PROCESS_NETWORK_SENT, Labels.of(Labels.WORKER, "w1"), 1e6);
        MessageCost cost = only(run(1000, workers.build()));

        assertThat(cost.quantities(Item.GB_TO_SERVERS)).containsExactly(1.0);
        assertThat(cost.quantities(Item.SERVER_CPU_HOUR)).isEmpty();
        assertThat(cost.totals(both)).isEmpty();
        RunAnalysis whole = run(1000, series(1e6, 1e6, 1e6));
        assertThat(only(whole).totals(both)).hasSize(1);
        assertThat(only(with(whole, series(1e6, 1e6, 1e6), 2)).totals(both)).isEmpty();
    }

    @Test
    void aServerThatNobodyWatchedLeavesTheServersUnknown() {
        MessageCost cost = only(run(1000, series(1e6, 1e6, 3e6, 2)));

        assertThat(cost.quantities(Item.SERVER_CPU_HOUR)).isEmpty();
        assertThat(cost.quantities(Item.GB_AMONG_SERVERS)).isEmpty();
        assertThat(cost.quantities(Item.GB_TO_SERVERS)).containsExactly(1.0);
    }

    @Test
    void trialsOfAPointAreCountedAndInvalidOnesAreNot() {
        MeasuredRun several = new MeasuredRun("x");
        several.trial(1, Map.of(), 4);
        several.achieved = 500;
        several.trial(2, Map.of(), 4);
        several.trial(3, Map.of(), 4, MeasuredRun.reason(Grade.INVALID, "rate-missed"));

        assertThat(only(with(several.run(), series(1e6, 0, 0), 1)).quantities(Item.GB_TO_SERVERS))
                .containsExactly(1.0, 2.0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "server-cpu-hour: cheap|prices.yaml:3: server-cpu-hour must be a number such as 0.113, and not negative, but is 'cheap'",
                "gb-written: -1|prices.yaml:3: gb-written must be a number such as 0.113, and not negative, but is '-1'",
                "gb-written: [1]|prices.yaml:3: gb-written must be a number such as 0.113, and not negative, but is ''",
                "machine: 1|prices.yaml:3: expected 'currency', 'source'",
                "source2: 1|but found 'source2'",
                "'# none'|prices.yaml:1: expected 'currency', 'source'"
            })
    void aLineThatIsNoPriceIsNamed(String line, String message) {
        assertThatThrownBy(() -> Prices.read("prices.yaml", "currency: USD\nsource: a list of 2026-05\n" + line + "\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void pricesHaveACurrencyAndASource() throws ScenarioException {
        assertThat(Prices.read("p", "currency: EUR\nsource: us\ngb-written: 0\n"))
                .isEqualTo(new Prices("EUR", "us", Map.of(Item.GB_WRITTEN, 0.0)));
        assertThatThrownBy(() -> Prices.read("p", "currency: EUR\ngb-written: 1\n"))
                .hasMessageContaining("some of them are missing");
        assertThatThrownBy(() -> Prices.read("p", "currency:\ngb-written: 1\n"))
                .hasMessageContaining("p:1: ", "without a value");
        assertThatThrownBy(() -> Prices.read("p", "- 1\n")).isInstanceOf(ScenarioException.class);
    }
}
