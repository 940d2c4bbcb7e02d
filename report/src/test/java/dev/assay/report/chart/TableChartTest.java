package dev.assay.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.study.StudyRecord.CellRecord;
import dev.assay.model.study.TableRecord;
import dev.assay.model.study.TableRecord.PlaceRecord;
import dev.assay.model.study.TableRecord.RowRecord;
import dev.assay.model.study.ValueRecord;
import dev.assay.report.view.Chart;
import dev.assay.report.view.Chart.Pane;
import dev.assay.report.view.Chart.Stroke;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableChartTest {
    private static final List<CellRecord> CELLS = List.of(
            new CellRecord("peak", "k", "kafka", "as-published", "", "", "", List.of()),
            new CellRecord("peak", "p", "pulsar", "as-published", "", "", "", List.of()));

    private static PlaceRecord place(String cell, String statistic, double published, double low, double high) {
        return new PlaceRecord(cell, statistic, Optional.of(published), List.of(block(1, low), block(2, high)), "");
    }

    private static ValueRecord block(int block, double value) {
        return new ValueRecord("", block, "MiB/s", value, value, Optional.of(value), 1, "");
    }

    private static PlaceRecord notRun(String cell) {
        return new PlaceRecord(cell, "peak", Optional.of(9.0), List.of(), "U5: not run");
    }

    private static Chart chart(List<String> columns, RowRecord... rows) {
        return TableChart.of("c", new TableRecord("Fig. 5", "MiB/s", columns, List.of(rows)), CELLS);
    }

    @Test
    void a_column_is_a_pane_with_a_bar_as_published_and_one_as_measured_for_each_row() {
        Chart chart = chart(
                List.of("peak"),
                new RowRecord("Kafka", List.of(place("peak/k", "peak", 605, 100, 120))),
                new RowRecord("Pulsar", List.of(place("peak/p", "peak", 305, 50, 50))),
                new RowRecord("RabbitMQ", List.of(notRun("peak/r"))));

        Pane pane = chart.panes().getFirst();
        assertThat(pane.up().ticks()).extracting(Chart.Tick::text).containsExactly("Kafka", "Pulsar");
        assertThat(pane.across().name()).isEqualTo("MiB/s");
        assertThat(pane.across().min()).isZero();
        assertThat(pane.lines()).extracting(Chart.Line::name).contains("published", "kafka here", "pulsar here");
        Chart.Line published = pane.lines().getFirst();
        assertThat(published.across().stream()).containsExactly(0.0, 605.0, Double.NaN, 0.0, 305.0, Double.NaN);
        Chart.Line kafka = pane.lines().stream()
                .filter(line -> line.name().equals("kafka here"))
                .findFirst()
                .orElseThrow();
        assertThat(kafka.across().stream()).containsExactly(0.0, 100.0, Double.NaN);
        assertThat(chart.note()).contains("Rows without a measurement are left out.");
        assertThat(chart.data().rows()).hasSize(2);
    }

    @Test
    void panes_of_the_same_statistic_have_the_same_axis_and_others_one_of_their_own() {
        Chart same = chart(
                List.of("1 KB", "1 MB"),
                new RowRecord("Kafka", List.of(place("peak/k", "peak", 5, 4, 6), place("peak/k", "peak", 50, 40, 60))));
        Chart others = chart(
                List.of("p50", "p99"),
                new RowRecord("Kafka", List.of(place("peak/k", "p50", 5, 4, 6), place("peak/k", "p99", 50, 40, 60))));

        assertThat(same.panes()).extracting(pane -> pane.across().max()).containsOnly(60.0);
        assertThat(others.panes()).extracting(pane -> pane.across().max()).containsExactly(6.0, 60.0);
    }

    @Test
    void on_a_logarithmic_axis_there_are_no_bars() {
        Chart chart = chart(
                List.of("p99"),
                new RowRecord("Kafka", List.of(place("peak/k", "p99", 5000, 3000, 4000))),
                new RowRecord("Pulsar", List.of(place("peak/p", "p99", 5, 4, 4))));

        Pane pane = chart.panes().getFirst();
        assertThat(pane.across().logarithmic()).isTrue();
        assertThat(pane.lines())
                .filteredOn(line -> line.stroke() == Stroke.SOLID && line.width() > 5)
                .allSatisfy(bars -> assertThat(bars.across().size()).isZero());
        assertThat(chart.note()).contains("logarithmic axis");
    }
}
