package dev.assay.report.page;

import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.text.Formats;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Shows the failures that clients reported in a trial, by class and code, with the first message of each. */
final class FailuresView {
    private static final List<Column> COLUMNS = List.of(
            Column.words("Operation"),
            new Column("Class", "", "", false, "alike for all systems"),
            new Column("Code", "", "", false, "the vendor's, or the name of its exception"),
            new Column("n", "", "", true, "of sending: messages; otherwise: how often"),
            Column.words("By phase"),
            new Column("First", "", "", true, "from the start of the load"),
            new Column("Last", "", "", true, "from the start of the load"));

    private FailuresView() {}

    /** Returns none where no failure was recorded. */
    static List<Block> of(TrialRecord trial) {
        if (trial.failures().isEmpty()) {
            return List.of();
        }
        List<Row> rows = trial.failures().stream().map(FailuresView::row).toList();
        return List.of(Section.of(
                "", "What failed", List.of(Table.of("failures", "What failed, by class", COLUMNS, rows, List.of()))));
    }

    private static Row row(FailureCount count) {
        List<String> cells = List.of(
                operation(count.operation()),
                count.kind().words(),
                count.code(),
                Formats.count(count.count()),
                count.phases().entrySet().stream()
                        .map(phase -> phase.getKey() + " " + Formats.count(phase.getValue()))
                        .collect(Collectors.joining(", ")),
                Formats.seconds(count.firstSeconds()),
                Formats.seconds(count.lastSeconds()));
        Optional<Grade> grade = count.isFailure() ? Optional.of(Grade.INVALID) : Optional.empty();
        return new Row(
                grade,
                count.isFailure() ? Grade.INVALID.mark() : "",
                cells.stream().map(Cell::of).toList(),
                List.of(Text.note("first: " + count.message())));
    }

    private static String operation(FailedOperation operation) {
        return switch (operation) {
            case SEND -> "sending";
            case RECEIVE -> "receiving";
            case ACKNOWLEDGE -> "acknowledging";
        };
    }
}
