package dev.assay.report.page;

import dev.assay.model.result.RunRecord;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.study.StudyRecord.ClaimRecord;
import dev.assay.model.study.StudyRecord.ConditionRecord;
import dev.assay.report.text.Formats;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import dev.assay.report.view.Block.Weight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A page about several studies, claim by claim: what was published, what was measured, and the word for it. */
public record StudiesPage(List<StudyRun> runs) {
    private static final List<Column> COLUMNS = List.of(
            Column.words("Claim"),
            Column.words("Compared"),
            Column.words("Published"),
            Column.words("Here"),
            Column.words("Word"));

    /**
     * A run of a study.
     *
     * @param report reference to its report; empty where there is none
     */
    public record StudyRun(RunRecord run, StudyRecord study, Optional<String> report) {
        /** Its anchor. */
        public String id() {
            return "run-" + run.id();
        }

        /** When it was started. */
        public String started() {
            return Formats.instant(run.startedAt());
        }

        /** How many claims have which word. */
        public String tally() {
            return StudiesPage.tally(List.of(this));
        }
    }

    public StudiesPage {
        runs = List.copyOf(runs);
    }

    /** How many claims of all studies have which word. */
    public String tally() {
        return tally(runs);
    }

    private static String tally(List<StudyRun> runs) {
        Map<String, Integer> words = new LinkedHashMap<>();
        runs.forEach(run -> run.study().claims().forEach(claim -> words.merge(claim.outcome(), 1, Integer::sum)));
        int claims = words.values().stream().mapToInt(Integer::intValue).sum();
        return Formats.counted(claims, "claim") + ": "
                + words.entrySet().stream()
                        .map(word -> word.getValue() + " " + word.getKey())
                        .collect(Collectors.joining(", "));
    }

    /** A section for each run. */
    public List<Block> blocks() {
        return runs.stream().<Block>map(StudiesPage::section).toList();
    }

    private static Section section(StudyRun run) {
        List<Row> rows = new ArrayList<>();
        run.study().claims().forEach(claim -> rows.addAll(rows(claim)));
        String title = run.study().name() + ": " + run.study().title();
        return Section.of(
                run.id(),
                title,
                List.of(
                        Text.of(run.tally() + "."),
                        Text.note("Run " + run.run().id() + ", " + run.started() + ", Assay "
                                + run.run().assayVersion() + "."
                                + (run.study().peaks().isEmpty() ? "" : " Loads are scaled to this machine.")),
                        Table.of("claims", "Claims of " + title, COLUMNS, rows, List.of())));
    }

    /** The claim with its word, then what decides it. A claim about one comparison is one row. */
    private static List<Row> rows(ClaimRecord claim) {
        String name = claim.id() + ": " + claim.says();
        List<Row> rows = new ArrayList<>();
        boolean single = claim.conditions().size() == 1;
        if (!single) {
            rows.add(row(Weight.MAIN, name, "", "", "", claim.outcome()));
        }
        for (ConditionRecord condition : claim.conditions()) {
            rows.add(row(
                    single ? Weight.MAIN : Weight.PLAIN,
                    single ? name : "",
                    condition.compares() + ", " + condition.expected(),
                    condition.published(),
                    StudyView.measured(condition),
                    (single ? claim.outcome() : condition.outcome())
                            + (condition.why().isEmpty() ? "" : ": " + condition.why())));
        }
        return rows;
    }

    private static Row row(Weight weight, String... texts) {
        return Row.of(weight, List.of(texts).stream().map(Cell::of).toList());
    }
}
