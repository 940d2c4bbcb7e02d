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
    private static final String COLUMNS = "%-17s%-8s %-14s%-9s%10s%10s%12s%10s";

    private ProofText() {}

    static void write(List<ProofRecord> proofs, TerminalText text) {
        text.blank();
        text.bold("durability, proven by faults");
        text.dim(INDENT + "  "
                + String.format(
                        Locale.ROOT,
                        COLUMNS,
                        "system",
                        "level",
                        "fault",
                        "claimed",
                        "acked",
                        "lost",
                        "no service",
                        "back"));
        ProofTable.of(proofs).rows().forEach(row -> write(row, text));
        text.dim(INDENT + "acked, lost: messages. no service: longest time from the fault on without an acknowledgement"
                + " (±0.2 s). back: from the fault to the cluster being ready again.");
    }

    private static void write(ProofTable.Row row, TerminalText text) {
        ProofRecord proof = row.proof();
        String note = row.note().isEmpty() ? "" : " (" + row.note() + ")";
        text.graded(
                row.grade(),
                INDENT + row.mark() + " "
                        + String.format(
                                Locale.ROOT,
                                COLUMNS,
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
