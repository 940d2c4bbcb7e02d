package dev.assay.analysis.reading;

import dev.assay.analysis.quality.Quality;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.UnfinishedTrial;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Holds one value, or why there is none. Everything that is printed, compared, judged, searched and exported consists of readings.
 *
 * @param value in the unit of its statistic, also where it does not count; NaN where there is none
 * @param low the value without what the harness can have added
 * @param high the most that the value can be: infinite for a lower bound
 * @param n samples behind it
 * @param settled whether the measured load is known to have been steady
 * @param why it does not count, for people; empty where it does
 */
public record Reading(
        Source source,
        double value,
        double low,
        double high,
        long n,
        Quality quality,
        Outcome outcome,
        boolean settled,
        String why) {
    public enum Outcome {
        VALUE,
        /** Means that the system failed to do what was measured: no value is worse. */
        FAILED,
        /** Means that something other than a failure prevents a comparison. */
        LEFT_OUT,
        /** Means that the trial is INVALID and has not failed: its values are no evidence of anything. */
        INVALID,
        /** Means that the trial was interrupted, or never begun. */
        NOT_RUN
    }

    /**
     * Says where a value comes from.
     *
     * @param trial its folder; empty for a search
     * @param point what it has in common with other trials of the same thing
     * @param block the repetition that it belongs to
     * @param system that was measured; empty where only the run tells it
     * @param phase its name; empty for the whole trial
     * @param subscription empty for all live ones together, and for values of sending
     */
    public record Source(
            String trial,
            String point,
            int block,
            String system,
            String phase,
            String subscription,
            Statistic statistic) {
        public static Source of(TrialRecord trial, String phase, String subscription, Statistic statistic) {
            return new Source(
                    trial.folder(),
                    trial.identity().label(),
                    trial.identity().repetition(),
                    trial.system().system(),
                    phase,
                    subscription,
                    statistic);
        }

        public static Source of(Statistic statistic) {
            return new Source("", "", 0, "", "", "", statistic);
        }

        private static Source of(UnfinishedTrial trial, Statistic statistic) {
            return new Source("", trial.label(), trial.block(), "", "", "", statistic);
        }
    }

    public static final String LOWER_BOUND = "only a lower bound";

    public static final String NOT_ENDED = "its search did not end";

    public static final String BELOW_RANGE = "not even the lowest rate was sustained";

    public static Reading without(Source source, Outcome outcome, String why) {
        return new Reading(source, Double.NaN, Double.NaN, Double.NaN, 0, Quality.clear(), outcome, true, why);
    }

    /**
     * Returns an exact value; where {@code n} is 0, such as for the rate of a subscription that received no message, it does not
     * count.
     */
    public static Reading exact(Source source, double value, long n) {
        boolean any = n > 0;
        return new Reading(
                source,
                value,
                value,
                value,
                n,
                Quality.clear(),
                any ? Outcome.VALUE : Outcome.LEFT_OUT,
                true,
                any ? "" : "nothing was counted");
    }

    public static Reading of(UnfinishedTrial trial, Statistic statistic) {
        Source source = Source.of(trial, statistic);
        return trial.failed()
                ? without(source, Outcome.FAILED, "did not finish")
                : without(source, Outcome.NOT_RUN, "not run");
    }

    /** Returns the rate that a search has confirmed, in messages per second, with the bounds of {@link CapacityRecord#range}. */
    public static Reading of(CapacityRecord search) {
        Interval range = search.range();
        return switch (search.state()) {
            case FOUND, ABOVE_RANGE ->
                range.low() > 0
                        ? of(search, range, Outcome.VALUE, "")
                        : of(search, Interval.OPEN, Outcome.LEFT_OUT, "no rate was found");
            case BELOW_RANGE -> of(search, range, Outcome.FAILED, BELOW_RANGE);
            case UNDER_WAY -> of(search, Interval.OPEN, Outcome.NOT_RUN, NOT_ENDED);
            case STOPPED -> of(search, Interval.OPEN, Outcome.LEFT_OUT, "its search was abandoned");
        };
    }

    private static Reading of(CapacityRecord search, Interval range, Outcome outcome, String why) {
        return new Reading(
                new Source("", search.label(), search.repetition(), "", "", "", Statistic.CAPACITY),
                range.centre() > 0 ? range.centre() : Double.NaN,
                range.low(),
                range.high(),
                search.trials().size(),
                Quality.clear(),
                outcome,
                true,
                why);
    }

    public Reading withheld(Outcome instead, String reason) {
        return new Reading(source, value, low, high, n, quality, instead, settled, reason);
    }

    /** Returns a copy that does not count if there is a reason, and this reading otherwise. */
    public Reading unless(Optional<String> reason) {
        return reason.isEmpty() || outcome != Outcome.VALUE ? this : withheld(Outcome.LEFT_OUT, reason.get());
    }

    public Reading ofSystem(String system) {
        Source known = new Source(
                source.trial(),
                source.point(),
                source.block(),
                system,
                source.phase(),
                source.subscription(),
                source.statistic());
        return new Reading(known, value, low, high, n, quality, outcome, settled, why);
    }

    public Statistic statistic() {
        return source.statistic();
    }

    public OptionalDouble counting() {
        return counts() ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    public boolean counts() {
        return outcome == Outcome.VALUE;
    }

    /** Tells whether the value does not count because other work on the machine disturbed its trial. */
    public boolean disturbed() {
        return why.equals(Comparability.DISTURBED);
    }

    /** Tells whether the value is only known to be at least so large. */
    public boolean lowerBound() {
        return Double.isInfinite(high);
    }

    public boolean supported() {
        return quality.supported();
    }

    public Interval interval() {
        return new Interval(low, value, high);
    }

    /**
     * Returns the interval of the value; for one that failed, a point beyond all others on the bad side.
     *
     * @param all whether values that are left out are returned as well
     * @return empty where there is none
     */
    public Optional<Interval> place(boolean all) {
        if (outcome == Outcome.FAILED) {
            double worst = statistic().isRate() ? 0 : Double.POSITIVE_INFINITY;
            return Optional.of(new Interval(worst, worst, worst));
        }
        boolean counts = counts() || (all && outcome == Outcome.LEFT_OUT && value > 0);
        return counts ? Optional.of(interval()) : Optional.empty();
    }
}
