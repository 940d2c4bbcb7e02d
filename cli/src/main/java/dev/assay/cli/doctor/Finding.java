package dev.assay.cli.doctor;

/**
 * @param check its name
 * @param state with units
 * @param why why it matters; empty where all is well
 * @param remedy what to do; empty where all is well
 */
public record Finding(Grade grade, String check, String state, String why, String remedy) {
    /** Grades findings; the worst comes first. */
    public enum Grade {
        /** Trials are impossible, or their values worthless. */
        BAD,
        WARNING,
        OK
    }

    public Finding {
        if (grade != Grade.OK && (why.isEmpty() || remedy.isEmpty())) {
            throw new IllegalArgumentException("a finding that is not OK must have why and remedy, but is " + check);
        }
    }

    static Finding ok(String check, String state) {
        return new Finding(Grade.OK, check, state, "", "");
    }
}
