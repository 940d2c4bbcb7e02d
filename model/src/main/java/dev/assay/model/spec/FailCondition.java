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
    private static final String LIMIT = "\\s*([<>])\\s*([0-9]+(?:\\.[0-9]+)?)\\s*x\\s*";

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^\\s*" + ComparedName.PATTERN + LIMIT + "$";

    private static final Pattern TEXT = Pattern.compile("\\s*(.+?)" + LIMIT);

    public FailCondition {
        ComparedName.check(statistic);
        if (!(ratio > 0) || Double.isInfinite(ratio)) {
            throw new IllegalArgumentException("a ratio must be positive and finite, but is " + ratio);
        }
    }

    /** @throws IllegalArgumentException when the text is no condition */
    public static FailCondition parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "expected a condition like 'response.p99 > 1.10x' or 'capacity < 0.95x', but found '" + text + "'");
        }
        return new FailCondition(parts.group(1), parts.group(2).equals(">"), Double.parseDouble(parts.group(3)));
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
