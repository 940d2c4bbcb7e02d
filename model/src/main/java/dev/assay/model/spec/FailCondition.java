package dev.assay.model.spec;

import dev.assay.model.metric.ComparedName;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * States a condition under which a change fails, such as {@code response.p99 > 1.10x}.
 *
 * @param statistic such as {@code response.p99}, or {@code capacity}
 * @param above whether it fails above the ratio, or below it
 * @param ratio of the candidate by the baseline
 */
public record FailCondition(String statistic, boolean above, double ratio) {
    private static final String BOUND = "([0-9]+(?:\\.[0-9]+)?)\\s*x";

    private static final String LIMIT = "\\s*([<>])\\s*" + BOUND + "\\s*";

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^\\s*" + ComparedName.PATTERN + LIMIT + "$";

    private static final Pattern PARTS = Pattern.compile("([^<>=!]*)([<>=!]+)(.*)", Pattern.DOTALL);

    public FailCondition {
        ComparedName.check(statistic);
        if (!(ratio > 0) || Double.isInfinite(ratio)) {
            throw new IllegalArgumentException(
                    "the bound of a condition must be a ratio above 0, such as 1.10x, but is " + ratio);
        }
    }

    /** @throws IllegalArgumentException when the text is no condition */
    public static FailCondition parse(String text) {
        Matcher parts = PARTS.matcher(text.strip());
        if (!parts.matches()) {
            throw refused(text, "it has no > or <");
        }
        String operator = parts.group(2);
        if (!operator.equals(">") && !operator.equals("<")) {
            throw refused(
                    text, "'%s' is not one of > (fails above the bound) and < (fails below it)".formatted(operator));
        }
        String statistic = parts.group(1).strip();
        ComparedName.check(statistic);
        String limit = parts.group(3).strip();
        Matcher bound = Pattern.compile(BOUND).matcher(limit);
        if (!bound.matches()) {
            throw refused(
                    text,
                    "'%s' is no bound: write the ratio to the baseline with an x, such as 1.10x for 10 %% more"
                            .formatted(limit));
        }
        return new FailCondition(statistic, operator.equals(">"), Double.parseDouble(bound.group(1)));
    }

    private static IllegalArgumentException refused(String text, String why) {
        return new IllegalArgumentException(
                "expected a condition like 'response.p99 > 1.10x' or 'capacity < 0.95x', but found '%s': %s"
                        .formatted(text, why));
    }

    /** Returns the ratio with two decimals, and with more where it was written with more. */
    public String limit() {
        BigDecimal exact = BigDecimal.valueOf(ratio);
        return exact.setScale(Math.max(2, exact.scale())).toPlainString();
    }

    /** Returns the text that {@link #parse} reads. */
    @Override
    public String toString() {
        return "%s %s %sx".formatted(statistic, above ? ">" : "<", limit());
    }
}
