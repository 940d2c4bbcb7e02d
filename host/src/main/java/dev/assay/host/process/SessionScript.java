package dev.assay.host.process;

/** Gives a command a session of its own, where a terminal's Ctrl-C does not reach it. */
final class SessionScript {
    /** Becomes the command given as arguments; its process number stays that of the shell. */
    static final String SCRIPT = """
            trap '' HUP INT
            if command -v setsid >/dev/null 2>&1; then exec setsid "$@"; fi
            exec "$@"
            """;

    /**
     * Becomes the command only once a line has come in, so that the process is registered and supervised before it does
     * anything. When the pipe ends without one, the owner has died, and nothing is started.
     */
    static final String GATED_SCRIPT = "read -r go || exit 125\nexec </dev/null\n" + SCRIPT;

    /** Becomes the command once a line has come in; text after that line is the input of the command. */
    static final String TIED_SCRIPT = "read -r go || exit 125\n" + SCRIPT;

    private SessionScript() {}
}
