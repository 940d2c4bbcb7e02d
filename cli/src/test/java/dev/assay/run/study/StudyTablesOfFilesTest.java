package dev.assay.run.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.study.PublishedUnit;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.StudyChart;
import dev.assay.scenario.study.StudyChart.Line;
import dev.assay.scenario.study.StudyTable;
import dev.assay.scenario.study.StudyTable.Place;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyTablesOfFilesTest {
    private static final String STUDY = """
            study: small
            scenario:
              systems: { memory: { law: constant, mean: 1 ms } }
              durability: level-4
              workload: { rate: 500/s }
            tests:
              first:
                cells: { a: { system: memory }, b: { system: memory } }
            """;
    private static final int LINES = 8;

    private static Study read(String more) throws ScenarioException {
        return StudyFile.read("small.yaml", STUDY + more, List.of());
    }

    @Test
    void aRowIsACellWhoseStatisticsStandInTheColumns() throws ScenarioException {
        StudyTable table = read("""
                tables:
                  - title: one
                    unit: ms
                    columns: [mean, p99.9]
                    rows:
                      publishing: { cell: first/a, of: service }
                      end-to-end: { cell: first/a, of: send-to-receive }
                  - { title: two, unit: s, of: response, columns: [max], rows: { b: first/b } }
                """).tables().getFirst();

        assertThat(table.unit()).isEqualTo(PublishedUnit.MILLISECONDS);
        assertThat(names(table))
                .containsExactly(
                        "publishing first/a service.mean first/a service.p99.9",
                        "end-to-end first/a send-to-receive.mean first/a send-to-receive.p99.9");
    }

    @Test
    void aRowIsACellForEachColumnOfTheSameStatistic() throws ScenarioException {
        List<StudyTable> tables = read("""
                tables:
                  - title: peaks
                    unit: MiB/s
                    of: peak
                    columns: [left, right]
                    rows: { both: [first/a, first/b], one: [first/a, "-"] }
                  - { title: alone, unit: msg/s, of: peak, columns: [peak], rows: { b: first/b } }
                """).tables();

        assertThat(names(tables.getFirst())).containsExactly("both first/a peak first/b peak", "one first/a peak -");
        assertThat(names(tables.getLast())).containsExactly("b first/b peak");
    }

    private static List<String> names(StudyTable table) {
        return table.rows().stream()
                .map(row -> row.name() + " "
                        + row.values().stream()
                                .map(value ->
                                        value.map(StudyTablesOfFilesTest::name).orElse("-"))
                                .collect(Collectors.joining(" ")))
                .toList();
    }

    private static String name(Place value) {
        return value.cell() + " " + value.statistic().name();
    }

    @Test
    void aChartNamesItsLines() throws ScenarioException {
        assertThat(read("""
                charts:
                  - { title: x, of: service.p99, cells: { Left: first/a, Right: first/b } }
                  - { title: y, cells: [first/a] }
                """).charts())
                .containsExactly(
                        new StudyChart(
                                "x",
                                List.of("service.p99"),
                                List.of(new Line("Left", "first/a"), new Line("Right", "first/b")),
                                0),
                        new StudyChart(
                                "y",
                                List.of("service.p99", "send-to-receive.mean"),
                                List.of(new Line("first/a", "first/a")),
                                0));
        assertThat(read("charts: []\n").charts()).isEmpty();
    }

    @Test
    void aStudyWithoutChartsHasOneForEachTest() throws ScenarioException {
        String cells = IntStream.range(0, 11)
                .mapToObj(number -> "c" + number + ": { system: memory }")
                .collect(Collectors.joining(", "));

        List<StudyChart> charts =
                read("  second: { cells: { " + cells + " } }\n").charts();

        assertThat(charts).extracting(StudyChart::title).containsExactly("first", "second");
        assertThat(charts.getFirst().lines()).containsExactly(new Line("a", "first/a"), new Line("b", "first/b"));
        assertThat(charts.getLast().lines()).hasSize(8);
        assertThat(charts.getLast().leftOut()).isEqualTo(3);
        assertThat(read("").tables()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {title: t, unit: ms, of: service, columns: [p98], rows: {r: first/a}}   | there is no statistic 'service.p98' for this row          | statistics: service, response
            {title: t, unit: ms, of: service, columns: [p99], rows: {r: first/c}}   | the study has no cell called 'first/c'                    | did you mean 'first/a' or 'first/b'?
            {title: t, unit: furlong, of: service, columns: [p99], rows: {r: first/a}} | tables.1.unit: expected one of ms, s, msg/s, MiB/s, GiB/s, ratio, but found 'furlong' | The unit of its values: ms
            {title: t, unit: MiB/s, of: service, columns: [p99], rows: {r: first/a}} | 'service.p99' is a latency, which does not match the table's unit | matching units: ms, s
            {title: t, unit: ms, of: service, columns: [p99], row: {r: first/a}}     | tables.1 has no key 'row'                                 | did you mean 'rows'?
            {title: t, unit: ms, of: service.p99, columns: [x, y, z], rows: {r: [first/a, first/b]}} | a list with one for each of the 3 columns, but this has 2 | write '-'
            {unit: ms, of: service, columns: [p99], rows: {r: first/a}}              | tables.1 lacks the key 'title'                           | add 'title: ...'. Title of the table.
            {title: t, of: service, columns: [p99], rows: {r: first/a}}              | tables.1 lacks the key 'unit'                            | add 'unit: ...'. The unit of its values: ms
            {title: t, unit: ms, rows: {r: first/a}}                                 | a table needs 'columns'                                  | columns: Headings, such as [mean, p50, p99].
            {title: t, unit: ms, columns: [service.p99]}                             | a table needs 'rows'                                     | rows: Rows by their headings: a cell as TEST/CELL
            """)
    void whatIsWrongWithATableIsSaid(String table, String what, String advice) {
        assertThatThrownBy(() -> read("tables:\n  - " + table + "\n"))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("small.yaml:" + (LINES + 2))
                .hasMessageContaining(what)
                .hasMessageContaining(advice);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            { disk: 327 }             | a calibration has no value 'disk'
            { disk.write: fast }      | expected the published number, or unknown, but found 'fast'
            { disk.write: [1, 2] }    | machine.disk.write takes a single value, but is a list
            """)
    void whatIsWrongWithAValueOfTheMachineIsSaid(String machine, String what) {
        assertThatThrownBy(() -> read("  second:\n    machine: " + machine + "\n"))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("small.yaml:" + (LINES + 2))
                .hasMessageContaining(what);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {title: t, cells: {A: first/d}}                     | the study has no cell called 'first/d'
            {title: t, cells: [first/a], of: service.p50}       | 'service.p50' is not recorded over time; charts show service.p99 and send-to-receive.mean
            {title: t}                                          | a chart needs 1 to 8 cells, under 'cells', but has 0
            {cells: [first/a]}                                  | charts.1 lacks the key 'title'
            {title: t, cells: {A: [first/a]}}                   | charts.1.cells.A takes a single value, but is a list
            """)
    void whatIsWrongWithAChartIsSaid(String chart, String what) {
        assertThatThrownBy(() -> read("charts:\n  - " + chart + "\n"))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("small.yaml:" + (LINES + 2))
                .hasMessageContaining(what);
    }
}
