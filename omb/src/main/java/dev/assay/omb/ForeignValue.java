package dev.assay.omb;

import dev.assay.scenario.PlainYaml;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Holds a value of another benchmark's YAML, and converts it as Jackson 2.13 does for a field of Java, since the OpenMessaging Benchmark
 * reads its files with it: without quotes by the rules of YAML 1.1, in quotes as Java's own text of a number or a truth value.
 *
 * @param text as written, quotes and escapes resolved
 * @param plain whether it stands without quotes, and not as a block
 */
record ForeignValue(String text, boolean plain) {
    private static final Pattern YES = Pattern.compile("yes|Yes|YES|on|On|ON|true|True|TRUE");
    private static final Pattern NO = Pattern.compile("no|No|NO|off|Off|OFF|false|False|FALSE");

    /** Matches whole numbers of YAML 1.1, but for those to the base 60, which no field takes. */
    private static final Pattern INTEGER = Pattern.compile("[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|0[0-7_]*|[1-9][0-9_]*)");

    private static final Pattern DECIMAL =
            Pattern.compile("[-+]?(?:[0-9][0-9_]*\\.?[0-9_]*|\\.[0-9_]+)(?:[eE][-+]?[0-9]{1,3})?");
    private static final Pattern QUOTED = Pattern.compile("[-+]?[0-9]{1,40}");

    /** Tells whether the value is empty, which is 0 for a number and false for a truth value. */
    public boolean isNothing() {
        return plain && PlainYaml.isNothing(text);
    }

    /** Returns a number without its decimals; empty where Java's {@code long} does not take it. */
    public OptionalLong whole() {
        Optional<BigDecimal> number = number();
        if (number.isEmpty()
                || (!plain && !isZero() && !QUOTED.matcher(text.strip()).matches())) {
            return OptionalLong.empty();
        }
        BigInteger whole = number.get().toBigInteger();
        return whole.bitLength() < Long.SIZE ? OptionalLong.of(whole.longValue()) : OptionalLong.empty();
    }

    /** Returns a number without its decimals; empty where Java's {@code int} does not take it. */
    public OptionalLong integer() {
        OptionalLong whole = whole();
        return whole.isPresent() && whole.getAsLong() == (int) whole.getAsLong() ? whole : OptionalLong.empty();
    }

    /** Returns a number; empty where the text is none. */
    public Optional<BigDecimal> number() {
        if (isZero()) {
            return Optional.of(BigDecimal.ZERO);
        }
        String written = plain ? text : text.strip();
        if (plain && INTEGER.matcher(written).matches()) {
            return integer(written.replace("_", ""));
        }
        if (!DECIMAL.matcher(written).matches() || (!plain && written.indexOf('_') >= 0)) {
            return Optional.empty();
        }
        return Optional.of(new BigDecimal(written.replace("_", "")));
    }

    private static Optional<BigDecimal> integer(String digits) {
        boolean negative = digits.startsWith("-");
        String bare = digits.replaceFirst("^[-+]", "");
        int radix = bare.startsWith("0x") ? 16 : bare.startsWith("0b") ? 2 : bare.startsWith("0") ? 8 : 10;
        String number = radix == 16 || radix == 2 ? bare.substring(2) : bare;
        if (number.isEmpty()) {
            return Optional.empty();
        }
        BigDecimal value = new BigDecimal(new BigInteger(number, radix));
        return Optional.of(negative ? value.negate() : value);
    }

    /** Tells whether the value counts as 0: empty quotes, or this word in them, do too. */
    private boolean isZero() {
        return isNothing() || text.isBlank() || text.strip().equals("null");
    }

    /** Returns a truth value, such as {@code True} or {@code yes}; empty where the text is none. */
    public Optional<Boolean> truth() {
        if (isZero()) {
            return Optional.of(false);
        }
        String written = plain ? text : text.strip();
        boolean word =
                plain || written.regionMatches(true, 0, "true", 0, 4) || written.regionMatches(true, 0, "false", 0, 5);
        if (word && YES.matcher(written).matches()) {
            return Optional.of(true);
        }
        if (word && NO.matcher(written).matches()) {
            return Optional.of(false);
        }
        return plain && INTEGER.matcher(written).matches()
                ? integer(written.replace("_", "")).map(number -> number.signum() != 0)
                : Optional.empty();
    }
}
