package dev.assay.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.MeasuredRun;
import dev.assay.analysis.cost.PointCost.Line;
import dev.assay.analysis.cost.Price.Unit;
import dev.assay.analysis.cost.ZoneTransfer.Link;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.CapacityTrial.Purpose;
import dev.assay.model.result.Series;
import dev.assay.model.result.Verdict.Grade;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** 1000 messages of 1000 B a second for 30 s, by one worker to three servers on its machine. */
class RunCostTest {
    private static final PriceList PRICES = new PriceList(List.of(
            price("large", 3.6, Unit.HOUR), price("large", 7.2, Unit.HOUR), price("between-zones", 0.02, Unit.GB)));

    private static final CostAssumptions THREE_ZONES =
            new CostAssumptions(Optional.of("large"), OptionalInt.of(3), OptionalInt.of(3), 0);

    private static Price price(String item, double amount, Unit unit) {
        return new Price("2026-05", "somebody", "here", "on demand", item, "USD", amount, unit, "https://example.org");
    }

    /** A worker sends 1.1 MB and receives 1.2 MB a second; servers receive 3.4 MB and send 3.3 MB. */
    private static Series traffic() {
        Series.Builder series = new Series.Builder();
        for (int second = 1; second <= 30; second++) {
            series.at(second);
            series.put(Metrics.PROCESS_NETWORK_SENT, Labels.of(Labels.WORKER, "w1"), 1_100_000);
            series.put(Metrics.PROCESS_NETWORK_RECEIVED, Labels.of(Labels.WORKER, "w1"), 1_200_000);
            for (int node = 1; node <= 2; node++) {
                series.put(Metrics.PROCESS_NETWORK_SENT, Labels.of(Labels.NODE, "n" + node), 1_650_000);
                series.put(Metrics.PROCESS_NETWORK_RECEIVED, Labels.of(Labels.NODE, "n" + node), 1_700_000);
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
                        trial.phases(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        series,
                        secondsPerPoint)));
        return new RunAnalysis(run.run(), trials, run.verifications(), run.verifiedBy(), run.missing());
    }

    private static RunAnalysis run() {
        return with(new MeasuredRun("x").trial(1, Map.of(), 4).run(), traffic(), 1);
    }

    private static CostRange value(PointCost point, String name) {
        return point.lines().stream()
                .filter(line -> line.name().equals(name))
                .map(Line::value)
                .findFirst()
                .orElseThrow();
    }

    private static void assertRange(CostRange range, double low, double high) {
        assertThat(range.unknown()).isEmpty();
        assertThat(range.low()).isCloseTo(low, within(1e-9 * Math.max(1, low)));
        assertThat(range.high()).isCloseTo(high, within(1e-9 * Math.max(1, high)));
    }

    /** Published: 0.14 GB/s, all of it between zones at 0.02 USD per GB, is 241.92 USD a day. */
    @Test
    void a_published_day_of_one_link_is_computed_exactly() {
        CostRange perSecond = new ZoneTransfer(
                        List.of(new Link("all", CostRange.exactly(0.14e9), CostRange.exactly(1))))
                .cost(PRICES.perByte(PriceList.BETWEEN_ZONES));

        assertRange(perSecond.times(RunCost.DAY), 241.92, 241.92);
    }

    /**
     * Published: 1 GB/s over three zones, two thirds of what producers send and both copies between zones, consumers in their own, at 0.02 USD
     * per GB, is 138,240 USD in 30 days.
     */
    @Test
    void a_published_month_of_three_zones_is_computed_exactly() {
        CostRange perSecond = new ZoneTransfer(List.of(
                        new Link("producers", CostRange.exactly(1e9), ZoneTransfer.ofProducers(3)),
                        new Link("servers", CostRange.exactly(2e9), CostRange.exactly(1)),
                        new Link("consumers", CostRange.exactly(1e9), CostRange.exactly(0))))
                .cost(PRICES.perByte(PriceList.BETWEEN_ZONES));

        assertRange(perSecond.times(RunCost.MONTH), 138_240, 138_240);
    }

    @Test
    void the_published_fractions_lie_in_those_of_the_command() {
        assertThat(ZoneTransfer.amongServers(3).high()).isEqualTo(1);
        assertThat(ZoneTransfer.ofConsumers(3).low()).isZero();
        assertThat(ZoneTransfer.amongServers(1)).isEqualTo(CostRange.exactly(0));
    }

    @Test
    void bytes_of_links_are_what_processes_sent_and_received_by_message() {
        PointCost point = RunCost.of(run(), PRICES, THREE_ZONES).getFirst();

        assertRange(value(point, "Payload"), 1000, 1000);
        assertRange(value(point, "Clients to servers"), 1100, 1100);
        assertRange(value(point, "Servers to clients"), 1200, 1200);
        // 3.4 - 1.1 by what servers received, 3.3 - 1.2 by what they sent
        assertRange(value(point, "Among servers"), 2100, 2300);
        double low = 1100 * 2.0 / 3 + 2100 * 2.0 / 3;
        double high = 1100 * 2.0 / 3 + 1200 * 2.0 / 3 + 2300;
        assertRange(value(point, "Between zones"), low, high);
        assertRange(value(point, "Transfer, per million messages"), low * 0.02 / 1e3, high * 0.02 / 1e3);
    }

    @Test
    void servers_and_transfer_add_up_for_a_million_messages_a_gigabyte_a_day_and_a_month() {
        PointCost point = RunCost.of(run(), PRICES, THREE_ZONES).getFirst();
        CostRange transfer = value(point, "Transfer, per million messages");

        // 3 machines at 3.6 to 7.2 an hour are 0.003 to 0.006 a second, for 1000 messages
        assertRange(value(point, "Servers, per second"), 0.003, 0.006);
        assertRange(value(point, "Servers, per million messages"), 3, 6);
        assertRange(value(point, "Total per million messages"), 3 + transfer.low(), 6 + transfer.high());
        // a million messages of 1000 B are one GB
        assertThat(value(point, "Total per GB of payload").high()).isCloseTo(6 + transfer.high(), within(1e-9));
        assertRange(value(point, "Total per day"), (3 + transfer.low()) * 86.4, (6 + transfer.high()) * 86.4);
        assertThat(value(point, "Total per month").low())
                .isCloseTo(30 * value(point, "Total per day").low(), within(1e-6));
        assertThat(point.known()).isTrue();
        assertThat(point.level()).isEqualTo("level-2 (replicated), not verified");
        assertThat(point.notes()).anyMatch(note -> note.contains("Load workers ran on a machine with servers"));
    }

    @Test
    void each_line_has_a_formula_and_prices_have_date_and_source() {
        PointCost point = RunCost.of(run(), PRICES, THREE_ZONES).getFirst();

        assertThat(point.lines()).allMatch(line -> !line.formula().isBlank());
        assertThat(point.lines())
                .filteredOn(line -> line.name().startsWith("Servers, per second"))
                .first()
                .extracting(Line::input)
                .asString()
                .contains(
                        "3 machines, as chosen", "3.6 USD per hour", "7.2 USD", "as of 2026-05", "https://example.org");
    }

    @Test
    void what_nobody_said_is_not_known_and_so_is_what_follows_from_it() {
        CostAssumptions nothing = new CostAssumptions(Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), 0);
        PointCost point = RunCost.of(run(), PRICES, nothing).getFirst();

        assertThat(value(point, "Between zones").unknown()).contains("--zones");
        assertThat(value(point, "Servers, per second").unknown()).contains("--machine");
        assertThat(value(point, "Total per GB of payload").known()).isFalse();
        assertThat(point.known()).isFalse();
        assertRange(value(point, "Clients to servers"), 1100, 1100);
    }

    @Test
    void what_was_not_recorded_is_not_known() {
        RunAnalysis without = with(run(), Series.EMPTY, 1);
        RunAnalysis thinned = with(run(), traffic(), 2);

        assertThat(value(RunCost.of(without, PRICES, THREE_ZONES).getFirst(), "Among servers")
                        .unknown())
                .contains("process_network_received_bytes_per_second of servers");
        assertThat(value(RunCost.of(thinned, PRICES, THREE_ZONES).getFirst(), "Clients to servers")
                        .unknown())
                .contains("so long that only the extremes");
    }

    @Test
    void one_zone_costs_no_transfer_whatever_the_bytes() {
        CostAssumptions one = new CostAssumptions(Optional.of("large"), OptionalInt.of(1), OptionalInt.of(1), 0);
        PointCost point = RunCost.of(with(run(), Series.EMPTY, 1), PRICES, one).getFirst();

        assertRange(value(point, "Transfer, per million messages"), 0, 0);
        assertRange(value(point, "Total per million messages"), 1, 2);
    }

    @Test
    void an_invalid_trial_costs_nothing_and_several_make_a_range() {
        MeasuredRun several = new MeasuredRun("x");
        several.trial(1, Map.of(), 4);
        several.achieved = 500;
        several.trial(2, Map.of(), 4);
        several.achieved = 1;
        several.trial(3, Map.of(), 4, MeasuredRun.reason(Grade.INVALID, "rate-missed"));
        PointCost point = RunCost.of(with(several.run(), traffic(), 1), PRICES, THREE_ZONES)
                .getFirst();

        assertRange(value(point, "Measured load"), 500, 1000);
        assertRange(value(point, "Clients to servers"), 1100, 2200);
        assertRange(value(point, "Servers, per million messages"), 3, 12);
    }

    private static RunAnalysis searched(State state, Optional<Double> lower, Optional<Double> upper, int searches) {
        RunAnalysis run = run();
        String folder = run.trials().getFirst().trial().folder();
        List<CapacityRecord> records = new ArrayList<>();
        for (int repetition = 1; repetition <= searches; repetition++) {
            records.add(new CapacityRecord(
                    "searched",
                    repetition,
                    Map.of(),
                    100,
                    2000,
                    0.1,
                    List.of("stable"),
                    state,
                    "",
                    lower,
                    upper,
                    0,
                    List.of(new CapacityTrial(folder, Purpose.CONFIRM, 1000, 30, Outcome.GOOD, "", false, "none"))));
        }
        return new RunAnalysis(
                run.run().searched(records), run.trials(), run.verifications(), run.verifiedBy(), run.missing());
    }

    private static CostAssumptions headroom(double fraction) {
        return new CostAssumptions(Optional.of("large"), OptionalInt.of(1), OptionalInt.of(1), fraction);
    }

    @Test
    void a_search_is_planned_for_what_its_headroom_leaves_of_its_bounds() {
        RunAnalysis run = searched(State.FOUND, Optional.of(1000.0), Optional.of(1250.0), 1);
        List<PointCost> points = RunCost.of(run, PRICES, headroom(0.2));

        assertThat(points).hasSize(1);
        assertRange(value(points.getFirst(), "Capacity"), 1000, 1250);
        assertRange(value(points.getFirst(), "Planned load"), 800, 1000);
        // 0.001 to 0.002 a second
        assertRange(value(points.getFirst(), "Servers, per million messages"), 1, 2.5);
    }

    @Test
    void three_searches_have_the_interval_of_their_capacity() {
        PointCost point = RunCost.of(
                        searched(State.FOUND, Optional.of(1000.0), Optional.of(1000.0), 3), PRICES, headroom(0))
                .getFirst();

        assertRange(value(point, "Capacity"), 1000, 1000);
        assertThat(point.lines())
                .filteredOn(line -> line.name().equals("Capacity"))
                .allMatch(line -> line.formula().contains("95 %"));
    }

    @Test
    void a_search_that_ended_above_its_range_leaves_the_cost_open_below() {
        PointCost point = RunCost.of(
                        searched(State.ABOVE_RANGE, Optional.of(1000.0), Optional.empty(), 1), PRICES, headroom(0))
                .getFirst();

        assertThat(value(point, "Capacity").high()).isInfinite();
        assertRange(value(point, "Servers, per million messages"), 0, 2);
    }

    @Test
    void a_search_that_confirmed_nothing_has_no_cost() {
        PointCost point = RunCost.of(
                        searched(State.BELOW_RANGE, Optional.empty(), Optional.of(100.0), 1), PRICES, headroom(0))
                .getFirst();

        assertThat(value(point, "Capacity").unknown()).isEqualTo("a search confirmed no rate");
        assertThat(point.known()).isFalse();
    }

    @Test
    void currencies_do_not_mix() {
        Price euro = new Price("2026-05", "x", "y", "z", "other", "EUR", 1, Unit.HOUR, "s");

        assertThatThrownBy(() -> new PriceList(List.of(PRICES.prices().getFirst(), euro)))
                .hasMessageContaining("one currency")
                .hasMessageContaining("EUR");
    }
}
