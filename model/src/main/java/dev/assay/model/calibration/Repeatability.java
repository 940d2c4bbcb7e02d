package dev.assay.model.calibration;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells how well a machine repeats itself: how far values of the same thing scatter between fresh clusters, as an A/A run
 * has found.
 *
 * @param at ISO-8601 instant at which the run began
 * @param run its name
 * @param scenario the name of what it measured
 * @param digest of the scenario's text and overrides: the first eight hexadecimal digits of their SHA-256
 * @param system such as {@code SYSTEM 4.3.1}
 * @param scatters of each statistic whose scatter is known
 */
public record Repeatability(
        String at,
        MachineFingerprint machine,
        String run,
        String scenario,
        String digest,
        String system,
        List<Scatter> scatters) {
    public static final String FACT = "repeatability";

    private static final double PER_CENT = 100;
    private static final Pattern SOURCE = Pattern.compile(" by (.+)$");
    private static final Pattern VALUE =
            Pattern.compile("(?:^|, )([a-z0-9.-]+) ([0-9]+(?:\\.[0-9]+)?) % \\(n = ([0-9]+) blocks\\)");

    /**
     * @param statistic such as {@code response.p99}
     * @param logDeviation standard deviation of the logarithms of trials on fresh clusters, apart from what trials of a block
     *     have in common
     * @param blocks the pairs of trials that it was found by, which are its degrees of freedom
     */
    public record Scatter(String statistic, double logDeviation, int blocks) {
        public Scatter {
            if (!(logDeviation >= 0) || Double.isInfinite(logDeviation) || blocks < 1) {
                throw new IllegalArgumentException(
                        "a scatter needs a finite deviation and blocks, but has " + logDeviation + " of " + blocks);
            }
        }
    }

    /** @param source which run found it, for people */
    public record ParsedFact(List<Scatter> scatters, String source) {
        public ParsedFact {
            scatters = List.copyOf(scatters);
        }
    }

    public Repeatability {
        Instant.parse(at);
        scatters = List.copyOf(scatters);
    }

    /** Returns a fact for people, from which {@link #parseFact} reads the scatters: {@code response.p50 15.6 % (n = 6 blocks) by ...}. */
    public String fact() {
        List<String> values = new ArrayList<>();
        for (Scatter scatter : scatters) {
            values.add(String.format(
                    Locale.ROOT,
                    "%s %.2f %% (n = %d blocks)",
                    scatter.statistic(),
                    scatter.logDeviation() * PER_CENT,
                    scatter.blocks()));
        }
        return String.join(", ", values) + " by " + source();
    }

    private String source() {
        return "%s (%s, %s, scenario %s)".formatted(run, system, at.substring(0, at.indexOf('T')), digest);
    }

    /** Reads a text of {@link #fact}; empty where it is none. */
    public static Optional<ParsedFact> parseFact(String fact) {
        Matcher source = SOURCE.matcher(fact);
        if (!source.find()) {
            return Optional.empty();
        }
        List<Scatter> scatters = new ArrayList<>();
        Matcher values = VALUE.matcher(fact.substring(0, source.start()));
        while (values.find()) {
            scatters.add(new Scatter(
                    values.group(1),
                    Double.parseDouble(values.group(2)) / PER_CENT,
                    Integer.parseInt(values.group(3))));
        }
        return scatters.isEmpty() ? Optional.empty() : Optional.of(new ParsedFact(scatters, source.group(1)));
    }
}
