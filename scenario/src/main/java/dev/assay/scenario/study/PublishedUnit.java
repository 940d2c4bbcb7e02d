package dev.assay.scenario.study;

import dev.assay.scenario.study.StudyStatistic.Kind;
import java.util.Arrays;
import java.util.List;

public enum PublishedUnit {
    MILLISECONDS("ms"),
    SECONDS("s"),
    MESSAGES_PER_SECOND("msg/s"),
    MEBIBYTES_PER_SECOND("MiB/s"),
    GIBIBYTES_PER_SECOND("GiB/s"),
    PLAIN("ratio");

    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double MEBIBYTE = 0x1p20;
    private static final double GIBIBYTE = 0x1p30;

    private final String symbol;

    PublishedUnit(String symbol) {
        this.symbol = symbol;
    }

    public static List<PublishedUnit> of(Kind kind) {
        return Arrays.stream(values()).filter(unit -> unit.shows(kind)).toList();
    }

    public boolean shows(Kind kind) {
        return switch (this) {
            case MILLISECONDS -> kind == Kind.LATENCY;
            case SECONDS -> kind == Kind.LATENCY || kind == Kind.LENGTH;
            case MESSAGES_PER_SECOND, MEBIBYTES_PER_SECOND, GIBIBYTES_PER_SECOND -> kind == Kind.RATE;
            case PLAIN -> kind == Kind.RATIO;
        };
    }

    /**
     * Returns the factor from the stored unit to this one: latencies are stored in milliseconds, lengths in seconds, rates in messages
     * per second.
     *
     * @param messageBytes the mean size of a message
     */
    public double factor(Kind kind, double messageBytes) {
        return switch (this) {
            case MILLISECONDS, MESSAGES_PER_SECOND, PLAIN -> 1;
            case SECONDS -> kind == Kind.LATENCY ? 1 / MILLIS_PER_SECOND : 1;
            case MEBIBYTES_PER_SECOND -> messageBytes / MEBIBYTE;
            case GIBIBYTES_PER_SECOND -> messageBytes / GIBIBYTE;
        };
    }

    public String symbol() {
        return symbol;
    }
}
