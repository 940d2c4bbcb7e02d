package dev.assay.report;

import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.report.page.VerificationTable;
import java.util.List;
import java.util.Locale;

/** The matrix of verifications as text for a terminal. */
final class VerificationText {
    private static final String INDENT = "  ";
    /** A system and its version take that many columns more often than not. */
    private static final int MIN_WIDTH = 15;

    private final String columns;
    private final TerminalText text;

    private VerificationText(int width, TerminalText text) {
        this.columns = "%-" + width + "s  %-8s %-14s%-9s%10s%10s%12s%10s";
        this.text = text;
    }

    static void write(List<VerificationRecord> verifications, TerminalText text) {
        List<VerificationTable.Row> rows = VerificationTable.of(verifications).rows();
        int width = rows.stream().mapToInt(row -> row.system().length()).max().orElse(0);
        VerificationText written = new VerificationText(Math.max(width, MIN_WIDTH), text);
        text.blank();
        text.bold("durability, verified by fault injection");
        text.dim(INDENT + "  "
                + written.line("system", "level", "fault", "claimed", "acked", "lost", "no service", "back"));
        rows.forEach(written::write);
        text.dim(INDENT + "acked, lost: messages. no service: longest time after the fault without an acknowledgement"
                + " (±0.2 s). back: from the fault to the cluster being ready again.");
    }

    private String line(Object... cells) {
        return String.format(Locale.ROOT, columns, cells);
    }

    private void write(VerificationTable.Row row) {
        VerificationRecord verification = row.verification();
        String note = row.note().isEmpty() ? "" : " (" + row.note() + ")";
        text.graded(
                row.grade(),
                INDENT + row.mark() + " "
                        + line(
                                row.system(),
                                verification.durability().label(),
                                verification.fault(),
                                verification.claim().promise().words(),
                                row.acked(),
                                row.lost(),
                                row.silence(),
                                row.recovery()));
        verification.flag().ifPresent(flag -> text.graded(Grade.DEGRADED, INDENT + INDENT + flag));
        String outcome = verification.word() + note + ": " + verification.reason();
        if (verification.outcome() == VerificationOutcome.FAILS) {
            text.graded(row.grade(), INDENT + INDENT + outcome);
        } else {
            text.dim(INDENT + INDENT + outcome);
        }
    }
}
