package dev.assay.analysis.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.claim.CellReadings;
import dev.assay.analysis.claim.CellReadings.Findings;
import dev.assay.analysis.claim.ClaimRows;
import dev.assay.model.study.TableRecord;
import dev.assay.model.study.TableRecord.PlaceRecord;
import dev.assay.model.study.ValueRecord;
import dev.assay.scenario.study.PublishedUnit;
import dev.assay.scenario.study.StudyPlan;
import dev.assay.scenario.study.StudyStatistic;
import dev.assay.scenario.study.StudyTable;
import dev.assay.scenario.study.StudyTable.Place;
import dev.assay.scenario.study.StudyTable.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StudyTablesTest {
    private static final StudyTable LATENCY = new StudyTable(
            "latency",
            PublishedUnit.SECONDS,
            List.of("p50", "p99"),
            List.of(
                    new Row("a", List.of(value("first/a", "service.p50"), value("first/a", "service.p99"))),
                    new Row("b", List.of(value("other/c", "service.p50"), value("other/c", "service.p99")))));
    private static final StudyTable PEAK = new StudyTable(
            "rate",
            PublishedUnit.MESSAGES_PER_SECOND,
            List.of("left", "right"),
            List.of(new Row("r", List.of(value("first/a", "peak"), Optional.empty()))));

    private static Optional<Place> value(String cell, String statistic) {
        return StudyStatistic.of(statistic).map(known -> new Place(cell, known));
    }

    /** Blocks have 8, 2 and 5 s: the text is 2 to 8, where a mean would be 5. */
    @Test
    void aValueIsTheLowestToTheHighestOfItsBlocksInTheUnitOfTheTable() {
        TableRecord latency = tables(
                        trial(1, false, Set.of(), Map.of("service.p99", 8000.0)),
                        trial(2, true, Set.of(), Map.of("service.p99", 2000.0)),
                        trial(3, false, Set.of(), Map.of("service.p99", 5000.0)))
                .getFirst();

        PlaceRecord p99 = latency.rows().getFirst().values().getLast();
        assertThat(latency.unit()).isEqualTo("s");
        assertThat(p99.published()).contains(7.5);
        assertThat(p99.values()).extracting(ValueRecord::value).containsExactly(8.0, 2.0, 5.0);
        assertThat(p99.values()).extracting(ValueRecord::unit).containsOnly("s");
        assertThat(p99.values()).extracting(ValueRecord::why).containsExactly("", "INVALID (nothing-measured)", "");
        assertThat(p99.low()).contains(2.0);
        assertThat(p99.high()).contains(8.0);
        assertThat(p99.blocks()).isEqualTo(3);
        assertThat(p99.invalid()).isEqualTo(1);
        assertThat(p99.atLeast()).isFalse();
        assertThat(p99.missing()).isEmpty();
    }

    @Test
    void aPlaceThatIsEmptyInTheOriginalStaysSo() {
        List<PlaceRecord> rates = tables(trial(1, false, Set.of(), Map.of("peak", 1024.0)))
                .getLast()
                .rows()
                .getFirst()
                .values();

        assertThat(rates.getFirst().published()).contains(2048.0);
        assertThat(rates.getFirst().low()).contains(1024.0);
        assertThat(rates.getLast()).isEqualTo(PlaceRecord.EMPTY);
    }

    @Test
    void whatIsMissingSaysWhyAndKeepsWhatWasPublished() {
        TableRecord latency =
                tables(trial(1, false, Set.of(), Map.of("service.p99", 9.0))).getFirst();

        assertThat(latency.rows().getLast().values().getLast().missing()).isEqualTo("U3: one disk");
        assertThat(latency.rows().getLast().values().getLast().published()).contains(8.0);
        assertThat(latency.rows().getFirst().values().getFirst().missing()).contains("no such statistic");
        assertThat(tables().getFirst().rows().getFirst().values().getLast().missing())
                .isEqualTo("it was not finished");
    }

    @Test
    void latenciesOfALoadThatWasNotSustainedAreLowerBounds() {
        List<TableRecord> tables =
                tables(trial(1, false, Set.of("not-drained"), Map.of("service.p99", 9.0, "peak", 5.0)));

        assertThat(tables.getFirst().rows().getFirst().values().getLast().atLeast())
                .isTrue();
        assertThat(tables.getLast().rows().getFirst().values().getFirst().atLeast())
                .as("a rate is none")
                .isFalse();
    }

    private static List<TableRecord> tables(CellReadings... ofA) {
        StudyPlan plan = SmallStudy.plan(List.of(LATENCY, PEAK), List.of());
        return new StudyTables(plan, entry -> entry.cell().id().equals("first/a") ? List.of(ofA) : List.of()).records();
    }

    private static CellReadings trial(int block, boolean invalid, Set<String> reasons, Map<String, Double> values) {
        Set<String> broken = invalid ? Set.of("nothing-measured") : Set.of();
        return ClaimRows.trial(block, new Findings(broken, false, reasons, Set.of()), values);
    }
}
