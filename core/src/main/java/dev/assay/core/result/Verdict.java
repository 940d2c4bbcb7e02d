package dev.assay.core.result;

import java.util.Comparator;
import java.util.List;

/**
 * Whether a trial's figures can be believed, and why not.
 *
 * @param reasons worst first; empty when VALID
 */
public record Verdict(Grade grade, List<Reason> reasons) {
    /** How far the figures can be believed. */
    public enum Grade {
        /** Nothing was found that would distort them. */
        VALID,
        /** They were disturbed; read them with the reasons. */
        DEGRADED,
        /** They are not valid for the stated load. */
        INVALID
    }

    /**
     * One thing that speaks against the figures.
     *
     * @param code stable name such as {@code rate-missed}
     * @param cause what was seen, with figures and units
     * @param action what to do next
     */
    public record Reason(Grade severity, String code, String cause, String action) {}

    public Verdict {
        reasons = reasons.stream()
                .sorted(Comparator.comparing(Reason::severity).reversed())
                .toList();
    }

    /** The verdict that these reasons amount to: the worst of them. */
    public static Verdict of(List<Reason> reasons) {
        Grade worst = reasons.stream()
                .map(Reason::severity)
                .max(Comparator.naturalOrder())
                .orElse(Grade.VALID);
        return new Verdict(worst, reasons);
    }
}
