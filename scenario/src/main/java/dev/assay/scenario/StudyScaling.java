package dev.assay.scenario;

import dev.assay.model.study.Untestable;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.DurationText;
import dev.assay.model.unit.Rate;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.claim.Refused;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.PeakSearch;
import dev.assay.scenario.study.ScaledLoad;
import dev.assay.scenario.study.StudyCell;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Scales the scenario of a cell to a machine: the offered load stays the same part of the peak, as latency depends on that;
 * message and batch sizes, linger, subscriptions, consumers and replication stay; whatever depends on the rate is scaled with
 * it. docs/STUDIES.md has the rules.
 *
 * @param rules the study's section {@code scale}
 * @param peaks all peaks of the study
 */
record StudyScaling(ScaleKeys rules, List<PeakSearch> peaks, MachineScale scale) {
    /** Limits how far partitions that follow the rate are reduced. */
    private static final int MIN_PARTITIONS = 200;
    /** Limits how far partitions that follow the number of cores are reduced, so that each of three nodes has one. */
    private static final int MIN_PER_CORE = 3;

    private static final Duration DEFAULT_BACKLOG = Duration.ofSeconds(60);
    private static final String WORKLOAD = "workload";
    private static final String PHASES = "phases";
    private static final String TIMING = "timing";
    private static final String RATE = "rate";
    private static final String PARTITIONS = "partitions";

    /** @param load null where the scenario was not scaled */
    record Scaled(Mapping scenario, @Nullable ScaledLoad load) {}

    /** Returns the scenario of a cell with the keys that every scaled cell has, such as the memory of servers. */
    Mapping withOwnKeys(Mapping scenario) {
        return scenario.overlaid(rules.scenario());
    }

    /**
     * Returns the scenario of a cell scaled to the machine.
     *
     * @param system the system of the cell
     */
    Scaled of(Mapping scenario, String system, String test) {
        Mapping workload = below(scenario, WORKLOAD);
        Rate rate = scalar(workload, RATE, Rate::parse);
        double asThere = factor(system, rate, Double.POSITIVE_INFINITY);
        double factor = factor(system, rate, rules.ofPeak().getOrDefault(test, Double.POSITIVE_INFINITY));
        double lowered = factor < asThere ? rules.ofPeak().getOrDefault(test, 0.0) : 0;
        double offered = rate == null ? 0 : rate.perSecond() * factor;
        Integer partitionsOrNull = scalar(workload, PARTITIONS, Integer::parseInt);
        int published = partitionsOrNull == null ? 1 : partitionsOrNull;
        int partitions = partitions(published, system, factor);
        Mapping load = workload.with(entry(workload, PARTITIONS, String.valueOf(partitions)));
        if (rate == null) {
            load = searched(load);
        } else {
            load = load.with(entry(workload, RATE, new Rate(Math.max(1, Math.rint(offered))).toString()));
        }
        double backlog = 0;
        Mapping timed = scenario.with(new Entry(scenario.span(), WORKLOAD, load));
        boolean phased = scenario.value(PHASES) instanceof Mapping;
        if (phased) {
            Mapping phases = below(scenario, PHASES);
            backlog = buildsBacklog(phases) ? backlog().toSeconds() : 0;
            long bytes = Math.round(backlog * offered * message(workload).bytes());
            timed = timed.with(new Entry(scenario.span(), PHASES, phases(phases, bytes)));
        }
        timed = timed.with(new Entry(scenario.span(), TIMING, timing(timed, rate == null || phased)));
        double publishedRate = rate == null ? 0 : rate.perSecond();
        return new Scaled(
                timed,
                new ScaledLoad(publishedRate, Math.rint(offered), factor, lowered, published, partitions, backlog));
    }

    /** Returns the scaled scenario with a search in place of its rate, and without phases. */
    Scaled search(Mapping scenario, String system, String test) {
        Entry searched = new Entry(scenario.span(), WORKLOAD, searched(below(scenario, WORKLOAD)));
        return of(scenario.with(searched).without(PHASES), system, test);
    }

    /** Returns why a cell of this system can't be scaled; null when it can. */
    @Nullable
    Refused refusal(String system) {
        String why = "no peak of its system is known";
        for (PeakSearch peak : peaks.reversed()) {
            if (!peak.system().equals(system)) {
                continue;
            }
            if (scale.peaks().containsKey(peak.name())) {
                return null;
            }
            if (scale.missed().containsKey(peak.name())) {
                why = "the peak %s was not found (%s)"
                        .formatted(peak.name(), scale.missed().get(peak.name()));
            }
        }
        return new Refused(Untestable.U5, why + ", so its load can't be scaled to this machine");
    }

    /**
     * Returns the factor of the load: the smallest among this system and all systems that are offered the same rate, so that
     * each is offered at most the part {@code atMost} of its peak.
     */
    private double factor(String system, @Nullable Rate rate, double atMost) {
        return peaks.stream()
                .filter(peak -> peak.system().equals(system) || offeredWith(peak, system))
                .filter(peak -> scale.peaks().containsKey(peak.name()))
                .filter(peak -> rate != null || peak.published().isPresent())
                .mapToDouble(peak -> {
                    double known = scale.peaks().getOrDefault(peak.name(), 1.0);
                    return rate == null
                            ? peak.scale(known, 1)
                            : Math.min(peak.scale(known, rate.perSecond()), atMost * known / rate.perSecond());
                })
                .min()
                .orElse(1);
    }

    private boolean offeredWith(PeakSearch peak, String system) {
        return rules.together().stream()
                .filter(group -> group.contains(peak.name()))
                .flatMap(List::stream)
                .flatMap(name -> peaks.stream().filter(other -> other.name().equals(name)))
                .anyMatch(other -> other.system().equals(system));
    }

    private int partitions(int published, String system, double factor) {
        Double publishedCores = rules.partitionPerCore().get(system);
        if (publishedCores != null) {
            int scaled = (int) Math.round(published * scale.cores() / publishedCores);
            return Math.min(published, Math.max(MIN_PER_CORE, scaled));
        }
        return published <= StudyCell.KEPT_PARTITIONS
                ? published
                : Math.min(published, Math.max(MIN_PARTITIONS, (int) Math.round(published * factor)));
    }

    private Mapping searched(Mapping workload) {
        Entry search = new Entry(workload.span(), "search", rules.search().orElseThrow());
        Mapping rate = new Mapping(workload.span(), List.of(search));
        return workload.with(new Entry(workload.span(), RATE, rate));
    }

    private static boolean buildsBacklog(Mapping phases) {
        return phases.entries().stream()
                .anyMatch(phase -> phase.value() instanceof Mapping keys
                        && below(keys, "until").find("sent") != null);
    }

    private Duration backlog() {
        Duration backlog = scalar(rules.lengths(), "backlog", DurationText::parse);
        return backlog == null ? DEFAULT_BACKLOG : backlog;
    }

    private Mapping timing(Mapping scenario, boolean drainAlone) {
        Mapping timing = below(scenario, TIMING);
        for (String name : drainAlone ? List.of("drain") : List.of("warmup", "measure", "drain")) {
            Entry length = rules.lengths().find(name);
            timing = length == null ? timing : timing.with(length);
        }
        return timing;
    }

    private Mapping phases(Mapping phases, long backlogBytes) {
        Mapping scaled = phases;
        for (Entry phase : phases.entries()) {
            if (phase.value() instanceof Mapping keys) {
                scaled = scaled.with(new Entry(phase.keySpan(), phase.key(), phase(phase.key(), keys, backlogBytes)));
            }
        }
        return scaled;
    }

    private Mapping phase(String name, Mapping keys, long backlogBytes) {
        Mapping scaled = keys;
        Mapping until = below(keys, "until");
        if (until.find("sent") != null) {
            Mapping sent = until.with(entry(until, "sent", backlogBytes + " B"));
            scaled = scaled.with(new Entry(keys.span(), "until", sent));
        }
        if (until.find("caught-up") != null) {
            // Each byte of the backlog is read once, so one drop of the cache is enough for a backlog smaller than
            // memory.
            scaled = scaled.with(entry(keys, "page-cache", "drop"));
        }
        Entry max = rules.lengths().find("at-most");
        if (keys.find("at-most") != null && max != null) {
            scaled = scaled.with(max);
        }
        Tree length = rules.lengths().value(name);
        return keys.find("for") == null || length == null ? scaled : scaled.with(new Entry(keys.span(), "for", length));
    }

    private static ByteSize message(Mapping workload) {
        ByteSize size = scalar(below(workload, "message"), "size", ByteSize::parse);
        return size == null ? new ByteSize(1024) : size;
    }

    private static Mapping below(Mapping tree, String key) {
        return tree.value(key) instanceof Mapping mapping ? mapping : Mapping.empty(tree.span());
    }

    /** Returns a single value; null where there is none, or where it can't be parsed, which the reader of the scenario reports. */
    private static <T> @Nullable T scalar(Mapping tree, String key, Function<String, T> parse) {
        try {
            return tree.value(key) instanceof Scalar scalar ? parse.apply(scalar.text()) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static Entry entry(Mapping place, String key, String text) {
        return new Entry(place.span(), key, new Scalar(place.span(), text, false));
    }
}
