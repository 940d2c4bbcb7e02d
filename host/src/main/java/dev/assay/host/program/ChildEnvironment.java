package dev.assay.host.program;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Chooses the variables that programs and servers inherit from Assay: all but the secrets that Assay was given for itself. A
 * server under test has no use for the token of the workers, and may show its environment to anyone who can ask it. And the
 * C library reports errors to them in the same words, whatever language the user has: servers log these, and Assay reads the
 * logs.
 */
public final class ChildEnvironment {
    private static final String OWN = "ASSAY_";
    private static final Set<String> SECRET = Set.of("TOKEN", "PASSWORD", "PASSPHRASE", "SECRET", "CREDENTIALS", "KEY");

    private ChildEnvironment() {}

    /** Returns a builder of a process with only what it may inherit. */
    public static ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        clear(builder.environment());
        return builder;
    }

    /** Removes what is not passed on, and sets the language of messages; the character set stays. */
    static void clear(Map<String, String> environment) {
        environment.keySet().removeIf(ChildEnvironment::isSecret);
        String all = environment.getOrDefault("LC_ALL", "");
        if (!all.isEmpty()) { // LC_ALL takes precedence over all others.
            environment.keySet().removeIf(variable -> variable.startsWith("LC_"));
            environment.put("LANG", all);
        }
        environment.remove("LC_ALL");
        environment.remove("LANGUAGE");
        environment.put("LC_MESSAGES", "C");
    }

    private static boolean isSecret(String variable) {
        String name = variable.toUpperCase(Locale.ROOT);
        return name.startsWith(OWN)
                && Arrays.stream(name.substring(OWN.length()).split("_", -1)).anyMatch(SECRET::contains);
    }
}
