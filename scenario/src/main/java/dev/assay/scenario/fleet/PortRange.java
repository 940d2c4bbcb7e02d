package dev.assay.scenario.fleet;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds the TCP ports of a machine that others can reach.
 *
 * @param first 1 to 65535
 * @param last not below {@code first}
 */
public record PortRange(int first, int last) {
    /** Matches ports, also in JSON Schema. */
    public static final String PATTERN = "([0-9]{1,5})(?:-([0-9]{1,5}))?";

    private static final Pattern TEXT = Pattern.compile(PATTERN);
    private static final int MAX = 65_535;

    public PortRange {
        if (first < 1 || last < first || last > MAX) {
            throw new IllegalArgumentException(
                    "ports are between 1 and %d, the lower one first, but these are %d-%d".formatted(MAX, first, last));
        }
    }

    /**
     * Reads {@code 9100-9109}, or {@code 9100} for a single port.
     *
     * @throws IllegalArgumentException when the text is no such range
     */
    public static PortRange parse(String text) {
        Matcher ports = TEXT.matcher(text);
        if (!ports.matches()) {
            throw new IllegalArgumentException("expected ports like 9100-9109, but found '" + text + "'");
        }
        int first = Integer.parseInt(ports.group(1));
        return new PortRange(first, ports.group(2) == null ? first : Integer.parseInt(ports.group(2)));
    }

    public int count() {
        return last - first + 1;
    }

    @Override
    public String toString() {
        return first == last ? Integer.toString(first) : first + "-" + last;
    }
}
