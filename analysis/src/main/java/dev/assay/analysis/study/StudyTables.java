package dev.assay.analysis.study;

import dev.assay.analysis.claim.CellReadings;
import dev.assay.model.study.TableRecord;
import dev.assay.model.study.TableRecord.PlaceRecord;
import dev.assay.model.study.TableRecord.RowRecord;
import dev.assay.model.study.ValueRecord;
import dev.assay.scenario.plan.TrialPoint;
import dev.assay.scenario.study.PublishedUnit;
import dev.assay.scenario.study.StudyCell;
import dev.assay.scenario.study.StudyPlan;
import dev.assay.scenario.study.StudyStatistic;
import dev.assay.scenario.study.StudyTable;
import dev.assay.scenario.study.StudyTable.Place;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Builds the tables of a study, measured beside published values. The measured ones are of the published variant, the first of
 * each cell.
 */
final class StudyTables {
    private static final String NOT_FINISHED = "it was not finished";

    private final StudyPlan plan;
    private final Function<StudyPlan.Entry, List<CellReadings>> trials;

    StudyTables(StudyPlan plan, Function<StudyPlan.Entry, List<CellReadings>> trials) {
        this.plan = plan;
        this.trials = trials;
    }

    List<TableRecord> records() {
        return plan.study().tables().stream().map(this::table).toList();
    }

    private TableRecord table(StudyTable table) {
        return new TableRecord(
                table.title(),
                table.unit().symbol(),
                table.columns(),
                table.rows().stream()
                        .map(row -> new RowRecord(
                                row.name(),
                                row.values().stream()
                                        .map(value -> value.map(wanted -> place(wanted, table.unit()))
                                                .orElse(PlaceRecord.EMPTY))
                                        .toList()))
                        .toList());
    }

    private PlaceRecord place(Place wanted, PublishedUnit unit) {
        StudyStatistic statistic = wanted.statistic();
        Optional<StudyPlan.Entry> entry = plan.first(wanted.cell());
        double factor = entry.map(StudyPlan.Entry::cell)
                .map(cell -> unit.factor(statistic.kind(), messageBytes(cell)))
                .orElse(1.0);
        List<ValueRecord> values =
                BlockValues.of(entry.map(trials).orElse(List.of()), statistic.name(), unit.symbol(), factor);
        return new PlaceRecord(
                wanted.cell(),
                statistic.name(),
                entry.flatMap(planned ->
                                Optional.ofNullable(planned.cell().published().get(statistic.name())))
                        .map(value -> value * factor),
                values,
                values.isEmpty() ? missing(entry) : "");
    }

    private String missing(Optional<StudyPlan.Entry> entry) {
        return entry.flatMap(StudyPlan.Entry::missing)
                .map(refused -> refused.code() + ": " + refused.reason())
                .orElseGet(() -> entry.map(trials).orElse(List.of()).isEmpty()
                        ? NOT_FINISHED
                        : "its trials have no such statistic, or too few samples for it");
    }

    private static double messageBytes(StudyCell cell) {
        return cell.variants().values().stream()
                .findFirst()
                .map(TrialPoint::spec)
                .map(spec -> spec.workload().message().size().meanBytes())
                .orElse(1.0);
    }
}
