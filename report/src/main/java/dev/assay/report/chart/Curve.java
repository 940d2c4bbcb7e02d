package dev.assay.report.chart;

import dev.assay.analysis.LatencyCurve;
import dev.assay.report.view.Values;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds a distribution on a nines axis. The abscissa of quantile q is 1/(1−q): 1 at the minimum, 10 at 90 %, 100 at 99 %. The maximum has
 * no such abscissa and is drawn at n, the largest that n samples can support.
 *
 * @param phase name of the distribution's phase
 * @param solid points with at least ten samples above them: abscissa, milliseconds
 * @param weak the other points, beginning with the last solid one so that the line is continuous
 */
public record Curve(String name, String phase, long samples, List<Values> solid, List<Values> weak) {
    private static final double NANOS_PER_MILLI = 1e6;

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
