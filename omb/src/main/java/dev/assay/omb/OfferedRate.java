package dev.assay.omb;

import static dev.assay.omb.ImportDraft.path;

import dev.assay.model.spec.KeyPath;
import dev.assay.model.unit.Rate;

/** Writes the rate that another benchmark offers. A rate without a limit, or far above what systems take, asks for the highest one. */
final class OfferedRate {
    /** Exceeds all rates that anybody expects to reach, in messages per second; such a rate means as fast as possible. */
    public static final double SEARCH_FROM = 2_000_000;

    private static final KeyPath RATE = path("workload", "rate");
    private static final KeyPath FROM = RATE.to("search").to("from");
    private static final KeyPath TO = RATE.to("search").to("to");

    private OfferedRate() {}

    /** Tells whether a rate in messages per second means as fast as possible. */
    public static boolean isSearch(double perSecond) {
        return perSecond <= 0 || perSecond >= SEARCH_FROM;
    }

    /**
     * Writes {@code workload.rate}.
     *
     * @param perSecond messages per second over all producers; 0 or below for as fast as possible
     */
    public static void write(ForeignKey from, double perSecond, ImportDraft draft) {
        if (!isSearch(perSecond)) {
            draft.map(from, RATE, text(perSecond));
            return;
        }
        String top = text(Math.max(SEARCH_FROM, perSecond));
        draft.differ(
                from,
                TO,
                top,
                perSecond <= 0
                        ? "no rate is given, so what is meant is the highest: it is searched for, and confirmed"
                        : "more than systems take, so what is meant is the highest rate: it is searched for, and confirmed; 'rate: "
                                + top + "' offers it as it is");
        draft.assume(FROM, "1000/s", "the lowest rate of the search");
    }

    public static boolean isSearched(ImportDraft draft) {
        return draft.value(TO) != null;
    }

    /** Returns the rate as scenarios write it. */
    public static String text(double perSecond) {
        return new Rate(perSecond).toString();
    }
}
