package dev.assay.run.trial;

import dev.assay.driver.InFlightRoom;
import dev.assay.model.spec.EffectiveConfig;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares how much a run's trials allow in flight: a producer that may have more queues longer before it waits. */
final class InFlightComparison {
    private InFlightComparison() {}

    /** Describes how they differ, for people; empty where they don't. */
    static Optional<String> finding(List<EffectiveConfig> configs) {
        Map<String, Long> limits = configs.stream()
                .map(config -> config.groups()
                        .getOrDefault(InFlightRoom.GROUP, Map.of())
                        .get(InFlightRoom.NAME))
                .filter(Objects::nonNull)
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        String each = limits.entrySet().stream()
                .map(limit -> "%s (%d of %d trials)".formatted(limit.getKey(), limit.getValue(), configs.size()))
                .collect(Collectors.joining("; "));
        return limits.size() < 2
                ? Optional.empty()
                : Optional.of(
                        "in-flight limits differ: " + each
                                + "; where producers waited, differences between the trials may come from these limits, not from the systems");
    }
}
