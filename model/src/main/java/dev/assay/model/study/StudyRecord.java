package dev.assay.model.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Holds the results of a study; {@code study.json}. Latencies are in milliseconds and rates in messages per second.
 *
 * @param machine what it says of its machines, and what this one does
 * @param peaks what the loads were scaled by; none where they are as published
 * @param tables as they were published, in their units; none where the study file has none
 * @param charts over time, of those for which something was measured
 */
public record StudyRecord(
        String name,
        String title,
        List<PeakRecord> peaks,
        List<MachineRecord> machine,
        List<ClaimRecord> claims,
        List<CellRecord> cells,
        List<TableRecord> tables,
        List<ChartRecord> charts) {
    public StudyRecord {
        peaks = List.copyOf(peaks);
        machine = List.copyOf(machine);
        claims = List.copyOf(claims);
        cells = List.copyOf(cells);
        tables = List.copyOf(tables);
        charts = List.copyOf(charts);
    }

    /**
     * Compares the highest sustained rate of a system, published and measured, in messages per second.
     *
     * @param name in the study file
     * @param cell whose parameters it was searched with
     * @param published empty where the study names none
     */
    public record PeakRecord(String name, String cell, Optional<Double> published, double measured) {}

    /**
     * Compares a value of the published machines with that of this one.
     *
     * @param published empty where the study does not tell
     * @param measured by a calibration; empty where there is none
     * @param n writes, reads or syncs behind it
     * @param note why it was not measured; empty where it was
     */
    public record MachineRecord(
            String test,
            String metric,
            String unit,
            Optional<Double> published,
            Optional<Double> measured,
            long n,
            String note) {}

    /**
     * @param outcome reproduced, smaller than claimed, contradicted, inconclusive or not testable here; of an expectation held,
     *     smaller than expected, contradicted or undecided
     * @param conditions all that decide it; of those with the same group one is enough
     * @param otherVariants the outcome by each variant that is not judged
     * @param confounders letters
     */
    public record ClaimRecord(
            String id,
            String says,
            String outcome,
            List<ConditionRecord> conditions,
            List<ConditionRecord> shown,
            Map<String, String> otherVariants,
            String confounders,
            String remarks) {
        public ClaimRecord {
            conditions = List.copyOf(conditions);
            shown = List.copyOf(shown);
            otherVariants = new TreeMap<>(otherVariants);
        }

        /** Returns the outcomes of its conditions, such as {@code 3 of 4 reproduced, 1 not run}; empty where there is only one. */
        public String legs() {
            Map<Integer, List<ConditionRecord>> groups =
                    conditions.stream().collect(Collectors.groupingBy(ConditionRecord::group));
            if (groups.size() < 2) {
                return "";
            }
            Map<String, Integer> words = new LinkedHashMap<>();
            words.put(Outcome.REPRODUCED.toString(), 0);
            groups.values().forEach(group -> words.merge(word(group), 1, Integer::sum));
            List<String> parts = new ArrayList<>();
            words.forEach(
                    (word, count) -> parts.add(count + (parts.isEmpty() ? " of " + groups.size() : "") + " " + word));
            return String.join(", ", parts);
        }

        private static String word(List<ConditionRecord> group) {
            Outcome outcome = Outcome.any(group.stream()
                    .flatMap(one -> Outcome.of(one.outcome()).stream())
                    .toList());
            boolean notRun = outcome == Outcome.NOT_TESTABLE
                    && group.stream()
                            .anyMatch(one -> one.untestable()
                                    .filter(Untestable.U5::equals)
                                    .isPresent());
            return notRun ? "not run" : outcome.toString();
        }
    }

    /**
     * @param group number within the claim
     * @param expected what it has to show; empty where it is only shown
     * @param published as the study has it; may be empty
     * @param low lower end of the interval of the ratio over blocks; empty where there is none, or no end
     * @param blocks that count
     * @param leftOut blocks that do not
     * @param outcome empty where it is only shown
     * @param sizeAgrees whether the published size lies in the interval; empty where that is not known
     * @param untestable why nothing can be said of it; empty where something can
     * @param why what decided it beside the values; may be empty
     */
    public record ConditionRecord(
            int group,
            String compares,
            String expected,
            String published,
            Optional<Double> low,
            Optional<Double> centre,
            Optional<Double> high,
            int blocks,
            int leftOut,
            String outcome,
            Optional<Boolean> sizeAgrees,
            Optional<Untestable> untestable,
            String why) {
        public String explanation() {
            return untestable.map(code -> code + ": ").orElse("") + why;
        }
    }

    /**
     * Holds the values of one variant of a cell.
     *
     * @param trialOf the cell and variant whose trials stand for it as well; empty for its own
     * @param missing why there are none; may be empty
     * @param scaled how its load differs from the published one, for people; may be empty
     */
    public record CellRecord(
            String test,
            String cell,
            String system,
            String variant,
            String trialOf,
            String missing,
            String scaled,
            List<StatisticRecord> statistics) {
        public CellRecord {
            statistics = List.copyOf(statistics);
        }
    }

    /**
     * Holds a measured value beside the published one.
     *
     * @param values of its blocks
     */
    public record StatisticRecord(String statistic, Optional<Double> published, List<ValueRecord> values) {
        public StatisticRecord {
            values = List.copyOf(values);
        }

        /** Returns the lowest of the blocks; empty where none was measured. */
        public Optional<Double> low() {
            return ValueRecord.lowest(values);
        }

        /** Returns the highest of the blocks; empty where none was measured. */
        public Optional<Double> high() {
            return ValueRecord.highest(values);
        }

        public int blocks() {
            return values.size();
        }
    }
}
