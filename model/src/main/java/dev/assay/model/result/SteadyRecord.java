package dev.assay.model.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records what was seen in a phase that was to last until the trial is in a steady state.
 *
 * @param state of all series together: steady only if each was, twice in a row, and there was no obstacle
 * @param afterSeconds how long the phase had lasted when that was decided
 * @param aheadSeconds how far ahead it was asked for
 * @param series all that were looked at, as they were when it was decided
 * @param obstacles what kept the phase from being called steady, whatever the series did; none where it is
 * @param unread whose compilers could not be read, so that they may have been at work; such as {@code the servers}
 */
public record SteadyRecord(
        String phase,
        State state,
        double afterSeconds,
        double aheadSeconds,
        List<SeriesRecord> series,
        List<Obstacle> obstacles,
        List<String> unread) {
    public enum State {
        /** All change that may still come is within what is tolerated. */
        STEADY,
        /** Even the least change that is still to come is beyond what is tolerated. */
        CHANGING,
        /** Neither a steady state nor a remaining change was shown. */
        NOT_KNOWN
    }

    /**
     * Describes one series of values, one each second.
     *
     * @param name such as {@code response p50}
     * @param values how many it is of
     * @param sinceSeconds where the values begin that this is based on, from the start of the phase
     * @param level their median, in the series' unit
     * @param unit as a symbol
     * @param low the lower end of the 90 % interval of what it may still change by {@code aheadSeconds} ahead, as a fraction of the
     *     level
     * @param high its upper end
     */
    public record SeriesRecord(
            String name,
            State state,
            int values,
            double sinceSeconds,
            double level,
            String unit,
            double low,
            double high) {
        /** Fewer values than these say nothing, and there is no interval. */
        public static final int MIN_FIGURES = 20;

        /** Names the series whose level is compared with what is measured. */
        public static final String RESPONSE_P50 = "response p50";
    }

    /**
     * Describes something in whose presence nothing is steady.
     *
     * @param compilers whether it is compilers at work
     * @param what such as {@code compilers of broker-1}
     * @param threshold what would not have prevented a steady state
     * @param unit as a symbol
     */
    public record Obstacle(boolean compilers, String what, double value, double threshold, String unit) {
        /** Is the unit of fractions from 0 to 1, which people read in per cent. */
        public static final String OF_THE_TIME = "of the time";
    }

    public SteadyRecord {
        series = List.copyOf(series);
        obstacles = List.copyOf(obstacles);
        unread = List.copyOf(unread);
    }

    public boolean reached() {
        return state == State.STEADY;
    }

    /** Returns this record with its state not known, where what was seen does not suffice to call it steady. */
    public SteadyRecord notKnown() {
        return new SteadyRecord(phase, State.NOT_KNOWN, afterSeconds, aheadSeconds, series, obstacles, unread);
    }

    /** Returns the series that says most of why it is not steady; of a steady one, that with the widest interval. Null without values. */
    public @Nullable SeriesRecord telling() {
        SeriesRecord telling = null;
        for (SeriesRecord one : series) {
            if (telling == null
                    || rank(one) > rank(telling)
                    || (rank(one) == rank(telling) && reach(one) > reach(telling))) {
                telling = one;
            }
        }
        return telling;
    }

    private static int rank(SeriesRecord one) {
        return switch (one.state) {
            case STEADY -> 0;
            case NOT_KNOWN -> 1;
            case CHANGING -> 2;
        };
    }

    private static double reach(SeriesRecord one) {
        return one.high - one.low;
    }
}
