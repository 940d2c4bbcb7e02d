package dev.assay.analysis.reading;

import dev.assay.model.failure.FailureClass;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * @param name such as {@code response.p99}, {@code achieved} or {@code capacity}
 * @param metric the latency whose distribution it belongs to; empty for other statistics
 */
public record Statistic(String name, Unit unit, Optional<LatencyMetric> metric) {
    public enum Unit {
        NANOSECONDS("ns"),
        SECONDS("s"),
        MESSAGES("messages"),
        MESSAGES_PER_SECOND("messages/s"),
        BYTES_PER_SECOND("B/s"),
        BYTES_PER_MESSAGE("B/message"),
        /** Equals seconds of processor time per million messages. */
        MICROSECONDS_PER_MESSAGE("us/message"),
        PER_SECOND("1/s"),
        PER_CENT("%"),
        TIMES("times"),
        RATIO("1");

        private final String symbol;

        Unit(String symbol) {
            this.symbol = symbol;
        }

        public String symbol() {
            return symbol;
        }

        /**
         * Returns the unit with a symbol.
         *
         * @throws IllegalArgumentException when there is none
         */
        public static Unit ofSymbol(String symbol) {
            for (Unit unit : values()) {
                if (unit.symbol.equals(symbol)) {
                    return unit;
                }
            }
            throw new IllegalArgumentException("expected a unit such as ns or messages/s, but found '" + symbol + "'");
        }
    }

    private static final String SYNCS = "syncs.";

    public static final Statistic ACHIEVED = rate("achieved");

    public static final Statistic CAPACITY = rate("capacity");

    public static final Statistic R50 = rate("capacity.r50");

    public static final Statistic R90 = rate("capacity.r90");

    /** Divides the messages that a subscription received within a phase by its length. */
    public static final Statistic RECEIVED = rate("received");

    /** Counts the messages acknowledged by the end of a phase that a subscription has not received. */
    public static final Statistic BACKLOG = of("backlog", Unit.MESSAGES);

    public static final Statistic BACKLOG_GROWTH = rate("backlog.growth");

    /** Measures how much longer than requested sleeping threads of the workers slept, which is the floor under every latency. */
    public static final Statistic HICCUP_P99 = of("hiccup.p99", Unit.NANOSECONDS);

    public static final Statistic HICCUP_P999 = of("hiccup.p99.9", Unit.NANOSECONDS);

    public static final Statistic HICCUP_MAX = of("hiccup.max", Unit.NANOSECONDS);

    /** Counts calls of fsync, fdatasync and msync by one server, except for its metadata log. */
    public static Statistic syncs(String server) {
        return of(SYNCS + server, Unit.PER_SECOND);
    }

    /** Divides the bytes that servers fetched from disks while a subscription caught up by the bytes of its backlog. */
    public static final Statistic FROM_DISK = of("catch-up.from-disk", Unit.RATIO);

    /** Counts how often a consumer had to give partitions away in a phase because its group was rebalanced. */
    public static final Statistic REBALANCES = of("rebalances", Unit.TIMES);

    public static Statistic of(String name, Unit unit) {
        return new Statistic(name, unit, Optional.empty());
    }

    static Statistic rate(String name) {
        return of(name, Unit.MESSAGES_PER_SECOND);
    }

    public static Statistic of(LatencyStatistic latency) {
        return new Statistic(latency.withoutPhase().toString(), Unit.NANOSECONDS, Optional.of(latency.metric()));
    }

    /**
     * Returns a percentile of a latency.
     *
     * @param percent one of {@link LatencyStatistic#PERCENTS}
     */
    public static Statistic quantile(LatencyMetric metric, double percent) {
        return of(new LatencyStatistic(metric, OptionalDouble.of(percent), Optional.empty()));
    }

    public static Statistic mean(LatencyMetric metric) {
        return of(new LatencyStatistic(metric, OptionalDouble.empty(), Optional.empty()));
    }

    public static Statistic max(LatencyMetric metric) {
        return new Statistic(metric.tag() + ".max", Unit.NANOSECONDS, Optional.of(metric));
    }

    /** Counts samples below zero, which are 0 in the distribution. */
    public static Statistic negatives(LatencyMetric metric) {
        return new Statistic(metric.tag() + ".negatives", Unit.MESSAGES, Optional.of(metric));
    }

    /** Counts messages without a known latency, which rank above all samples: those that failed, never arrived or were never sent. */
    public static Statistic censored(LatencyMetric metric) {
        return new Statistic(metric.tag() + ".censored", Unit.MESSAGES, Optional.of(metric));
    }

    /** Returns the server whose syncs are counted; empty for other statistics. */
    public Optional<String> ofServer() {
        return name.startsWith(SYNCS) ? Optional.of(name.substring(SYNCS.length())) : Optional.empty();
    }

    /** Counts messages of a phase that failed with errors of a class, such as {@code errors.refused}. */
    public static Statistic errors(FailureClass kind) {
        return of("errors." + kind.code(), Unit.MESSAGES);
    }

    /** Counts how often consumers met failures of a class in a phase and continued, such as {@code consumer-errors.expelled}. */
    public static Statistic consumerErrors(FailureClass kind) {
        return of("consumer-errors." + kind.code(), Unit.TIMES);
    }

    public boolean isRate() {
        return unit == Unit.MESSAGES_PER_SECOND;
    }

    @Override
    public String toString() {
        return name;
    }
}
