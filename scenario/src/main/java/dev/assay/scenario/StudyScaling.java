package dev.assay.scenario;

import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.DurationText;
import dev.assay.model.unit.Rate;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.claim.CellResults.Refused;
import dev.assay.scenario.claim.Untestable;
import dev.assay.scenario.study.FitPeak;
import dev.assay.scenario.study.ScaledLoad;
import dev.assay.scenario.study.StudyFit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Scales the scenario of a cell to a machine: the offered load stays the same part of the peak, as latency depends on that; message and batch
 * sizes, linger, subscriptions, consumers and replication stay; what depends on the rate follows it. docs/STUDIES.md has the rules.
 *
 * @param rules the study's section {@code fit}
 * @param peaks all of the study's
 * @param together names of peaks whose systems are offered one rate
 * @param perCore systems of which the study has one partition for each core
 */
record StudyScaling(
        StudyTree rules, List<FitPeak> peaks, List<List<String>> together, List<String> perCore, StudyFit fit) {
    /** From here on partitions follow the rate, but not below {@link #MIN_PARTITIONS}. */
    private static final int KEPT_PARTITIONS = 100;

    private static final int MIN_PARTITIONS = 200;
    /** Where partitions stand for cores, three nodes have one each at the least. */
    private static final int MIN_PER_CORE = 3;

    private static final Duration DEFAULT_BACKLOG = Duration.ofSeconds(60);
    private static final String WORKLOAD = "workload";
    private static final String PHASES = "phases";
    private static final String TIMING = "timing";
    private static final String RATE = "rate";
    private static final String PARTITIONS = "partitions";

    /** A scenario with how it was scaled. */
    record Scaled(Mapping scenario, Optional<ScaledLoad> load) {}

    /** The scenario of a cell of this system, made to fit. */
    Scaled of(Mapping scenario, String system) {
        Mapping workload = below(scenario, WORKLOAD).orElseGet(() -> Mapping.empty(scenario.span()));
        Optional<Double> rate = scalar(workload, RATE, Rate::parse).map(Rate::perSecond);
        double factor = factor(system, rate);
        double offered = rate.map(there -> there * factor).orElse(0.0);
        int published = scalar(workload, PARTITIONS, Integer::parseInt).orElse(1);
        int partitions = partitions(published, system, factor);
        Mapping load = workload.with(entry(workload, PARTITIONS, String.valueOf(partitions)));
        if (rate.isPresent()) {
            load = load.with(entry(workload, RATE, new Rate(Math.max(1, Math.rint(offered))).toString()));
        } else {
            load = searched(load);
        }
        Optional<Mapping> phases = below(scenario, PHASES);
        double backlog = phases.filter(StudyScaling::buildsBacklog).isPresent()
                ? backlog().toSeconds()
                : 0;
        ByteSize size = message(workload);
        Mapping whole = scenario.with(new Entry(scenario.span(), WORKLOAD, load));
        Mapping timed = phases.isPresent()
                ? whole.with(new Entry(
                        scenario.span(), PHASES, phases(phases.get(), Math.round(backlog * offered * size.bytes()))))
                : whole;
        timed = timed.with(new Entry(scenario.span(), TIMING, timing(timed, rate.isEmpty() || phases.isPresent())));
        return new Scaled(
                timed,
                Optional.of(
                        new ScaledLoad(rate.orElse(0.0), Math.rint(offered), factor, published, partitions, backlog)));
    }

    /** The same with a search in place of its rate, and no phases. */
    Scaled search(Mapping scenario, String system) {
        Mapping workload = below(scenario, WORKLOAD).orElseGet(() -> Mapping.empty(scenario.span()));
        Mapping searched = scenario.with(new Entry(scenario.span(), WORKLOAD, searched(workload)));
        return of(
                new Mapping(
                        scenario.span(),
                        searched.entries().stream()
                                .filter(entry -> !entry.key().equals(PHASES))
                                .toList()),
                system);
    }

    /** Why a cell of this system can't be scaled; empty when it can. */
    Optional<Refused> refusal(String system) {
        List<String> own = peaks.stream()
                .filter(peak -> peak.system().equals(system))
                .map(FitPeak::name)
                .toList();
        if (own.stream().anyMatch(fit.peaks()::containsKey)) {
            return Optional.empty();
        }
        String why = own.stream()
                .filter(fit.missed()::containsKey)
                .findFirst()
                .map(name -> "the peak %s was not found (%s)"
                        .formatted(name, fit.missed().get(name)))
                .orElse("no peak of its system is known");
        return Optional.of(new Refused(Untestable.U5, why + ", so that its load can't be scaled to this machine"));
    }

    /** The least part that any of the systems allows that are offered one rate with this one. */
    private double factor(String system, Optional<Double> rate) {
        List<FitPeak> own = peaks.stream()
                .filter(peak -> peak.system().equals(system) || offeredWith(peak, system))
                .filter(peak -> fit.peaks().containsKey(peak.name()))
                .toList();
        return own.stream()
                .filter(peak -> rate.isPresent() || peak.published().isPresent())
                .mapToDouble(peak -> peak.scale(fit.peaks().getOrDefault(peak.name(), 1.0), rate.orElse(1.0)))
                .min()
                .orElse(1);
    }

    private boolean offeredWith(FitPeak peak, String system) {
        return together.stream()
                .filter(group -> group.contains(peak.name()))
                .flatMap(List::stream)
                .flatMap(name -> peaks.stream().filter(other -> other.name().equals(name)))
                .anyMatch(other -> other.system().equals(system));
    }

    private int partitions(int published, String system, double factor) {
        if (perCore.contains(system)) {
            return Math.min(published, Math.max(MIN_PER_CORE, fit.cores()));
        }
        return published <= KEPT_PARTITIONS
                ? published
                : Math.min(published, Math.max(MIN_PARTITIONS, (int) Math.round(published * factor)));
    }

    private Mapping searched(Mapping workload) {
        return rules.value("search")
                .map(search -> workload.with(new Entry(
                        workload.span(),
                        RATE,
                        new Mapping(workload.span(), List.of(new Entry(workload.span(), "search", search))))))
                .orElse(workload);
    }

    private static boolean buildsBacklog(Mapping phases) {
        return phases.entries().stream()
                .anyMatch(phase -> phase.value() instanceof Mapping keys
                        && below(keys, "until")
                                .flatMap(until -> until.find("sent"))
                                .isPresent());
    }

    private Duration backlog() {
        return length("backlog").orElse(DEFAULT_BACKLOG);
    }

    private Optional<Duration> length(String name) {
        return lengths().flatMap(lengths -> scalar(lengths, name, DurationText::parse));
    }

    private Optional<Mapping> lengths() {
        return below(rules.mapping(), "lengths");
    }

    private Mapping timing(Mapping scenario, boolean drainAlone) {
        Mapping timing = below(scenario, TIMING).orElseGet(() -> Mapping.empty(scenario.span()));
        for (String name : drainAlone ? List.of("drain") : List.of("warmup", "measure", "drain")) {
            Optional<Entry> length = lengths().flatMap(lengths -> lengths.find(name));
            timing = length.isPresent() ? timing.with(length.get()) : timing;
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
        Optional<Mapping> until = below(keys, "until");
        if (until.isPresent() && until.get().find("sent").isPresent()) {
            scaled = scaled.with(
                    new Entry(keys.span(), "until", until.get().with(entry(until.get(), "sent", backlogBytes + " B"))));
        }
        if (until.isPresent() && until.get().find("caught-up").isPresent()) {
            // Each old byte is read once, so that dropping the cache once is enough for a backlog smaller than memory.
            scaled = scaled.with(entry(keys, "page-cache", "drop"));
        }
        Optional<Entry> most = lengths().flatMap(lengths -> lengths.find("at-most"));
        if (keys.find("at-most").isPresent() && most.isPresent()) {
            scaled = scaled.with(most.get());
        }
        Optional<Entry> length = lengths()
                .flatMap(lengths -> lengths.find(name))
                .filter(_ -> keys.find("for").isPresent());
        return length.isPresent()
                ? scaled.with(new Entry(keys.span(), "for", length.get().value()))
                : scaled;
    }

    private static ByteSize message(Mapping workload) {
        return below(workload, "message")
                .flatMap(message -> scalar(message, "size", ByteSize::parse))
                .orElse(new ByteSize(1024));
    }

    private static Optional<Mapping> below(Mapping tree, String key) {
        return tree.find(key)
                .map(Entry::value)
                .filter(Mapping.class::isInstance)
                .map(Mapping.class::cast);
    }

    /** A single value; empty where there is none, or none that can be understood: what reads the scenario says so. */
    private static <T> Optional<T> scalar(Mapping tree, String key, Function<String, T> parse) {
        try {
            return tree.find(key)
                    .map(Entry::value)
                    .filter(Scalar.class::isInstance)
                    .map(value -> parse.apply(((Scalar) value).text()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Entry entry(Mapping place, String key, String text) {
        return new Entry(place.span(), key, new Scalar(place.span(), text, false));
    }
}
