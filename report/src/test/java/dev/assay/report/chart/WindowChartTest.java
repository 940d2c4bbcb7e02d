package dev.assay.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.study.ChartRecord;
import dev.assay.model.study.ChartRecord.BlockRecord;
import dev.assay.model.study.ChartRecord.LineRecord;
import dev.assay.model.study.StudyRecord.CellRecord;
import dev.assay.model.study.StudyRecord.StatisticRecord;
import dev.assay.report.view.Chart;
import dev.assay.report.view.Chart.Colour;
import dev.assay.report.view.Chart.Pane;
import dev.assay.report.view.Chart.Stroke;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WindowChartTest {
    private static final List<Colour> COLOURS = List.of(Colour.STRONG, new Colour(0, 1));

    private static ChartRecord chart(BlockRecord... blocks) {
        return new ChartRecord(
                "x", "send-to-receive.mean@10s", 10, List.of(new LineRecord("A", "t/a", "", List.of(blocks))), 0);
    }

    private static Pane pane(ChartRecord chart) {
        return WindowChart.of("chart", chart, COLOURS).panes().getFirst();
    }

    @Test
    void the_median_block_lies_above_and_a_missing_window_breaks_the_line() {
        Pane pane = pane(chart(
                new BlockRecord(1, true, false, List.of(0.0, 10.0, 30.0), List.of(2.0, 2.5, 3.0)),
                new BlockRecord(2, false, false, List.of(0.0), List.of(4.0))));

        assertThat(pane.lines()).extracting(Chart.Line::width).containsExactly(1.0, 2.0);
        assertThat(pane.lines().getLast().across().stream()).containsExactly(5.0, 15.0, Double.NaN, 35.0);
        assertThat(pane.summary()).isEqualTo("send-to-receive.mean@10s over time, x. A: 2.000 to 4.000 ms.");
    }

    @Test
    void values_that_are_close_have_a_linear_axis_from_zero_and_others_one_of_decades() {
        Pane close = pane(chart(new BlockRecord(1, true, false, List.of(0.0, 10.0), List.of(2.0, 8.0))));
        Pane apart = pane(chart(new BlockRecord(1, true, false, List.of(0.0, 10.0), List.of(2.0, 300.0))));

        assertThat(close.up().logarithmic()).isFalse();
        assertThat(close.up().min()).isZero();
        assertThat(close.up().max()).isEqualTo(8);
        assertThat(apart.up().logarithmic()).isTrue();
        assertThat(apart.up().min()).isEqualTo(1);
        assertThat(apart.up().max()).isEqualTo(1000);
    }

    @Test
    void lines_of_one_system_have_its_colour_in_another_shade_and_stroke() {
        BlockRecord block = new BlockRecord(1, true, false, List.of(0.0), List.of(2.0));
        ChartRecord two = new ChartRecord(
                "x",
                "service.p99@10s",
                10,
                List.of(new LineRecord("A", "t/a", "", List.of(block)), new LineRecord("B", "t/b", "", List.of(block))),
                0);

        assertThat(pane(two).lines()).extracting(Chart.Line::stroke).containsExactly(Stroke.SOLID, Stroke.DASHED);
        assertThat(pane(two).lines()).extracting(line -> line.colour().shade()).containsExactly(0, 1);
    }

    @Test
    void percentiles_are_on_an_axis_of_nines_beside_those_that_were_published() {
        ChartRecord curve = new ChartRecord(
                "x",
                "send-to-receive",
                0,
                List.of(new LineRecord(
                        "A",
                        "t/a",
                        "",
                        List.of(new BlockRecord(1, true, false, List.of(0.0, 90.0, 99.0), List.of(1.0, 2.0, 5.0))))),
                0);
        CellRecord cell = new CellRecord(
                "t",
                "a",
                "kafka",
                "as-published",
                "",
                "",
                "",
                List.of(new StatisticRecord("send-to-receive.p99.9", Optional.of(7.0), List.of())));

        Pane pane = WindowChart.ofPercentiles("chart", curve, COLOURS, List.of(cell))
                .panes()
                .getFirst();

        assertThat(pane.across().unit()).isEqualTo(Chart.Unit.NINES);
        assertThat(pane.across().max()).isEqualTo(1000);
        assertThat(pane.lines().getFirst().across().stream())
                .usingElementComparator(Comparator.comparingLong(place -> Math.round(place * 1000)))
                .containsExactly(1.0, 10.0, 100.0);
        assertThat(pane.lines().getLast().stroke()).isEqualTo(Stroke.NONE);
        assertThat(pane.lines().getLast().up().stream()).containsExactly(7.0);
    }
}
