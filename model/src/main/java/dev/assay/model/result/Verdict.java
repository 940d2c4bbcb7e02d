package dev.assay.model.result;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Says whether a trial's values can be believed, and why not.
 *
 * @param rules version of the rules that it was made by; {@link #UNVERSIONED} where it was made by none
 * @param reasons worst first; empty when VALID
 * @param findings what was seen and had been ordered, and what could not be judged, in the order of the phases
 */
public record Verdict(Grade grade, int rules, List<Reason> reasons, List<Finding> findings) {
    /** Stands in place of a version in a verdict that the rules have not made. */
    public static final int UNVERSIONED = 0;

    /** Stands in a record until it is judged; should one be stored, it is not mistaken for a good one. */
    public static final Verdict PENDING = of(List.of(new Reason(
            Grade.INVALID, "not-judged", "the trial was never judged", "Run 'assay report' on the run directory.")));

    public enum Grade {
        /** Nothing was found that would distort the values. */
        VALID("✓"),
        /** The values were disturbed; read them with the reasons. */
        DEGRADED("!"),
        /** The values are not valid for the stated load. */
        INVALID("✕");

        private final String mark;

        Grade(String mark) {
            this.mark = mark;
        }

        /** Returns the mark of the grade, for eyes that do not tell its colour. */
        public String mark() {
            return mark;
        }
    }

    /**
     * @param code stable name such as {@code rate-missed}
     * @param cause what was seen, with values and units
     * @param phase name of the phase whose values it is about; empty for the whole trial
     */
    public record Reason(Grade severity, String code, String cause, String action, String phase) {
        public Reason(Grade severity, String code, String cause, String action) {
            this(severity, code, cause, action, "");
        }

        public Reason in(String name) {
            return new Reason(severity, code, cause, action, name);
        }
    }

    /**
     * Gives what would speak against the statistics of a phase, had it not been ordered: a rate that is missed under more load than
     * the system can take is the result, not a flaw of it.
     *
     * @param code of the rule that saw it
     * @param cause what was seen, with values and units
     */
    public record Finding(String phase, String code, String cause) {
        /** Noise, or few seconds, hide whether medians or rates drifted. */
        public static final String DRIFT_NOT_KNOWN = "drift-not-known";

        /** Noise, or few seconds, hide whether p99 drifted, and p99 alone. */
        public static final String P99_DRIFT_NOT_KNOWN = "p99-drift-not-known";

        /** A phase that was to last until the trial is steady ended, and it was not shown. */
        public static final String STEADY_NOT_KNOWN = "steady-not-known";

        /** A warm-up did not show a steady state, but the measurement after it shows by itself that it stayed at one level. */
        public static final String STEADY_WHEN_MEASURED = "steady-when-measured";

        public static final String BEGAN_BEHIND = "began-behind";

        /** A value that a scenario declares as its result has too few samples or events to rely on. */
        public static final String UNSUPPORTED = "unsupported";

        public static final String REBALANCED = "rebalanced";

        private static final Set<String> OF_THE_MEASUREMENT = Set.of(
                BEGAN_BEHIND,
                DRIFT_NOT_KNOWN,
                P99_DRIFT_NOT_KNOWN,
                REBALANCED,
                STEADY_NOT_KNOWN,
                STEADY_WHEN_MEASURED,
                UNSUPPORTED);

        /** Tells whether it was ordered; otherwise it says what could not be judged, or relied on. */
        public boolean expected() {
            return !OF_THE_MEASUREMENT.contains(code);
        }
    }

    public Verdict {
        reasons = reasons.stream()
                .sorted(Comparator.comparing(Reason::severity).reversed())
                .toList();
        findings = List.copyOf(findings);
    }

    /**
     * Tells whether what was measured in a phase is known to have stayed at one level. Where it is not, the values may be those
     * of a system that was still changing, and nothing is decided by them.
     *
     * @param tail whether a value of the tail is asked for, from p99 on, or one of the body
     */
    public boolean settled(String phase, boolean tail) {
        for (Finding finding : findings) {
            boolean ofPhase = finding.phase().equals(phase);
            if (finding.code().equals(Finding.STEADY_NOT_KNOWN)
                    || (ofPhase && finding.code().equals(Finding.DRIFT_NOT_KNOWN))
                    || (ofPhase && tail && finding.code().equals(Finding.P99_DRIFT_NOT_KNOWN))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the verdict that these reasons amount to, with the grade of the worst. */
    public static Verdict of(int rules, List<Reason> reasons, List<Finding> findings) {
        return new Verdict(worst(reasons), rules, reasons, findings);
    }

    public static Verdict of(List<Reason> reasons) {
        return of(UNVERSIONED, reasons, List.of());
    }

    public Verdict ofPhase(String phase) {
        return of(
                rules,
                reasons.stream().filter(reason -> reason.phase().equals(phase)).toList(),
                findings.stream()
                        .filter(finding -> finding.phase().equals(phase))
                        .toList());
    }

    private static Grade worst(List<Reason> reasons) {
        return reasons.stream()
                .map(Reason::severity)
                .max(Comparator.naturalOrder())
                .orElse(Grade.VALID);
    }
}
