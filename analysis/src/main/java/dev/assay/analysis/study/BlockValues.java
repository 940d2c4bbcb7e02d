package dev.assay.analysis.study;

import dev.assay.analysis.claim.CellReadings;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic.Unit;
import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.study.ValueRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Collects the values of a statistic, one for each block, in milliseconds or in the unit of a table. */
final class BlockValues {
    private BlockValues() {}

    static List<ValueRecord> of(List<CellReadings> blocks, String statistic) {
        return of(blocks, statistic, Optional.empty(), 1);
    }

    /**
     * Returns the values in another unit.
     *
     * @param factor by which values in the units of claims are multiplied
     */
    static List<ValueRecord> of(List<CellReadings> blocks, String statistic, String unit, double factor) {
        return of(blocks, statistic, Optional.of(unit), factor);
    }

    private static List<ValueRecord> of(
            List<CellReadings> blocks, String statistic, Optional<String> unit, double factor) {
        List<ValueRecord> values = new ArrayList<>();
        for (CellReadings block : blocks) {
            Optional<Reading> row = block.row(statistic);
            Optional<Interval> place = block.place(statistic);
            if (row.isPresent() && place.isPresent()) {
                Interval interval = place.get();
                values.add(new ValueRecord(
                        row.get().source().trial(),
                        block.block(),
                        unit.orElseGet(() -> unit(row.get())),
                        interval.centre() * factor,
                        interval.low() * factor,
                        Optional.of(interval.high() * factor).filter(Double::isFinite),
                        row.get().n(),
                        why(block, row.get())));
            }
        }
        return values;
    }

    private static String unit(Reading row) {
        Unit unit = row.statistic().unit();
        return unit == Unit.NANOSECONDS ? "ms" : unit.symbol();
    }

    /** Returns why a value does not count. All values of a trial say that it is INVALID, also those that none of its reasons concerns. */
    private static String why(CellReadings block, Reading row) {
        if (block.findings().invalid().isEmpty() || row.why().startsWith(Grade.INVALID.name())) {
            return row.why();
        }
        return block.findings().invalid().stream()
                .filter(code -> code.indexOf('/') < 0)
                .sorted()
                .collect(Collectors.joining(", ", Grade.INVALID + " (", ")"));
    }
}
