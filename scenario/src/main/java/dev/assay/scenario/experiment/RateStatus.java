package dev.assay.scenario.experiment;

import dev.assay.scenario.experiment.SearchCourse.Evidence;
import java.util.List;

/**
 * What trials at one rate amount to, by the sums of their lengths: the classification of loads of MLRsearch
 * (draft-ietf-bmwg-mlrsearch, appendix "Load Classification").
 */
enum RateStatus {
    /** Whatever further trials show, the rate counts as sustained. */
    LOWER,
    /** Whatever further trials show, it does not. */
    UPPER,
    /** Further trials decide. */
    UNDECIDED;

    /**
     * What share of the time may miss the objectives: with a half, one trial that contradicts two others does not prevail (as
     * in ETSI GS NFV-TST 009, binary search with loss verification).
     */
    private static final double EXCEED_RATIO = 0.5;

    /**
     * Decides.
     *
     * @param trials of one rate
     * @param finalSeconds how long a trial has to be to decide; shorter ones only count against the rate, as far as as many
     *     short good ones do not make up for them
     * @param sumSeconds how much time of such trials it takes
     */
    static RateStatus of(List<Evidence> trials, double finalSeconds, double sumSeconds) {
        double fullGood = seconds(trials, finalSeconds, true, true);
        double fullBad = seconds(trials, finalSeconds, true, false);
        double shortGood = seconds(trials, finalSeconds, false, true);
        double shortBad = seconds(trials, finalSeconds, false, false);
        double excess = Math.max(0, shortBad - shortGood * EXCEED_RATIO / (1 - EXCEED_RATIO));
        double bad = fullBad + excess;
        double whole = Math.max(fullGood + bad, sumSeconds);
        double tolerated = whole * EXCEED_RATIO;
        if (whole - fullGood <= tolerated) {
            return LOWER;
        }
        return bad > tolerated ? UPPER : UNDECIDED;
    }

    private static double seconds(List<Evidence> trials, double finalSeconds, boolean full, boolean good) {
        return trials.stream()
                .filter(trial -> trial.seconds() >= finalSeconds == full && trial.good() == good)
                .mapToDouble(Evidence::seconds)
                .sum();
    }
}
