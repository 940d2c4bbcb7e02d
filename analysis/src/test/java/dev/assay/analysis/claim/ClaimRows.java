package dev.assay.analysis.claim;

import dev.assay.analysis.claim.CellReadings.Findings;
import dev.assay.analysis.claim.CellReadings.Servers;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.reading.Statistic.Unit;
import dev.assay.model.metric.LatencyMetric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builds readings of a trial from values with the names and units of claims. */
public final class ClaimRows {
    private static final Servers USUAL = new Servers(false, Optional.empty());

    private ClaimRows() {}

    public static List<Reading> of(Map<String, Double> values) {
        List<Reading> rows = new ArrayList<>();
        values.forEach((name, value) -> rows.add(row(name, value)));
        return rows;
    }

    static Reading row(String name, double value) {
        String phase = name.substring(0, Math.max(0, name.indexOf('/')));
        String plain = name.substring(name.indexOf('/') + 1);
        for (LatencyMetric metric : LatencyMetric.values()) {
            if (plain.startsWith(metric.tag() + ".")) {
                Statistic statistic = new Statistic(plain, Unit.NANOSECONDS, Optional.of(metric));
                return Reading.exact(source(phase, statistic), value * 1e6, 1_000_000);
            }
        }
        Statistic statistic = plain.equals(CellReadings.PEAK) ? Statistic.CAPACITY : Statistic.of(plain, Unit.RATIO);
        return Reading.exact(source(phase, statistic), value, 1);
    }

    private static Source source(String phase, Statistic statistic) {
        return new Source("001-t", "t", 1, "t", phase, "", statistic);
    }

    /** Returns a trial of five minutes and a million messages that nothing limited. */
    public static CellReadings trial(int block, Findings found, Map<String, Double> values) {
        return trial(block, found, of(values), Optional.of("none"), USUAL, Map.of());
    }

    static CellReadings trial(
            int block,
            Findings found,
            List<Reading> rows,
            Optional<String> limit,
            Servers servers,
            Map<String, Double> moves) {
        return new CellReadings(block, rows, found, servers, limit, moves, Duration.ofMinutes(5), 1_000_000);
    }

    static Findings notKnown(String code) {
        return new Findings(Set.of(), false, Set.of(), Set.of(code));
    }
}
