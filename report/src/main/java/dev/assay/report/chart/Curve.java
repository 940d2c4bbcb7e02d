package dev.assay.report.chart;

import dev.assay.analysis.LatencyCurve;
import dev.assay.report.view.Values;
import java.util.ArrayList;
import java.util.List;

/**
 * A distribution on a nines axis. The abscissa of quantile q is 1/(1−q): 1 at the minimum, 10 at 90 %, 100 at 99 %. The
 * maximum has no such place and is put at n, the largest that n samples can tell.
 *
 * @param phase name of the phase that it is of
 * @param solid points with at least ten samples above them: abscissa, milliseconds
 * @param weak the rest, beginning with the last solid point so that the line goes on
 */
public record Curve(String name, String phase, long samples, List<Values> solid, List<Values> weak) {
    private static final double NANOS_PER_MILLI = 1e6;

    /** The curve of that distribution. */
    static Curve of(String phase, LatencyCurve curve) {
        List<Values> solid = new ArrayList<>();
        List<Values> weak = new ArrayList<>();
        for (LatencyCurve.Point quantile : curve.points()) {
            Values point =
                    Values.point(abscissa(quantile.percent(), curve.samples()), quantile.nanos() / NANOS_PER_MILLI);
            if (quantile.supported() && weak.isEmpty()) {
                solid.add(point);
            } else {
                if (weak.isEmpty() && !solid.isEmpty()) {
                    weak.add(solid.getLast());
                }
                weak.add(point);
            }
        }
        return new Curve(curve.metric().title(), phase, curve.samples(), solid, weak);
    }

    private static double abscissa(double percent, long samples) {
        double limit = Math.max(1, samples);
        return percent >= 100 ? limit : Math.min(limit, 1 / (1 - percent / 100));
    }
}
