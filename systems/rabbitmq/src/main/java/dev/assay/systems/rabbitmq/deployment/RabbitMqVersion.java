package dev.assay.systems.rabbitmq.deployment;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** @param text as the server says it, such as {@code 3.10.8} or {@code 4.1.0-rc.2} */
record RabbitMqVersion(int major, int minor, int patch, String text) implements Comparable<RabbitMqVersion> {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,5})\\.(\\d{1,5})\\.(\\d{1,5})(?:[-+.].*)?");
    private static final Comparator<RabbitMqVersion> ORDER = Comparator.comparingInt(RabbitMqVersion::major)
            .thenComparingInt(RabbitMqVersion::minor)
            .thenComparingInt(RabbitMqVersion::patch)
            .thenComparing(RabbitMqVersion::text);

    static Optional<RabbitMqVersion> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new RabbitMqVersion(
                        Integer.parseInt(matcher.group(1)),
                        Integer.parseInt(matcher.group(2)),
                        Integer.parseInt(matcher.group(3)),
                        text))
                : Optional.empty();
    }

    /** Returns whether the release is {@code line}, or one of that line, such as {@code 4} or {@code 3.10}. */
    boolean isOf(String line) {
        return text.equals(line) || text.startsWith(line + ".");
    }

    boolean isBefore(int otherMajor, int otherMinor) {
        return major < otherMajor || (major == otherMajor && minor < otherMinor);
    }

    @Override
    public int compareTo(RabbitMqVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return text;
    }
}
