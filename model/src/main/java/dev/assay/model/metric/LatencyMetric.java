package dev.assay.model.metric;

import java.util.Locale;

/** Lists the latencies of one message, all in nanoseconds; each is a difference of two of its four times. */
public enum LatencyMetric {
    /** Call start − intended: how late the harness itself was, or how long a full client held it up. */
    SCHEDULE_LAG("schedule lag", "call start − intended"),
    /** Acknowledged − call start; what OMB calls publish latency. */
    SERVICE("service", "acknowledged − call start"),
    /** Acknowledged − intended: what a user of the system would have waited. */
    RESPONSE("response", "acknowledged − intended"),
    /** Received − intended, per subscription and message. */
    END_TO_END("end-to-end", "received − intended"),
    /** Received − call start; what OMB calls end-to-end latency. */
    SEND_TO_RECEIVE("send-to-receive", "received − call start (OMB's end-to-end)");

    private final String title;
    private final String meaning;

    LatencyMetric(String title, String meaning) {
        this.title = title;
        this.meaning = meaning;
    }

    public String title() {
        return title;
    }

    /** Returns the definition as a formula in words. */
    public String meaning() {
        return meaning;
    }

    /** Returns the name in files and tags, such as {@code end-to-end}. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** @throws IllegalArgumentException when no metric has the tag */
    public static LatencyMetric ofTag(String tag) {
        return valueOf(tag.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
