package dev.assay.bench.statistics;

import java.util.Iterator;
import java.util.List;

/**
 * @param rounds how often everything is measured, in turns
 * @param warmupSeconds before each reading
 * @param seconds of each reading
 * @param minutes of the load that watches memory
 * @param cores the processors that the loop is pinned to, as {@code taskset -c} takes them
 */
public record Settings(int rounds, int warmupSeconds, int seconds, int minutes, String cores) {
    public static final Settings DEFAULT = new Settings(5, 8, 10, 10, "0,1");

    public Settings {
        positive("--rounds", rounds);
        positive("--warmup", warmupSeconds);
        positive("--seconds", seconds);
        positive("--minutes", minutes);
    }

    /**
     * Overlays {@link #DEFAULT} with options of the command line.
     *
     * @throws IllegalArgumentException when an option is unknown or its value not acceptable
     */
    public static Settings parse(List<String> arguments) {
        Settings settings = DEFAULT;
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            String option = rest.next();
            if (!rest.hasNext()) {
                throw new IllegalArgumentException("the option " + option + " needs a value");
            }
            settings = settings.with(option, rest.next());
        }
        return settings;
    }

    private Settings with(String option, String value) {
        return switch (option) {
            case "--rounds" -> new Settings(number(option, value), warmupSeconds, seconds, minutes, cores);
            case "--warmup" -> new Settings(rounds, number(option, value), seconds, minutes, cores);
            case "--seconds" -> new Settings(rounds, warmupSeconds, number(option, value), minutes, cores);
            case "--minutes" -> new Settings(rounds, warmupSeconds, seconds, number(option, value), cores);
            case "--cores" -> new Settings(rounds, warmupSeconds, seconds, minutes, value);
            default ->
                throw new IllegalArgumentException("unknown option '" + option
                        + "'; known are --rounds, --warmup, --seconds, --minutes and --cores");
        };
    }

    private static int number(String option, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " must be a whole number, but is '" + value + "'", e);
        }
    }

    private static void positive(String option, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(option + " must be at least 1, but is " + value);
        }
    }
}
