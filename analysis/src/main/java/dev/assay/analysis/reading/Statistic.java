package dev.assay.analysis.reading;

import dev.assay.model.failure.FailureClass;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a value is of, by its name.
 *
 * @param name such as {@code response.p99}, {@code achieved} or {@code capacity}
 * @param metric whose distribution it is of; empty where it is of none
 */
public record Statistic(String name, Unit unit, Optional<LatencyMetric> metric) {
    /** What values are counted in. */
    public enum Unit {
        /** Time. */
        NANOSECONDS("ns"),
        /** Longer time. */
        SECONDS("s"),
        /** A count. */
        MESSAGES("messages"),
        /** A rate. */
        MESSAGES_PER_SECOND("messages/s"),
        /** A bandwidth. */
        BYTES_PER_SECOND("B/s"),
        /** What a message takes of a disk or a network. */
        BYTES_PER_MESSAGE("B/message"),
        /** What a message takes of processors: seconds for a million of them. */
        MICROSECONDS_PER_MESSAGE("us/message"),
        /** How often. */
        PER_SECOND("1/s"),
        /** Of a hundred. */
        PER_CENT("%"),
        /** How often something happened. */
        TIMES("times"),
        /** One value by another. */
        RATIO("1");

        private final String symbol;

        Unit(String symbol) {
            this.symbol = symbol;
        }

        /** As files have it. */
        public String symbol() {
            return symbol;
        }

        /**
         * The unit of that symbol.
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

    /** Messages acknowledged within a phase, by its length. */
    public static final Statistic ACHIEVED = rate("achieved");

    /** The highest rate that a search has found to be sustained. */
    public static final Statistic CAPACITY = rate("capacity");

    /** The rate that half of the trials pass. */
    public static final Statistic R50 = rate("capacity.r50");

    /** The rate that nine tenths of them pass. */
    public static final Statistic R90 = rate("capacity.r90");

    /** Messages that a subscription received within a phase, by its length. */
    public static final Statistic RECEIVED = rate("received");

    /** Messages acknowledged by the end of a phase that a subscription has not received. */
    public static final Statistic BACKLOG = of("backlog", Unit.MESSAGES);

    /** The median slope of that. */
    public static final Statistic BACKLOG_GROWTH = rate("backlog.growth");

    /** How much longer than asked sleeping threads of the workers slept: the floor under every latency. */
    public static final Statistic HICCUP_P99 = of("hiccup.p99", Unit.NANOSECONDS);

    /** The same at 99.9 per cent. */
    public static final Statistic HICCUP_P999 = of("hiccup.p99.9", Unit.NANOSECONDS);

    /** The longest of them. */
    public static final Statistic HICCUP_MAX = of("hiccup.max", Unit.NANOSECONDS);

    /** Calls of fsync, fdatasync and msync by one server, but for its metadata log. */
    public static Statistic syncs(String server) {
        return of(SYNCS + server, Unit.PER_SECOND);
    }

    /** What servers fetched from disks while a subscription caught up, over the bytes of its backlog. */
    public static final Statistic FROM_DISK = of("catch-up.from-disk", Unit.RATIO);

    /** How often a consumer had to give partitions away in a phase because its group was rebalanced. */
    public static final Statistic REBALANCES = of("rebalances", Unit.TIMES);

    /** One that is of no distribution. */
    public static Statistic of(String name, Unit unit) {
        return new Statistic(name, unit, Optional.empty());
    }

    static Statistic rate(String name) {
        return of(name, Unit.MESSAGES_PER_SECOND);
    }

    /** The same of whatever phase. */
    public static Statistic of(LatencyStatistic latency) {
        return new Statistic(latency.withoutPhase().toString(), Unit.NANOSECONDS, Optional.of(latency.metric()));
    }

    /**
     * A percentile of its samples.
     *
     * @param percent one of {@link LatencyStatistic#PERCENTS}
     */
    public static Statistic quantile(LatencyMetric metric, double percent) {
        return of(new LatencyStatistic(metric, OptionalDouble.of(percent), Optional.empty()));
    }

    /** The mean of its samples. */
    public static Statistic mean(LatencyMetric metric) {
        return of(new LatencyStatistic(metric, OptionalDouble.empty(), Optional.empty()));
    }

    /** The largest of its samples. */
    public static Statistic max(LatencyMetric metric) {
        return new Statistic(metric.tag() + ".max", Unit.NANOSECONDS, Optional.of(metric));
    }

    /** Samples below zero, which count as 0 in the distribution. */
    public static Statistic negatives(LatencyMetric metric) {
        return new Statistic(metric.tag() + ".negatives", Unit.MESSAGES, Optional.of(metric));
    }

    /** Messages without a known latency, which count as larger than all samples: those that failed, never arrived or were never sent. */
    public static Statistic censored(LatencyMetric metric) {
        return new Statistic(metric.tag() + ".censored", Unit.MESSAGES, Optional.of(metric));
    }

    /** The server that it is of; empty for none. */
    public Optional<String> ofServer() {
        return name.startsWith(SYNCS) ? Optional.of(name.substring(SYNCS.length())) : Optional.empty();
    }

    /** Messages of a phase that failed with errors of that class, such as {@code errors.refused}. */
    public static Statistic errors(FailureClass kind) {
        return of("errors." + kind.code(), Unit.MESSAGES);
    }

    /** How often consumers met failures of that class in a phase and went on, such as {@code consumer-errors.expelled}. */
    public static Statistic consumerErrors(FailureClass kind) {
        return of("consumer-errors." + kind.code(), Unit.TIMES);
    }

    /** Whether more of it is better. */
    public boolean isRate() {
        return unit == Unit.MESSAGES_PER_SECOND;
    }

    @Override
    public String toString() {
        return name;
    }
}
