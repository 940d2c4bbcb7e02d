package dev.assay.scenario.experiment;

import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.CapacityTrial.Purpose;
import dev.assay.model.spec.RateSearch;
import dev.assay.model.unit.Rate;
import dev.assay.scenario.experiment.SearchLevel.Bounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The course of one search for the highest sustained rate, after MLRsearch (draft-ietf-bmwg-mlrsearch): short trials narrow the range
 * down, longer ones decide the bounds, and results that contradict each other are weighed by the time that they stand for. Then
 * latency is measured at fractions of the lower bound.
 */
final class SearchCourse {
    /** So many trials in a row that tell nothing end a search, or leave out a point of the curve. */
    static final int MAX_FAILURES = 3;

    /** A search that is not over by then never will be. */
    static final int MAX_TRIALS = 60;

    /** The fractions of the lower bound at which latency is measured. */
    static final List<Double> CURVE = List.of(0.10, 0.25, 0.50, 0.70, 0.80, 0.90, 0.95);

    /** Beyond p99.9 of a thousand a second, and long enough to judge a drift by. */
    private static final Duration MIN_CURVE = Duration.ofSeconds(15);

    private static final double PROBE_WIDTHS = 4;
    private static final double PROBE_STEP = 4;

    /**
     * A trial that tells something of its rate.
     *
     * @param seconds how long it was to last; one that was ended early because it was decided counts in full
     */
    record Evidence(double ratePerSecond, double seconds, boolean good) {}

    /**
     * A trial that the search asks for.
     *
     * @param measured how long its measured load lasts at most
     */
    record Ask(Purpose purpose, Rate rate, Duration measured) {}

    /** A trial that was asked for, with what came of it. */
    record Done(Ask ask, Outcome outcome) {}

    private final RateSearch search;
    private final SearchLevel probing;
    private final SearchLevel deciding;
    private final List<Done> done = new ArrayList<>();
    private final List<Evidence> evidence = new ArrayList<>();

    SearchCourse(RateSearch search) {
        this.search = search;
        double precision = search.precision().ratio();
        double from = search.from().perSecond();
        double to = search.to().perSecond();
        double probe = search.probe().toMillis() / 1e3;
        double decide = search.decide().toMillis() / 1e3;
        this.probing = new SearchLevel(from, to, probe, probe, Math.min(0.5, PROBE_WIDTHS * precision), PROBE_STEP);
        this.deciding = new SearchLevel(from, to, decide, 2 * decide, precision, 1 / (1 - precision));
    }

    /** What has come of the trial that was asked for last. */
    void take(Ask ask, Outcome outcome) {
        done.add(new Done(ask, outcome));
        if (ask.purpose() != Purpose.CURVE && outcome != Outcome.NO_EVIDENCE) {
            evidence.add(
                    new Evidence(ask.rate().perSecond(), ask.measured().toMillis() / 1e3, outcome == Outcome.GOOD));
        }
    }

    /** The next trial; nothing when there is no more to ask. */
    @Nullable
    Ask next() {
        if (!stopped().isEmpty()) {
            return null;
        }
        Ask again = again();
        if (again != null) {
            return again;
        }
        Ask searching = searching();
        return searching == null ? curve() : searching;
    }

    /** The same once more, where the last trial told nothing. */
    private @Nullable Ask again() {
        boolean missing =
                !done.isEmpty() && done.getLast().outcome() == Outcome.NO_EVIDENCE && failuresInARow() < MAX_FAILURES;
        return missing ? done.getLast().ask() : null;
    }

    private @Nullable Ask searching() {
        Double probe = decided() ? null : probing.next(evidence);
        if (probe != null) {
            return new Ask(Purpose.PROBE, new Rate(probe), search.probe());
        }
        Double next = deciding.next(evidence);
        Double rate = next == null ? deciding.stale(evidence) : next;
        return rate == null ? null : new Ask(Purpose.DECIDE, new Rate(rate), search.decide());
    }

    /** Once there is a long trial, short ones are not asked for any more. */
    private boolean decided() {
        return done.stream().anyMatch(trial -> trial.ask().purpose() == Purpose.DECIDE);
    }

    private @Nullable Ask curve() {
        Double lower = bounds().lower();
        if (!search.curve() || lower == null) {
            return null;
        }
        Duration length = search.probe().compareTo(MIN_CURVE) > 0 ? search.probe() : MIN_CURVE;
        for (double fraction : CURVE) {
            double rate = SearchLevel.rounded(fraction * lower);
            if (!measured(rate)) {
                return new Ask(Purpose.CURVE, new Rate(rate), length);
            }
        }
        return null;
    }

    private boolean measured(double rate) {
        List<Done> at = done.stream()
                .filter(trial -> trial.ask().purpose() == Purpose.CURVE
                        && trial.ask().rate().perSecond() == rate)
                .toList();
        return at.size() >= MAX_FAILURES || at.stream().anyMatch(trial -> trial.outcome() != Outcome.NO_EVIDENCE);
    }

    /** The bounds as the long trials show them; before there are any, none. */
    Bounds bounds() {
        return deciding.bounds(evidence.stream()
                .filter(trial -> decided() || trial.seconds() >= deciding.seconds())
                .toList());
    }

    /** How it stands. */
    State state() {
        if (!stopped().isEmpty()) {
            return State.STOPPED;
        }
        Bounds bounds = bounds();
        boolean asksAgain = again() != null && done.getLast().ask().purpose() != Purpose.CURVE;
        if (asksAgain || searching() != null) {
            return State.UNDER_WAY;
        }
        if (bounds.lower() == null) {
            return State.BELOW_RANGE;
        }
        return bounds.upper() == null ? State.ABOVE_RANGE : State.FOUND;
    }

    /** Why it was given up; empty where it was not. */
    String stopped() {
        if (!done.isEmpty() && done.getLast().ask().purpose() != Purpose.CURVE && failuresInARow() >= MAX_FAILURES) {
            return "%d trials in a row at %s were inconclusive"
                    .formatted(MAX_FAILURES, done.getLast().ask().rate());
        }
        boolean endless = evidence.size() >= MAX_TRIALS && searching() != null;
        return endless
                ? "after %d trials the bounds were still not found: the system does not behave consistently for long enough"
                        .formatted(MAX_TRIALS)
                : "";
    }

    private int failuresInARow() {
        int failures = 0;
        for (int index = done.size() - 1; index >= 0; index--) {
            if (done.get(index).outcome() != Outcome.NO_EVIDENCE
                    || !done.get(index).ask().equals(done.getLast().ask())) {
                break;
            }
            failures++;
        }
        return failures;
    }

    /** How many trials there were. */
    int size() {
        return done.size();
    }
}
