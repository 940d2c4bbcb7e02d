package dev.assay.scenario.study;

import dev.assay.scenario.claim.Refused;
import dev.assay.scenario.plan.TrialPoint;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Holds one trial of a test, in each of its variants.
 *
 * @param name within its test
 * @param system as the study names it
 * @param variants trials by the variant's name; the first is the published one
 * @param missing why the cell can't be run, where that is known beforehand
 * @param scaled how its load was scaled to this machine; empty where it is as published
 * @param published values of the first variant by statistic: latencies in milliseconds, rates in messages per second
 */
public record StudyCell(
        String test,
        String name,
        String system,
        Map<String, TrialPoint> variants,
        Optional<Refused> missing,
        Optional<ScaledLoad> scaled,
        Map<String, Double> published) {
    /** Limits the number of partitions that stay unchanged when a study is scaled; larger numbers follow the rate. */
    public static final int KEPT_PARTITIONS = 100;

    public StudyCell {
        variants = Collections.unmodifiableMap(new LinkedHashMap<>(variants));
        published = Collections.unmodifiableMap(new LinkedHashMap<>(published));
    }

    /** Returns {@code TEST/CELL}. */
    public String id() {
        return test + "/" + name;
    }

    /** Returns the variant that claims are judged by unless they name another; empty where there is none. */
    public String firstVariant() {
        return variants.keySet().stream().findFirst().orElse("");
    }

    /** Tells whether scaling the cell needs a peak. A cell that searches for its rate needs one only for many partitions. */
    public static boolean followsPeak(Collection<TrialPoint> variants) {
        return variants.stream()
                .map(TrialPoint::spec)
                .anyMatch(spec -> spec.search().isEmpty() || spec.workload().partitions() > KEPT_PARTITIONS);
    }
}
