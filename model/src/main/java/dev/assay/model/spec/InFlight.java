package dev.assay.model.spec;

import java.util.regex.Pattern;

/**
 * Limits the messages that one producer has in flight at a time: sent and without an outcome.
 *
 * @param messages at least 1; 0 for as many as the system's client takes
 */
public record InFlight(int messages) {
    /** Leaves the limit to the client, whose own differs from system to system. */
    public static final InFlight CLIENT = new InFlight(0);

    /** Is enough for 50 000 msg/s of a producer at 100 ms, and 5 MB of messages of 1 KB: clients have room for that by default. */
    public static final InFlight DEFAULT = new InFlight(5_000);

    private static final int MAX = 1_000_000;
    private static final String CLIENT_TEXT = "client";

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^\\s*(?:client|[1-9][0-9_]{0,8})\\s*$";

    private static final Pattern TEXT = Pattern.compile(PATTERN);

    public InFlight {
        Check.inRange("in-flight", messages, 0, MAX);
    }

    /**
     * Reads {@code 5000} or {@code client}.
     *
     * @throws IllegalArgumentException when the text is neither
     */
    public static InFlight parse(String text) {
        Check.that(
                TEXT.matcher(text).matches(),
                "expected a number of messages between 1 and 1_000_000, or client, but found '" + text + "'");
        String stripped = text.strip();
        return stripped.equals(CLIENT_TEXT) ? CLIENT : new InFlight(Integer.parseInt(stripped.replace("_", "")));
    }

    public boolean isLimited() {
        return messages > 0;
    }

    @Override
    public String toString() {
        return isLimited() ? Integer.toString(messages) : CLIENT_TEXT;
    }
}
