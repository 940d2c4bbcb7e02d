package dev.assay.scenario.study;

import dev.assay.scenario.claim.Refused;
import dev.assay.scenario.plan.TrialPoint;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One trial of a test, in each of its variants.
 *
 * @param name within its test
 * @param system as the study names it
 * @param variants what is measured, by the variant's name; the first is the one that was published
 * @param missing why it can't be run, where that is known before
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
    /** Up to so many partitions stay as they are where a study is scaled; more follow the rate. */
    public static final int KEPT_PARTITIONS = 100;

    public StudyCell {
        variants = Collections.unmodifiableMap(new LinkedHashMap<>(variants));
        published = Collections.unmodifiableMap(new LinkedHashMap<>(published));
    }

    /** The name in claims, {@code TEST/CELL}. */
    public String id() {
        return test + "/" + name;
    }

    /** The variant that claims are judged by. */
    public String firstVariant() {
        return variants.keySet().stream().findFirst().orElse("");
    }

    /** Whether what is asked of a system depends on a peak once it is scaled: what searches for its rate has only many partitions from one. */
    public static boolean followsPeak(Collection<TrialPoint> variants) {
        return variants.stream()
                .map(TrialPoint::spec)
                .anyMatch(spec -> spec.search().isEmpty() || spec.workload().partitions() > KEPT_PARTITIONS);
    }
}
