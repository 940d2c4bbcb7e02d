package dev.assay.e2e;

import java.util.ArrayList;
import java.util.List;

/** Collects what each killed step left, what the next command said of it, and how the second try ended. */
final class KillTable {
    private record Row(String command, String step, String left, String said, String secondTry) {}

    private final List<Row> rows = new ArrayList<>();

    void add(String command, KillStep step, String left, String said, String secondTry) {
        rows.add(new Row(command, step.name(), left, said, secondTry));
    }

    /** Returns the table as Markdown. */
    String text() {
        StringBuilder text = new StringBuilder(
                "| command | killed at | left | the next command says | second try |\n|---|---|---|---|---|\n");
        for (Row row : rows) {
            text.append(
                    "| %s | %s | %s | %s | %s |%n".formatted(row.command, row.step, row.left, row.said, row.secondTry));
        }
        return text.toString();
    }
}
