package dev.assay.report;

import dev.assay.core.proof.ProofOutcome;
import dev.assay.core.proof.ProofRecord;
import dev.assay.core.result.Verdict.Grade;
import dev.assay.report.page.ProofTable;
import java.util.List;
import java.util.Locale;

/** The matrix of proofs as text for a terminal. */
final class ProofText {
    private static final String INDENT = "  ";
    private static final int LEAST_WIDTH = "rabbitmq 3.10.8".length();

    private final String columns;
    private final TerminalText text;

    private ProofText(int width, TerminalText text) {
        this.columns = "%-" + width + "s  %-8s %-14s%-9s%10s%10s%12s%10s";
        this.text = text;
    }

    static void write(List<ProofRecord> proofs, TerminalText text) {
        List<ProofTable.Row> rows = ProofTable.of(proofs).rows();
        int width = rows.stream().mapToInt(row -> row.system().length()).max().orElse(0);
        ProofText written = new ProofText(Math.max(width, LEAST_WIDTH), text);
        text.blank();
        text.bold("durability, proven by faults");
        text.dim(INDENT + "  "
                + written.line("system", "level", "fault", "claimed", "acked", "lost", "no service", "back"));
        rows.forEach(written::write);
        text.dim(INDENT + "acked, lost: messages. no service: longest time from the fault on without an acknowledgement"
                + " (±0.2 s). back: from the fault to the cluster being ready again.");
    }

    private String line(Object... cells) {
        return String.format(Locale.ROOT, columns, cells);
    }

    private void write(ProofTable.Row row) {
        ProofRecord proof = row.proof();
        String note = row.note().isEmpty() ? "" : " (" + row.note() + ")";
        text.graded(
                row.grade(),
                INDENT + row.mark() + " "
                        + line(
                                row.system(),
                                proof.durability().label(),
                                proof.fault(),
                                proof.claim().promise().words(),
                                row.acked(),
                                row.lost(),
                                row.silence(),
                                row.recovery()));
        proof.flag().ifPresent(flag -> text.graded(Grade.DEGRADED, INDENT + INDENT + flag));
        String outcome = proof.outcome() + note + ": " + proof.reason();
        if (proof.outcome() == ProofOutcome.BROKEN) {
            text.graded(row.grade(), INDENT + INDENT + outcome);
        } else {
            text.dim(INDENT + INDENT + outcome);
        }
    }
}
