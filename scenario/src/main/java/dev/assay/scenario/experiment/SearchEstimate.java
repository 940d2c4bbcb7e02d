package dev.assay.scenario.experiment;

import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.CapacityTrial.Purpose;
import dev.assay.model.spec.RateSearch;
import dev.assay.scenario.experiment.SearchCourse.Ask;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.time.Duration;

/**
 * How long searches take with a system that always answers alike, wherever in the range its capacity lies: each is tried beforehand with
 * many capacities. A system that contradicts itself takes longer.
 */
public final class SearchEstimate {
    private static final int CAPACITIES = 25;

    private SearchEstimate() {}

    /** What the searches of a plan amount to at the least and at the most; the load is that of the most. */
    public static ProgressEstimate of(Plan plan) {
        int min = 0;
        int max = 0;
        Duration load = Duration.ZERO;
        for (PlannedTrial trial : plan.trials()) {
            ProgressEstimate one = trial.spec()
                    .search()
                    .map(SearchEstimate::of)
                    .orElseGet(() -> new ProgressEstimate(
                            1, 1, Duration.ofNanos(trial.spec().timeline().endNanos())));
            min += one.min();
            max += one.max();
            load = load.plus(one.load());
        }
        return new ProgressEstimate(min, max, load);
    }

    /** The same of one search. */
    public static ProgressEstimate of(RateSearch search) {
        double from = search.from().perSecond();
        double ratio = search.to().perSecond() / from;
        int min = Integer.MAX_VALUE;
        int max = 0;
        Duration longest = Duration.ZERO;
        for (int index = -1; index <= CAPACITIES; index++) {
            double capacity = from * Math.pow(ratio, (index + 0.5) / CAPACITIES);
            Duration load = Duration.ZERO;
            SearchCourse course = new SearchCourse(search);
            Ask ask = course.next();
            while (ask != null) {
                load = load.plus(ask.measured()).plus(search.warmup());
                boolean good = ask.rate().perSecond() <= capacity;
                course.take(ask, good ? Outcome.GOOD : Outcome.BAD);
                ask = course.next();
            }
            min = Math.min(min, course.size());
            max = Math.max(max, course.size());
            longest = longest.compareTo(load) > 0 ? longest : load;
        }
        return new ProgressEstimate(min, max, longest.plus(search.warmup()));
    }

    /** The most messages that one search can offer with such a system: all of its trials at the highest rates that it asks for. */
    public static double maxMessages(RateSearch search) {
        double messages = 0;
        double from = search.from().perSecond();
        double ratio = search.to().perSecond() / from;
        for (int index = -1; index <= CAPACITIES; index++) {
            double capacity = from * Math.pow(ratio, (index + 0.5) / CAPACITIES);
            messages = Math.max(messages, messages(search, capacity));
        }
        return messages;
    }

    private static double messages(RateSearch search, double capacity) {
        SearchCourse course = new SearchCourse(search);
        double messages = 0;
        Ask ask = course.next();
        while (ask != null) {
            double rate = ask.rate().perSecond();
            double seconds = ask.measured().plus(search.warmup()).toMillis() / 1e3;
            messages += rate * seconds;
            boolean good = ask.purpose() == Purpose.CURVE || rate <= capacity;
            course.take(ask, good ? Outcome.GOOD : Outcome.BAD);
            ask = course.next();
        }
        return messages;
    }
}
