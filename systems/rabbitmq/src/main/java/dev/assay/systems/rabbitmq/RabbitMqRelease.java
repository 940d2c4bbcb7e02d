package dev.assay.systems.rabbitmq;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What follows from a RabbitMQ server's version, as far as it is known. */
final class RabbitMqRelease {
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,4})(?:\\.(\\d{1,4}))?");

    private RabbitMqRelease() {}

    /**
     * Whether a version is that release or a later one; false where it says no release, such as {@code installed}. Where it has no
     * second number, as in {@code 4}, it counts as the first of its line.
     */
    static boolean isAtLeast(String version, int major, int minor) {
        Matcher numbers = NUMBERS.matcher(version);
        if (!numbers.lookingAt()) {
            return false;
        }
        int first = Integer.parseInt(numbers.group(1));
        int second = numbers.group(2) == null ? 0 : Integer.parseInt(numbers.group(2));
        return first > major || (first == major && second >= minor);
    }
}
