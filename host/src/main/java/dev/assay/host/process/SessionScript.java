package dev.assay.host.process;

/** How a command gets a session of its own, where a terminal's Ctrl-C does not reach it. */
final class SessionScript {
    /** Becomes the command given as arguments; its process number stays that of the shell. */
    static final String SCRIPT = """
            trap '' HUP INT
            if command -v setsid >/dev/null 2>&1; then exec setsid "$@"; fi
            exec "$@"
            """;

    /**
     * Likewise, but only once a line has come in, so that the process is registered and supervised before it does
     * anything. When the pipe ends without one, the owner has died, and nothing is started.
     */
    static final String GATED_SCRIPT = "read -r go || exit 125\nexec </dev/null\n" + SCRIPT;

    /** Likewise; what follows the line is the input of the command. */
    static final String TIED_SCRIPT = "read -r go || exit 125\n" + SCRIPT;

    private SessionScript() {}
}
