package dev.assay.host.program;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The variables that programs and servers inherit from Assay: all but the secrets that Assay was given for itself. A server
 * under test has no use for the token of the workers, and may show its environment to whoever can ask it.
 */
public final class ChildEnvironment {
    private static final String OWN = "ASSAY_";
    private static final Set<String> SECRET = Set.of("TOKEN", "PASSWORD", "PASSPHRASE", "SECRET", "CREDENTIALS", "KEY");

    private ChildEnvironment() {}

    /** A process to be started with what it may inherit. */
    public static ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        clear(builder.environment());
        return builder;
    }

    /** Takes away what is not passed on. */
    static void clear(Map<String, String> environment) {
        environment.keySet().removeIf(ChildEnvironment::isSecret);
    }

    private static boolean isSecret(String variable) {
        String name = variable.toUpperCase(Locale.ROOT);
        return name.startsWith(OWN)
                && Arrays.stream(name.substring(OWN.length()).split("_", -1)).anyMatch(SECRET::contains);
    }
}
