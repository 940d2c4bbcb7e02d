package dev.assay.core.scenario.text;

import dev.assay.core.scenario.text.Tree.Entry;
import dev.assay.core.scenario.text.Tree.Mapping;
import dev.assay.core.scenario.text.Tree.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The scenario of a cell made small, on the in-memory system: shows that a study can be run from end to end, and nothing of what its
 * claims are about.
 */
final class Rehearsal {
    private static final Set<String> DROPPED = Set.of("settings", "page-cache", "verify", "faults");
    private static final String RATE = "400/s";
    private static final double MOST_PARTITIONS = 16;

    private Rehearsal() {}

    static Mapping of(Mapping scenario) {
        SourceSpan place = scenario.span();
        List<Entry> kept = new ArrayList<>();
        for (Entry entry : scenario.entries()) {
            if (!DROPPED.contains(entry.key())) {
                kept.add(entry);
            }
        }
        Mapping small = new Mapping(place, kept)
                .with(entry(place, "systems", map(place, "memory", Mapping.empty(place))))
                .with(entry(place, "durability", scalar(place, "level-4")))
                .with(entry(place, "repeat", scalar(place, "1")));
        Optional<Mapping> phases = below(small, "phases");
        small = small.with(entry(place, "timing", phases.isPresent() ? drain(place) : timing(place)));
        if (phases.isPresent()) {
            small = small.with(entry(place, "phases", phases(phases.get())));
        }
        Optional<Mapping> workload = below(small, "workload");
        return workload.isPresent() ? small.with(entry(place, "workload", load(workload.get()))) : small;
    }

    private static Optional<Mapping> below(Mapping tree, String key) {
        return tree.find(key)
                .map(Entry::value)
                .filter(Mapping.class::isInstance)
                .map(Mapping.class::cast);
    }

    private static Mapping drain(SourceSpan place) {
        return map(place, "drain", scalar(place, "5 s"));
    }

    private static Mapping timing(SourceSpan place) {
        return drain(place)
                .with(entry(place, "warmup", scalar(place, "1 s")))
                .with(entry(place, "measure", scalar(place, "1 s")));
    }

    private static Mapping phases(Mapping phases) {
        Mapping small = phases;
        for (Entry phase : phases.entries()) {
            if (phase.value() instanceof Mapping keys) {
                small = small.with(new Entry(phase.keySpan(), phase.key(), phase(keys)));
            }
        }
        return small;
    }

    private static Mapping phase(Mapping keys) {
        SourceSpan place = keys.span();
        Mapping small = keys.find("page-cache").isPresent()
                ? keys.with(entry(place, "page-cache", scalar(place, "keep")))
                : keys;
        Optional<Mapping> until = below(keys, "until");
        if (until.isEmpty()) {
            return small.with(entry(place, "for", scalar(place, "1 s")));
        }
        Mapping soon = until.get().find("sent").isPresent()
                ? until.get().with(entry(place, "sent", scalar(place, "100 KB")))
                : until.get();
        return small.with(entry(place, "until", soon)).with(entry(place, "at-most", scalar(place, "10 s")));
    }

    private static Mapping load(Mapping workload) {
        SourceSpan place = workload.span();
        Mapping small = workload.with(entry(place, "rate", scalar(place, RATE)));
        Optional<Double> partitions = workload.find("partitions")
                .map(Entry::value)
                .filter(Scalar.class::isInstance)
                .flatMap(value -> StudyTree.plain(((Scalar) value).text()));
        return partitions.filter(count -> count > MOST_PARTITIONS).isPresent()
                ? small.with(entry(place, "partitions", scalar(place, String.valueOf((int) MOST_PARTITIONS))))
                : small;
    }

    private static Mapping map(SourceSpan place, String key, Tree value) {
        return new Mapping(place, List.of(entry(place, key, value)));
    }

    private static Entry entry(SourceSpan place, String key, Tree value) {
        return new Entry(place, key, value);
    }

    private static Scalar scalar(SourceSpan place, String text) {
        return new Scalar(place, text, false);
    }
}
