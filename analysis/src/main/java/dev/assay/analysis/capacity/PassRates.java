package dev.assay.analysis.capacity;

import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Holds the rates at which half (R50) and nine tenths (R90) of the trials pass on a typical cluster, in messages per second. They
 * have an interval, and count, where every search of the point contributes and there are one or at least three searches. Searches
 * in which all trials passed, or all missed, contribute nothing; to leave them out would be to select by values.
 *
 * <p>The probability that a trial passes is modelled as a logistic curve of the logarithm of its rate. Each search has a location
 * of its own on that scale, as it had a cluster of its own and offered rates near where that one failed; all searches share the
 * steepness. Trials of a search seldom overlap (all pass up to some rate, none above it), and then the largest likelihood has no
 * finite location. So location and scatter are averaged over their posterior distribution, on a grid and with weak priors: even
 * over the logarithms of rates and of scatters (Kontsevich and Tyler, "Bayesian adaptive estimation of psychometric slope and
 * threshold", Vision Research 39, 1999).
 *
 * @param r50 with its interval of 95 %: by three searches or more that of the typical cluster, by one search that of its cluster
 *     alone
 * @param r90 with its interval, as for {@code r50}
 * @param searches the number of searches with at least five long trials, of which some passed and others did not
 * @param trials the long trials of these searches
 */
public record PassRates(Reading r50, Reading r90, int searches, int trials) {
    /** Bounds the scatter of the logistic curve, on the scale of logarithms. */
    private static final double MIN_SCATTER = 0.003;

    private static final double MAX_SCATTER = 0.15;

    /** Gives the least number of long trials; a search with fewer tells more about the priors than about itself. */
    private static final int MIN_TRIALS = 5;

    private static final int SCATTERS = 24;

    private static final double STEPS = 3;

    /** Says how far beyond the offered rates a location may lie, in scatters. */
    private static final double MARGIN = 5;

    private static final int FINE = 2_000;

    private static final double LOG_ODDS_90 = Math.log(9);

    private static final String TWO = "two searches are too few for an interval";

    /**
     * Counts the long trials that passed and did not pass at a rate.
     *
     * @param rate its logarithm
     */
    private record Tally(double rate, int passed, int missed) {}

    /** Holds the logarithm of a scatter's likelihood by one search, and the mean location under that scatter. */
    private record Place(double logLikelihood, double mean) {}

    static Optional<PassRates> of(List<CapacityRecord> records) {
        List<CapacityRecord> searches =
                records.stream().filter(record -> tells(tallies(record))).toList();
        if (searches.isEmpty()) {
            return Optional.empty();
        }
        PassRates fitted = fit(
                searches.getFirst().label(),
                searches.stream().map(PassRates::tallies).toList());
        return Optional.of(
                searches.size() == records.size()
                        ? fitted.notFinerThan(searches)
                        : fitted.withoutInterval(
                                "%d of %d searches have fewer than %d long trials, or only ones that passed, or missed"
                                        .formatted(records.size() - searches.size(), records.size(), MIN_TRIALS)));
    }

    private PassRates withoutInterval(String why) {
        return new PassRates(
                reading(r50.source(), r50.value(), Optional.empty(), trials, why),
                reading(r90.source(), r90.value(), Optional.empty(), trials, why),
                searches,
                trials);
    }

    private static boolean tells(List<Tally> rates) {
        return trials(rates) >= MIN_TRIALS
                && rates.stream().anyMatch(rate -> rate.passed > 0)
                && rates.stream().anyMatch(rate -> rate.missed > 0);
    }

    /**
     * Widens intervals to the mean step between confirmed and missed rates, since trials that hardly scatter tell no more than that
     * step.
     */
    private PassRates notFinerThan(List<CapacityRecord> records) {
        List<Interval> steps = records.stream()
                .map(CapacityRecord::range)
                .filter(range -> range.low() > 0 && Double.isFinite(range.high()))
                .toList();
        return steps.isEmpty()
                ? this
                : new PassRates(notFinerThan(r50, steps), notFinerThan(r90, steps), searches, trials);
    }

    private static Reading notFinerThan(Reading rate, List<Interval> steps) {
        if (!rate.counts()) {
            return rate;
        }
        double low = Interval.typicalRatio(steps.stream().map(Interval::low).toList());
        double high = Interval.typicalRatio(steps.stream().map(Interval::high).toList());
        Interval place = new Interval(Math.min(rate.low(), low), rate.value(), Math.max(rate.high(), high));
        return reading(rate.source(), rate.value(), Optional.of(place), rate.n(), "");
    }

    /**
     * Returns a rate with its interval.
     *
     * @param without why the rate does not count where it has no interval
     */
    private static Reading reading(Source source, double perSecond, Optional<Interval> place, long n, String without) {
        return new Reading(
                source,
                perSecond,
                place.map(Interval::low).orElse(Double.NaN),
                place.map(Interval::high).orElse(Double.NaN),
                n,
                Quality.clear(),
                place.isPresent() ? Reading.Outcome.VALUE : Reading.Outcome.LEFT_OUT,
                true,
                place.isPresent() ? "" : without);
    }

    private static List<Tally> tallies(CapacityRecord search) {
        Map<Double, int[]> counts = new TreeMap<>();
        for (CapacityTrial trial : search.longTrials()) {
            counts.computeIfAbsent(trial.ratePerSecond(), _ -> new int[2])[trial.outcome() == Outcome.GOOD ? 0 : 1]++;
        }
        List<Tally> tallies = new ArrayList<>();
        counts.forEach((rate, count) -> tallies.add(new Tally(Math.log(rate), count[0], count[1])));
        return tallies;
    }

    private static PassRates fit(String point, List<List<Tally>> searches) {
        double[] scatters = new double[SCATTERS];
        double[] logs = new double[SCATTERS];
        double[][] places = new double[searches.size()][SCATTERS];
        for (int i = 0; i < SCATTERS; i++) {
            scatters[i] = MIN_SCATTER * Math.pow(MAX_SCATTER / MIN_SCATTER, i / (SCATTERS - 1.0));
            for (int search = 0; search < searches.size(); search++) {
                Place place = new Grid(searches.get(search), scatters[i]).place();
                places[search][i] = place.mean;
                logs[i] += place.logLikelihood;
            }
        }
        double[] weights = weights(logs);
        List<Double> typical = new ArrayList<>();
        for (double[] ofSearch : places) {
            typical.add(Math.exp(mean(ofSearch, weights)));
        }
        Optional<Interval> interval = searches.size() == 1
                ? Optional.of(within(searches.getFirst(), scatters, weights))
                : Interval.ofRatios(typical);
        double r50 = interval.map(Interval::centre)
                .orElse(Math.exp(
                        typical.stream().mapToDouble(Math::log).average().orElseThrow()));
        double[] shifts =
                Arrays.stream(scatters).map(scatter -> scatter * LOG_ODDS_90).toArray();
        int n = searches.stream().mapToInt(PassRates::trials).sum();
        return new PassRates(
                reading(new Source("", point, 0, "", "", "", Statistic.R50), r50, interval, n, TWO),
                reading(
                        new Source("", point, 0, "", "", "", Statistic.R90),
                        r50 * Math.exp(-mean(shifts, weights)),
                        interval.map(range -> shifted(range, shifts, weights)),
                        n,
                        TWO),
                searches.size(),
                n);
    }

    /** Returns weights that add up to one. They are passed as logarithms because likelihoods of many trials underflow. */
    private static double[] weights(double[] logs) {
        double greatest = Arrays.stream(logs).max().orElseThrow();
        double sum = Arrays.stream(logs).map(log -> Math.exp(log - greatest)).sum();
        return Arrays.stream(logs).map(log -> Math.exp(log - greatest) / sum).toArray();
    }

    private static int trials(List<Tally> rates) {
        return rates.stream().mapToInt(rate -> rate.passed + rate.missed).sum();
    }

    private static double mean(double[] values, double[] weights) {
        double mean = 0;
        for (int i = 0; i < values.length; i++) {
            mean += weights[i] * values[i];
        }
        return mean;
    }

    /**
     * Returns the value that the fraction of the weight does not exceed.
     *
     * @param values in ascending order
     */
    private static double quantile(double[] values, double[] weights, double fraction) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += weights[i];
            if (sum >= fraction) {
                return values[i];
            }
        }
        return values[values.length - 1];
    }

    private record Grid(List<Tally> rates, double scatter) {
        private double lowest() {
            return rates.getFirst().rate - MARGIN * scatter;
        }

        private double highest() {
            return rates.getLast().rate + MARGIN * scatter;
        }

        double logLikelihood(double place) {
            double log = 0;
            for (Tally rate : rates) {
                double logOdds = (rate.rate - place) / scatter;
                log -= rate.passed * logOfOneAndExp(logOdds) + rate.missed * logOfOneAndExp(-logOdds);
            }
            return log;
        }

        /** Returns log(1 + exp(value)) without overflow. */
        private static double logOfOneAndExp(double value) {
            return Math.max(value, 0) + Math.log1p(Math.exp(-Math.abs(value)));
        }

        Place place() {
            double step = scatter / STEPS;
            double[] places = IntStream.rangeClosed(0, (int) ((highest() - lowest()) / step))
                    .mapToDouble(k -> lowest() + k * step)
                    .toArray();
            double[] logs = Arrays.stream(places).map(this::logLikelihood).toArray();
            double greatest = Arrays.stream(logs).max().orElseThrow();
            double sum =
                    Arrays.stream(logs).map(log -> Math.exp(log - greatest)).sum();
            return new Place(greatest + Math.log(sum * step), PassRates.mean(places, weights(logs)));
        }
    }

    /** Returns the interval of the only search's location, averaged over all scatters by their weights. */
    private static Interval within(List<Tally> rates, double[] scatters, double[] weights) {
        double lowest = new Grid(rates, scatters[SCATTERS - 1]).lowest();
        double highest = new Grid(rates, scatters[SCATTERS - 1]).highest();
        double[] places = new double[FINE];
        double[] density = new double[FINE];
        Arrays.setAll(places, k -> lowest + (highest - lowest) * k / (FINE - 1));
        double centre = 0;
        for (int i = 0; i < SCATTERS; i++) {
            Grid grid = new Grid(rates, scatters[i]);
            double[] ofScatter =
                    weights(Arrays.stream(places).map(grid::logLikelihood).toArray());
            for (int k = 0; k < FINE; k++) {
                density[k] += weights[i] * ofScatter[k];
            }
            centre += weights[i] * grid.place().mean;
        }
        return new Interval(
                Math.exp(quantile(places, density, 0.025)),
                Math.exp(centre),
                Math.exp(quantile(places, density, 0.975)));
    }

    /**
     * Returns the interval of a rate below another by a factor that is itself uncertain: the distances of both from the ends of their
     * intervals add up as squares (Zou and Donner, "Construction of confidence limits about effect measures", Statistics in Medicine
     * 27, 2008).
     */
    private static Interval shifted(Interval interval, double[] shifts, double[] weights) {
        double shift = mean(shifts, weights);
        double below = quantile(shifts, weights, 0.975) - shift;
        double above = shift - quantile(shifts, weights, 0.025);
        double centre = Math.log(interval.centre()) - shift;
        return new Interval(
                Math.exp(centre - Math.hypot(Math.log(interval.centre() / interval.low()), below)),
                Math.exp(centre),
                Math.exp(centre + Math.hypot(Math.log(interval.high() / interval.centre()), above)));
    }
}
