package dev.assay.scenario.fleet;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds processors or memory of a pod.
 *
 * @param text as Kubernetes writes it, such as {@code 2}, {@code 500m} or {@code 1Gi}
 */
public record PodQuantity(String text) {
    /** Matches quantities, also in JSON Schema. */
    public static final String PATTERN = "([0-9]{1,15}(?:\\.[0-9]{1,9})?)(m|[kMGT]|[KMGT]i)?";

    private static final Pattern TEXT = Pattern.compile(PATTERN);
    private static final Map<String, BigDecimal> UNITS = Map.of(
            "m", BigDecimal.valueOf(1, 3),
            "k", BigDecimal.valueOf(1_000L),
            "M", BigDecimal.valueOf(1_000_000L),
            "G", BigDecimal.valueOf(1_000_000_000L),
            "T", BigDecimal.valueOf(1_000_000_000_000L),
            "Ki", BigDecimal.valueOf(1L << 10),
            "Mi", BigDecimal.valueOf(1L << 20),
            "Gi", BigDecimal.valueOf(1L << 30),
            "Ti", BigDecimal.valueOf(1L << 40));

    public PodQuantity {
        if (!TEXT.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "expected a quantity as Kubernetes writes it, such as 2, 500m or 1Gi, but found '" + text + "'");
        }
    }

    /** Returns processors or bytes. */
    public BigDecimal amount() {
        Matcher parts = TEXT.matcher(text);
        parts.matches();
        BigDecimal number = new BigDecimal(parts.group(1));
        return parts.group(2) == null ? number : number.multiply(UNITS.getOrDefault(parts.group(2), BigDecimal.ONE));
    }

    @Override
    public String toString() {
        return text;
    }
}
