package dev.assay.model.spec;

import dev.assay.model.unit.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Says how long load comes before the measurement: for a time, or until the trial is in a steady state.
 *
 * @param atLeast 0 for no warm-up
 * @param atMost at least as long; the same where the length is fixed
 * @param auto whether it depends on the system; the two lengths then apply to systems with servers
 */
public record Warmup(Duration atLeast, Duration atMost, boolean auto) implements WordOrKeys {
    /** Reads a warm-up that lasts until the trial is steady. */
    public record Range(
            @Key("The shortest that it lasts.") Duration atLeast,
            @Key("The longest that it lasts.") Duration atMost) implements Keys {
        @Override
        public Warmup value() {
            return of(atLeast, atMost);
        }
    }

    /**
     * Lasts as long as the system needs. A trend can't be told from noise in less than 20 s of values; three cold servers and
     * their clients on two cores run code that is not optimised yet for a minute and a half.
     */
    public static final Warmup AUTO = new Warmup(Duration.ofSeconds(20), Duration.ofSeconds(180), true);

    /** Where there are no servers, only the worker itself warms up. */
    private static final Warmup WITHOUT_SERVERS = of(Duration.ofSeconds(10));

    private static final String AUTO_TEXT = "auto";
    private static final String DURATION = "(?:0|[0-9][0-9_]*(?:\\.[0-9]+)?\\s*(?:ns|us|µs|ms|s|sec|m|min|h))";

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^\\s*(?:" + AUTO_TEXT + "|" + DURATION + ")\\s*$";

    public Warmup {
        Check.key(
                "at-least",
                !atLeast.isNegative(),
                "warmup must not be negative, but is " + DurationText.format(atLeast));
        Check.key(
                "at-most",
                atMost.compareTo(atLeast) >= 0,
                "warmup must not have at-most below at-least, but lasts at least " + DurationText.format(atLeast)
                        + " and at most " + DurationText.format(atMost));
        Check.key(
                "at-most",
                atMost.equals(atLeast) || atMost.toMillis() >= 1000,
                "warmup until the trial is steady needs an at-most of 1 s or more, but has "
                        + DurationText.format(atMost));
    }

    public static Warmup of(Duration length) {
        return new Warmup(length, length, false);
    }

    /** Creates a warm-up that lasts until the trial is steady, within these lengths. */
    public static Warmup of(Duration atLeast, Duration atMost) {
        return new Warmup(atLeast, atMost, false);
    }

    /**
     * Reads {@code auto} or a length.
     *
     * @throws IllegalArgumentException when the text is neither
     */
    public static Warmup parse(String text) {
        String stripped = text.strip();
        Check.that(
                !stripped.matches(".*\\sto\\s.*"),
                "expected auto, a length like 10 s, or { at-least: 20 s, at-most: 3 min }, but found '" + text + "'");
        return stripped.equals(AUTO_TEXT) ? AUTO : of(DurationText.parse(stripped));
    }

    @Override
    public @Nullable Keys keys() {
        return auto || !untilSteady() ? null : new Range(atLeast, atMost);
    }

    /** Returns the warm-up on that system, in which {@code auto} is resolved. */
    public Warmup on(SystemSpec system) {
        if (!auto) {
            return this;
        }
        boolean servers = system.runsNodes() || system.deployment() == Deployment.EXISTING;
        return servers ? of(atLeast, atMost) : WITHOUT_SERVERS;
    }

    public boolean untilSteady() {
        return !atMost.equals(atLeast);
    }

    /** Returns a text for people; of a word, the text that {@link #parse} reads. */
    @Override
    public String toString() {
        if (auto) {
            return AUTO_TEXT;
        }
        return untilSteady()
                ? DurationText.format(atLeast) + " to " + DurationText.format(atMost)
                : DurationText.format(atLeast);
    }
}
