package dev.assay.scenario.search;

import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.CapacityTrial.Purpose;
import dev.assay.model.spec.RateSearch;
import dev.assay.model.unit.Rate;
import dev.assay.scenario.search.SearchLevel.Evidence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Directs one search for the highest sustained rate, after MLRsearch (draft-ietf-bmwg-mlrsearch): short trials narrow the
 * range, longer ones decide which rate to confirm, and contradicting results are weighed by the length of their trials. Since
 * that rate was chosen because it passed, only later trials count for it: several have to pass in a row, or a lower rate is
 * tried. Then latency is measured at fractions of the confirmed rate.
 */
public final class SearchCourse {
    /** Limits the inconclusive trials in a row, after which a search ends, or leaves out a point of the curve. */
    public static final int MAX_FAILURES = 3;

    /** Limits the conclusive trials of a search; one that is not over by then never will be. */
    static final int MAX_TRIALS = 60;

    static final int MAX_ATTEMPTS = 8;

    public static final List<Double> CURVE = List.of(0.10, 0.25, 0.50, 0.70, 0.80, 0.90, 0.95);

    /** Gives more than enough messages for p99.9 at a thousand per second, and is long enough to detect a drift. */
    private static final Duration MIN_CURVE = Duration.ofSeconds(15);

    private static final double PROBE_WIDTHS = 4;
    private static final double PROBE_STEP = 4;

    /** Multiplies a rate that was not confirmed, to get the next one. */
    private static final double LOWER = 0.95;

    /** @param measured the maximum length of measured load */
    public record Ask(Purpose purpose, Rate rate, Duration measured) {}

    record Done(Ask ask, Outcome outcome) {}

    /**
     * Counts how far a rate is confirmed.
     *
     * @param ratePerSecond the current or last rate; 0 after the lowest rate of the search has failed
     * @param attempt 1-based number of the row
     * @param passes the number of trials in a row that passed
     */
    private record Confirming(double ratePerSecond, int attempt, int passes) {
        boolean confirmed() {
            return passes >= needed(attempt);
        }
    }

    private final RateSearch search;
    private final boolean curve;
    private final SearchLevel probing;
    private final SearchLevel deciding;
    private final List<Done> done = new ArrayList<>();
    private final List<Evidence> evidence = new ArrayList<>();

    /** @param again whether an earlier search of the same point has found a rate, and measured the curve */
    public SearchCourse(RateSearch search, boolean again) {
        this.search = search;
        this.curve = search.curve() && !again;
        double precision = search.precision().ratio();
        double from = search.from().perSecond();
        double to = search.to().perSecond();
        double probe = search.probe().toMillis() / 1e3;
        double decide = search.decide().toMillis() / 1e3;
        this.probing = new SearchLevel(from, to, probe, probe, Math.min(0.5, PROBE_WIDTHS * precision), PROBE_STEP);
        this.deciding = new SearchLevel(from, to, decide, 2 * decide, precision, 1 / (1 - precision));
    }

    /**
     * Returns how many trials in a row have to pass at a rate to confirm it: five at first, seven after a failure, with a lower
     * rate, or after an inconclusive trial, which starts a new row, then eight, and so on. If a system fails half of its trials
     * or more at every rate, a search confirms a rate with a probability of at most 1/32 + 1/128 + 1/256 + … &lt; 4.7 %.
     *
     * @param attempt 1-based number of the row
     */
    static int needed(int attempt) {
        return attempt == 1 ? 5 : attempt + 5;
    }

    public void take(Ask ask, Outcome outcome) {
        done.add(new Done(ask, outcome));
        boolean searching = ask.purpose() == Purpose.PROBE || ask.purpose() == Purpose.DECIDE;
        if (searching && outcome != Outcome.NO_EVIDENCE) {
            evidence.add(
                    new Evidence(ask.rate().perSecond(), ask.measured().toMillis() / 1e3, outcome == Outcome.GOOD));
        }
    }

    /** Returns the next trial; null when the search is over. */
    @Nullable
    public Ask next() {
        if (!stopped().isEmpty()) {
            return null;
        }
        Ask again = again();
        if (again != null) {
            return again;
        }
        Ask searching = searching();
        if (searching != null) {
            return searching;
        }
        Confirming confirming = confirming();
        if (confirming == null) {
            return null;
        }
        if (confirming.confirmed()) {
            return curve(confirming.ratePerSecond());
        }
        return isLowest(confirming)
                ? null
                : new Ask(Purpose.CONFIRM, new Rate(confirming.ratePerSecond()), search.decide());
    }

    /** Returns the last trial if it was inconclusive, unless there were too many in a row; else null. */
    private @Nullable Ask again() {
        boolean missing =
                !done.isEmpty() && done.getLast().outcome() == Outcome.NO_EVIDENCE && failuresInARow() < MAX_FAILURES;
        return missing ? done.getLast().ask() : null;
    }

    /** Returns a trial that narrows the range; null once a rate is being confirmed, or the range is narrow enough. */
    private @Nullable Ask searching() {
        if (done.stream().anyMatch(trial -> trial.ask().purpose() == Purpose.CONFIRM)) {
            return null;
        }
        Double probe = decided() ? null : probing.next(evidence);
        if (probe != null) {
            return new Ask(Purpose.PROBE, new Rate(probe), search.probe());
        }
        Double next = deciding.next(evidence);
        Double rate = next == null ? deciding.stale(evidence) : next;
        return rate == null ? null : new Ask(Purpose.DECIDE, new Rate(rate), search.decide());
    }

    /** Tells whether there is a long trial, after which short ones are no longer requested. */
    private boolean decided() {
        return done.stream().anyMatch(trial -> trial.ask().purpose() == Purpose.DECIDE);
    }

    /** Returns the progress of confirming; null before that begins, or where not even the lowest rate was met. */
    private @Nullable Confirming confirming() {
        Double chosen = deciding.bounds(evidence).lower();
        if (chosen == null || searching() != null) {
            return null;
        }
        Confirming now = new Confirming(chosen, 1, 0);
        for (Done trial : done) {
            if (trial.ask().purpose() == Purpose.CONFIRM) {
                now = switch (trial.outcome()) {
                    case GOOD -> new Confirming(now.ratePerSecond(), now.attempt(), now.passes() + 1);
                    case BAD -> new Confirming(lower(now.ratePerSecond()), now.attempt() + 1, 0);
                    // Most of these have missed the rate: without a new row they would be excluded because of their own
                    // result.
                    case NO_EVIDENCE -> new Confirming(now.ratePerSecond(), now.attempt() + 1, 0);
                };
            }
        }
        return now;
    }

    private double lower(double rate) {
        return rate <= search.from().perSecond()
                ? 0
                : Math.max(search.from().perSecond(), SearchLevel.rounded(rate * LOWER));
    }

    /** Tells whether the lowest rate of the search was not confirmed either. */
    private static boolean isLowest(Confirming confirming) {
        return confirming.ratePerSecond() == 0;
    }

    private @Nullable Ask curve(double lower) {
        if (!curve) {
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

    /** Returns the confirmed rate, and the lowest rate above it (or of all) at which a long trial failed. */
    public SearchBounds bounds() {
        Confirming confirming = confirming();
        Double lower = confirming != null && confirming.confirmed() ? (Double) confirming.ratePerSecond() : null;
        Double upper = null;
        for (Done trial : done) {
            boolean missed = trial.outcome() == Outcome.BAD
                    && (trial.ask().purpose() == Purpose.DECIDE || trial.ask().purpose() == Purpose.CONFIRM);
            double rate = trial.ask().rate().perSecond();
            if (missed && (lower == null || rate > lower) && (upper == null || rate < upper)) {
                upper = rate;
            }
        }
        return new SearchBounds(lower, upper);
    }

    public State state() {
        if (!stopped().isEmpty()) {
            return State.STOPPED;
        }
        boolean asksAgain = again() != null && done.getLast().ask().purpose() != Purpose.CURVE;
        if (asksAgain || searching() != null) {
            return State.UNDER_WAY;
        }
        Confirming confirming = confirming();
        if (confirming == null || isLowest(confirming)) {
            return State.BELOW_RANGE;
        }
        if (!confirming.confirmed()) {
            return State.UNDER_WAY;
        }
        return bounds().upper() == null ? State.ABOVE_RANGE : State.FOUND;
    }

    /** Returns why the search was abandoned; empty where it was not. */
    public String stopped() {
        if (!done.isEmpty() && done.getLast().ask().purpose() != Purpose.CURVE && failuresInARow() >= MAX_FAILURES) {
            return "%d trials in a row at %s were inconclusive"
                    .formatted(MAX_FAILURES, done.getLast().ask().rate());
        }
        if (evidence.size() >= MAX_TRIALS && searching() != null) {
            return "after %d trials the bounds were still not found: the system does not behave consistently for long enough"
                    .formatted(MAX_TRIALS);
        }
        Confirming confirming = confirming();
        return confirming == null || confirming.attempt() <= MAX_ATTEMPTS || isLowest(confirming)
                ? ""
                : "in %d attempts, the last at %s, not enough trials in a row passed"
                        .formatted(MAX_ATTEMPTS, lastTried());
    }

    private Rate lastTried() {
        return done.stream()
                .map(Done::ask)
                .filter(ask -> ask.purpose() == Purpose.CONFIRM)
                .reduce((_, later) -> later)
                .orElseThrow()
                .rate();
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

    public int size() {
        return done.size();
    }
}
