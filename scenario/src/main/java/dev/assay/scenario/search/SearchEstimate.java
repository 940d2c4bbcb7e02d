package dev.assay.scenario.search;

import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.CapacityTrial.Purpose;
import dev.assay.model.spec.RateSearch;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import dev.assay.scenario.search.SearchCourse.Ask;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Estimates the length of searches with a system that always responds alike, by simulating searches with many capacities all
 * over the range. A system that contradicts itself takes longer.
 */
public final class SearchEstimate {
    private static final int CAPACITIES = 25;

    private SearchEstimate() {}

    /** @param messages the number of messages offered, at most */
    private record Tried(int trials, Duration load, double messages) {}

    /** Returns the minimum and maximum number of trials of a plan's searches; the load is that of the maximum. */
    public static ProgressEstimate of(Plan plan) {
        int min = 0;
        int max = 0;
        Duration load = Duration.ZERO;
        Set<String> searched = new HashSet<>();
        for (PlannedTrial trial : plan.trials()) {
            boolean again = !searched.add(trial.label());
            ProgressEstimate one = trial.spec()
                    .search()
                    .map(search -> of(search, again))
                    .orElseGet(() -> new ProgressEstimate(
                            1, 1, Duration.ofNanos(trial.spec().timeline().endNanos())));
            min += one.min();
            max += one.max();
            load = load.plus(one.load());
        }
        return new ProgressEstimate(min, max, load);
    }

    /**
     * Returns the minimum and maximum number of trials of one search; the load is that of the maximum.
     *
     * @param again whether the point was searched before, and its curve measured
     */
    public static ProgressEstimate of(RateSearch search, boolean again) {
        int min = Integer.MAX_VALUE;
        int max = 0;
        Duration longest = Duration.ZERO;
        for (int index = -1; index <= CAPACITIES; index++) {
            Tried tried = tried(search, index, again);
            min = Math.min(min, tried.trials);
            max = Math.max(max, tried.trials);
            longest = longest.compareTo(tried.load) > 0 ? longest : tried.load;
        }
        return new ProgressEstimate(min, max, longest.plus(search.warmup()));
    }

    /**
     * Returns the maximum number of messages that one search can offer to a system that always responds alike.
     *
     * @param again whether the point was searched before, and its curve measured
     */
    public static double maxMessages(RateSearch search, boolean again) {
        double messages = 0;
        for (int index = -1; index <= CAPACITIES; index++) {
            messages = Math.max(messages, tried(search, index, again).messages);
        }
        return messages;
    }

    private static Tried tried(RateSearch search, int index, boolean again) {
        double from = search.from().perSecond();
        double ratio = search.to().perSecond() / from;
        double capacity = from * Math.pow(ratio, (index + 0.5) / CAPACITIES);
        SearchCourse course = new SearchCourse(search, again);
        Duration load = Duration.ZERO;
        double messages = 0;
        for (Ask ask = course.next(); ask != null; ask = course.next()) {
            double rate = ask.rate().perSecond();
            Duration length = ask.measured().plus(search.warmup());
            load = load.plus(length);
            messages += rate * length.toMillis() / 1e3;
            boolean good = ask.purpose() == Purpose.CURVE || rate <= capacity;
            course.take(ask, good ? Outcome.GOOD : Outcome.BAD);
        }
        return new Tried(course.size(), load, messages);
    }
}
