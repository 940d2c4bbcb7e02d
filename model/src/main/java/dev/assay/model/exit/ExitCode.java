package dev.assay.model.exit;

/** Lists the exit codes of Assay; documented in docs/COMMANDS.md and in {@code --help}. */
public enum ExitCode {
    /** All trials are VALID, or DEGRADED without {@code --strict}. */
    OK(0),
    /**
     * The command line or the scenario can't be understood, asks for what the system refuses, or for more data to be written
     * elsewhere than was allowed.
     */
    BAD_INPUT(2),
    /** This machine lacks something: a JDK, disk space, a free port, the network, a worker. */
    ENVIRONMENT(3),
    /** The system under test did not start, died, could not be reached, or is run by others and was in trouble. */
    SYSTEM_UNDER_TEST(4),
    /** At least one trial is INVALID: its values are not valid for the stated load. */
    INVALID(5),
    /** With {@code --strict}: no trial is INVALID, but at least one is DEGRADED. */
    DEGRADED(6),
    /** A verification has found that a level does not keep its claim. */
    VERIFICATION_FAILED(7),
    /**
     * No verification fails, but one is inconclusive, or says nothing about the level asked for, or all were refused; or a
     * search for capacity was abandoned; or a condition of {@code --fail-if}, or of a scenario's {@code fail-if}, is
     * undecided; or runs were compared of which a side has fewer than three; or a run shows too little to be kept; or a figure
     * of a card is neither reproduced nor contradicted.
     */
    INCONCLUSIVE(8),
    /** A self-test did not find a fault that it had injected, or found what was not there. */
    SELF_TEST_FAILED(9),
    /** A self-test found all that it could judge, but the machine was too busy to judge everything. */
    NOT_JUDGED(10),
    /** A condition of {@code --fail-if}, or of a scenario's {@code fail-if}, failed, or a figure of a card is contradicted. */
    GATE_FAILED(11),
    INTERNAL(70),
    /** Ended by Ctrl-C, or by SIGTERM, where the JVM makes 143 of it. */
    INTERRUPTED(130),
    /** The program that reads standard output has ended, as {@code head} does; others end by SIGPIPE then. */
    OUTPUT_CLOSED(141);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
