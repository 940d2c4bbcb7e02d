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
public final class SearchForecast {
    private static final int CAPACITIES = 25;

    private SearchForecast() {}

    /** What the searches of a plan amount to at the least and at the most; the load is that of the most. */
    public static Outlook of(Plan plan) {
        int least = 0;
        int most = 0;
        Duration load = Duration.ZERO;
        for (PlannedTrial trial : plan.trials()) {
            Outlook one = trial.spec()
                    .search()
                    .map(SearchForecast::of)
                    .orElseGet(() -> new Outlook(
                            1, 1, Duration.ofNanos(trial.spec().timeline().endNanos())));
            least += one.least();
            most += one.most();
            load = load.plus(one.load());
        }
        return new Outlook(least, most, load);
    }

    /** The same of one search. */
    public static Outlook of(RateSearch search) {
        double from = search.from().perSecond();
        double ratio = search.to().perSecond() / from;
        int least = Integer.MAX_VALUE;
        int most = 0;
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
            least = Math.min(least, course.size());
            most = Math.max(most, course.size());
            longest = longest.compareTo(load) > 0 ? longest : load;
        }
        return new Outlook(least, most, longest.plus(search.warmup()));
    }

    /** The most messages that one search can offer with such a system: all of its trials at the highest rates that it asks for. */
    public static double mostMessages(RateSearch search) {
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
