package dev.assay.scenario.study;

import java.util.Optional;

/**
 * Describes a peak that is searched for on this machine before a study is scaled to it.
 *
 * @param name in the study file
 * @param cell the cell whose parameters the search uses, apart from the rate
 * @param system of the cell, as the study names it
 * @param published the rate that the study found, in messages per second; empty where it names none, and {@code fraction} is known
 * @param fraction the part of the peak found here that is offered, where none was published
 */
public record PeakSearch(
        String name, String cell, String system, Optional<Double> published, Optional<Double> fraction) {
    public PeakSearch {
        if (published.isPresent() == fraction.isPresent()) {
            throw new IllegalArgumentException("a peak has either 'published' or 'fraction'");
        }
        if (!(published.or(() -> fraction).orElseThrow() > 0)) {
            throw new IllegalArgumentException("'published' and 'fraction' of a peak are above 0");
        }
    }

    /**
     * Returns the factor, at most 1, by which a published rate is multiplied so that it is the same part of the peak here.
     *
     * @param peak found here, in messages per second
     * @param rate published, in messages per second
     */
    public double scale(double peak, double rate) {
        return Math.min(1, published.isPresent() ? peak / published.get() : fraction.orElseThrow() * peak / rate);
    }
}
