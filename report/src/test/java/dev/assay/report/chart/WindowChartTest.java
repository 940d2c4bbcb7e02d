package dev.assay.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.view.Chart;
import dev.assay.report.view.Chart.Colour;
import dev.assay.report.view.Chart.Pane;
import dev.assay.report.view.Chart.Stroke;
import dev.assay.scenario.study.ChartRecord;
import dev.assay.scenario.study.ChartRecord.BlockRecord;
import dev.assay.scenario.study.ChartRecord.LineRecord;
import java.util.List;
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
}
