package dev.assay.model.arrival;

import dev.assay.model.unit.DurationText;
import dev.assay.model.unit.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Describes the offered rate over time in pieces, in each of which it stays the same or changes evenly. After the last piece
 * its final rate continues or, if the profile repeats, the first piece begins again.
 *
 * @param pieces at least one
 */
public record LoadProfile(List<Piece> pieces, boolean repeats) {
    private static final String RATE = "[0-9][0-9_]*(?:\\.[0-9]+)?\\s*[kKM]?\\s*/\\s*(?:s|sec|min|h)";
    private static final String TIME = "[0-9][0-9_.]*\\s*(?:ms|s|min|h)";
    private static final String RAMP_TEXT = "ramp\\s+(" + RATE + ")\\s+to\\s+(" + RATE + ")\\s+over\\s+(" + TIME + ")";
    private static final String STEPS_TEXT = "steps\\s+(" + RATE + "(?:\\s+" + RATE + ")+)\\s+every\\s+(" + TIME + ")";
    private static final String BURSTS_TEXT = "bursts\\s+(" + RATE + ")\\s+for\\s+(" + TIME + ")\\s+every\\s+(" + TIME
            + ")(?:\\s+else\\s+(" + RATE + "))?";

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN =
            "^\\s*(?:none|" + RATE + "|" + RAMP_TEXT + "|" + STEPS_TEXT + "|" + BURSTS_TEXT + ")\\s*$";

    public static final String EXPECTED = "a rate like 50000/s, 'ramp 1000/s to 50000/s over 60 s',"
            + " 'steps 1000/s 2000/s 4000/s every 20 s', 'bursts 20000/s for 1 s every 10 s else 1000/s' or 'none'";

    private static final Pattern RAMP = Pattern.compile(RAMP_TEXT);
    private static final Pattern STEPS = Pattern.compile(STEPS_TEXT);
    private static final Pattern BURSTS = Pattern.compile(BURSTS_TEXT);
    private static final Pattern ONE_RATE = Pattern.compile(RATE);

    /** Shorter pieces would cost more memory than they could ever show in a value of a second. */
    private static final Duration MIN_LENGTH = Duration.ofMillis(10);

    public static final LoadProfile NONE = new LoadProfile(List.of(new Piece(Duration.ofSeconds(1), 0, 0)), false);

    /**
     * @param length at least 10 ms
     * @param fromPerSecond messages per second at its start, 0 or more
     * @param toPerSecond messages per second at its end, 0 or more; in between the rate changes evenly
     */
    public record Piece(Duration length, double fromPerSecond, double toPerSecond) {
        public Piece {
            if (length.compareTo(MIN_LENGTH) < 0) {
                throw new IllegalArgumentException(
                        "a part of a load profile must last at least 10 ms, but lasts " + DurationText.format(length));
            }
            check(fromPerSecond);
            check(toPerSecond);
        }

        private static void check(double perSecond) {
            if (!(perSecond >= 0) || Double.isInfinite(perSecond)) {
                throw new IllegalArgumentException(
                        "the rate of a load profile must be finite and not negative, but is " + perSecond + "/s");
            }
        }
    }

    public LoadProfile {
        if (pieces.isEmpty()) {
            throw new IllegalArgumentException("a load profile needs at least one part");
        }
        pieces = List.copyOf(pieces);
    }

    public static LoadProfile constant(Rate rate) {
        return new LoadProfile(List.of(piece(Duration.ofSeconds(1), rate, rate)), false);
    }

    /** Returns a profile whose rate changes evenly from {@code from} to {@code to}, and then stays. */
    public static LoadProfile ramp(Rate from, Rate to, Duration over) {
        return new LoadProfile(List.of(piece(over, from, to)), false);
    }

    /** Returns a profile that keeps each rate for {@code every}, and the last one for good. */
    public static LoadProfile steps(List<Rate> rates, Duration every) {
        return new LoadProfile(
                rates.stream().map(rate -> piece(every, rate, rate)).toList(), false);
    }

    /**
     * Returns a profile that repeats bursts of {@code rate}.
     *
     * @param every from the start of one burst to the start of the next; longer than {@code length}
     * @param otherwise between bursts; null for no load
     */
    public static LoadProfile bursts(Rate rate, Duration length, Duration every, @Nullable Rate otherwise) {
        Duration rest = every.minus(length);
        if (!rest.isPositive()) {
            throw new IllegalArgumentException("bursts of %s can't come every %s"
                    .formatted(DurationText.format(length), DurationText.format(every)));
        }
        double between = otherwise == null ? 0 : otherwise.perSecond();
        return new LoadProfile(List.of(piece(length, rate, rate), new Piece(rest, between, between)), true);
    }

    private static Piece piece(Duration length, Rate from, Rate to) {
        return new Piece(length, from.perSecond(), to.perSecond());
    }

    /** @throws IllegalArgumentException when the text is not a profile */
    public static LoadProfile parse(String text) {
        String stripped = text.strip();
        if (stripped.equals("none")) {
            return NONE;
        }
        Matcher ramp = RAMP.matcher(stripped);
        if (ramp.matches()) {
            return ramp(Rate.parse(ramp.group(1)), Rate.parse(ramp.group(2)), DurationText.parse(ramp.group(3)));
        }
        Matcher steps = STEPS.matcher(stripped);
        if (steps.matches()) {
            return steps(
                    ONE_RATE.matcher(steps.group(1))
                            .results()
                            .map(rate -> Rate.parse(rate.group()))
                            .toList(),
                    DurationText.parse(steps.group(2)));
        }
        Matcher bursts = BURSTS.matcher(stripped);
        if (bursts.matches()) {
            String otherwise = bursts.group(4);
            return bursts(
                    Rate.parse(bursts.group(1)),
                    DurationText.parse(bursts.group(2)),
                    DurationText.parse(bursts.group(3)),
                    otherwise == null ? null : Rate.parse(otherwise));
        }
        if (!ONE_RATE.matcher(stripped).matches()) {
            throw new IllegalArgumentException("expected " + EXPECTED + ", but found '" + text + "'");
        }
        return constant(Rate.parse(stripped));
    }

    public double initialPerSecond() {
        return pieces.getFirst().fromPerSecond();
    }

    public double peakPerSecond() {
        double peak = 0;
        for (Piece piece : pieces) {
            peak = Math.max(peak, Math.max(piece.fromPerSecond(), piece.toPerSecond()));
        }
        return peak;
    }

    /** Returns what is offered before it begins: its first rate all the time or, if it repeats, the profile itself. */
    public LoadProfile beforeItsBegin() {
        double first = initialPerSecond();
        return repeats ? this : new LoadProfile(List.of(new Piece(Duration.ofSeconds(1), first, first)), false);
    }

    /** Returns the rate if it is the same all the time; empty when it changes. */
    public Optional<Rate> constantRate() {
        double rate = initialPerSecond();
        boolean same = rate > 0
                && pieces.stream().allMatch(piece -> piece.fromPerSecond() == rate && piece.toPerSecond() == rate);
        return same ? Optional.of(new Rate(rate)) : Optional.empty();
    }

    @Override
    public String toString() {
        Piece first = pieces.getFirst();
        if (equals(NONE)) {
            return "none";
        }
        if (repeats) {
            Piece rest = pieces.getLast();
            return "bursts %s for %s every %s%s"
                    .formatted(
                            rate(first.fromPerSecond()),
                            DurationText.format(first.length()),
                            DurationText.format(first.length().plus(rest.length())),
                            rest.fromPerSecond() > 0 ? " else " + rate(rest.fromPerSecond()) : "");
        }
        if (pieces.size() > 1) {
            return "steps %s every %s"
                    .formatted(
                            pieces.stream()
                                    .map(step -> rate(step.fromPerSecond()))
                                    .collect(Collectors.joining(" ")),
                            DurationText.format(first.length()));
        }
        return first.fromPerSecond() == first.toPerSecond()
                ? rate(first.fromPerSecond())
                : "ramp %s to %s over %s"
                        .formatted(
                                rate(first.fromPerSecond()),
                                rate(first.toPerSecond()),
                                DurationText.format(first.length()));
    }

    private static String rate(double perSecond) {
        return new Rate(perSecond).toString();
    }
}
