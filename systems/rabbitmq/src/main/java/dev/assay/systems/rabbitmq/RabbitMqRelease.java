package dev.assay.systems.rabbitmq;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class RabbitMqRelease {
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,4})(?:\\.(\\d{1,4}))?");

    private RabbitMqRelease() {}

    /**
     * Returns whether a version is that release or a later one; false where it names no release, such as {@code installed}. Without a
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
