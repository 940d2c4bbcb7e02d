package dev.assay.scenario.study;

import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.Workload;
import dev.assay.model.study.Untestable;
import dev.assay.scenario.claim.CellName;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.claim.ClaimCondition;
import dev.assay.scenario.claim.Refused;
import dev.assay.scenario.plan.ClusterNeed;
import dev.assay.scenario.plan.ClusterWarmUp;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlanBuilder;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import dev.assay.scenario.plan.SharedClusters;
import dev.assay.scenario.plan.TrialPoint;
import dev.assay.scenario.search.SearchEstimate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Holds the trials of a study. Cells and variants with equal keys share one trial; cells that do not fit the budget are listed
 * with that reason.
 *
 * @param trials each once, with its cell and variant as dimensions
 */
public record StudyPlan(Study study, List<TrialPoint> trials, List<Entry> entries) {
    public static final String CELL = "cell";

    public static final String VARIANT = "variant";

    /** Estimates the time of a trial besides its load, for workers, topics and draining. */
    private static final Duration EACH_TRIAL = Duration.ofSeconds(4);

    /**
     * Estimates the extra time for each partition above 16, up to a hundred, since each has its own clients. Measured with 1,
     * 16 and 100 partitions on two cores.
     */
    private static final Duration EACH_PARTITION = Duration.ofMillis(100);

    private static final long FEW_PARTITIONS = 16;
    private static final long MANY_PARTITIONS = 100;

    /** Estimates the factor by which searches take longer when their trials contradict each other, as on shared machines. */
    private static final double CONTRADICTIONS = 1.5;

    /** Estimates the time to create, assign and delete a thousand partitions. */
    private static final Duration EACH_THOUSAND_PARTITIONS = Duration.ofSeconds(5);

    public record Key(String cell, String variant) {}

    /**
     * @param trial the key of the trial that measures it, which may be that of another cell
     * @param missing why there is no trial
     */
    public record Entry(StudyCell cell, String variant, Optional<Key> trial, Optional<Refused> missing) {}

    public StudyPlan {
        trials = List.copyOf(trials);
        entries = List.copyOf(entries);
    }

    public static StudyPlan of(Study study, StudyChoice choice) {
        Study wanted = choice.claims().isEmpty() ? study : study.claiming(choice.claims());
        return choice.budget()
                .map(max -> new StudyBudget(wanted, choice, max).plan())
                .orElseGet(() -> of(wanted, choice, _ -> Optional.empty()));
    }

    /** @param unfit why a variant of a cell does not fit the budget; empty where it fits */
    static StudyPlan of(Study study, StudyChoice choice, Function<Key, Optional<Refused>> unfit) {
        Map<Map<KeyPath, String>, Key> known = new HashMap<>();
        List<TrialPoint> trials = new ArrayList<>();
        List<Entry> entries = new ArrayList<>();
        Set<Key> judged = study.claims().stream()
                .flatMap(claim -> study.judgedBy(claim).stream())
                .collect(Collectors.toSet());
        for (StudyCell cell : study.cells()) {
            Optional<Refused> missing = missing(cell, choice);
            cell.variants().forEach((variant, point) -> {
                Key key = new Key(cell.id(), variant);
                Optional<Refused> unneeded = choice.claims().isEmpty() || judged.contains(key)
                        ? Optional.empty()
                        : Optional.of(new Refused(Untestable.U5, "no requested claim is judged by it"));
                Optional<Refused> refused = missing.or(() -> unneeded).or(() -> unfit.apply(key));
                if (refused.isPresent()) {
                    entries.add(new Entry(cell, variant, Optional.empty(), refused));
                    return;
                }
                Key first = known.putIfAbsent(point.keys(), key);
                if (first == null) {
                    trials.add(named(key, point));
                }
                entries.add(new Entry(cell, variant, Optional.of(first == null ? key : first), Optional.empty()));
            });
            if (cell.variants().isEmpty()) {
                entries.add(new Entry(cell, "", Optional.empty(), missing));
            }
        }
        return new StudyPlan(study, trials, entries);
    }

    private static Optional<Refused> missing(StudyCell cell, StudyChoice choice) {
        return choice.wants(cell) ? cell.missing() : Optional.of(new Refused(Untestable.U5, "it was not requested"));
    }

    /** Returns the ids of the claims for which every cell they are judged by is measured. */
    public Set<String> claimsWithTrials() {
        Set<String> ids = new LinkedHashSet<>();
        for (Claim claim : study.claims()) {
            Set<Key> judged = study.judgedBy(claim);
            boolean all = judged.stream()
                    .allMatch(key -> entry(key.cell(), key.variant())
                            .flatMap(Entry::trial)
                            .isPresent());
            if (!judged.isEmpty() && all && oneTrial(claim).isEmpty()) {
                ids.add(claim.id());
            }
        }
        return ids;
    }

    private static TrialPoint named(Key key, TrialPoint point) {
        Map<KeyPath, String> dimensions = new LinkedHashMap<>();
        dimensions.put(KeyPath.TOP.to(CELL), key.cell());
        dimensions.put(KeyPath.TOP.to(VARIANT), key.variant());
        return new TrialPoint(dimensions, point.ofSystem(), point.keys(), point.spec());
    }

    /**
     * Returns the trials in the order in which they run: block by block, with trials that can share a cluster together.
     *
     * @throws IllegalArgumentException when there is none, or more than a plan can have
     */
    public Plan plan() {
        return new PlanBuilder(study.name(), study.repeat(), study.seed(), ClusterSharing.SHARED).build(trials);
    }

    public long clusters() {
        return trials.stream()
                .map(point -> ClusterNeed.of(point.spec()))
                .distinct()
                .count();
    }

    /** Estimates the total time: load, starts of clusters, and the overhead of each trial. */
    public Duration duration() {
        if (trials.isEmpty()) {
            return Duration.ZERO;
        }
        Plan plan = plan();
        ProgressEstimate estimate = SearchEstimate.of(plan);
        Duration early = plan.trials().stream()
                .map(PlannedTrial::spec)
                .map(spec -> Duration.ofNanos(spec.timeline().endNanos()).minus(spec.likelyLength()))
                .reduce(Duration.ZERO, Duration::plus);
        long clients = trials.stream()
                .mapToLong(point -> Math.clamp(partitions(point), FEW_PARTITIONS, MANY_PARTITIONS) - FEW_PARTITIONS)
                .sum();
        Duration measuring = estimate.load()
                .minus(early)
                .plus(EACH_TRIAL.multipliedBy(estimate.max()))
                .plus(EACH_PARTITION.multipliedBy(clients * estimate.max() / trials.size()));
        Duration warming = trials.stream()
                .map(point -> ClusterNeed.of(point.spec()))
                .distinct()
                .flatMap(need -> ClusterWarmUp.of(plan, need).stream())
                .map(load -> load.length().plus(EACH_TRIAL))
                .reduce(Duration.ZERO, Duration::plus);
        double factor = plan.searches() ? CONTRADICTIONS : 1;
        return Duration.ofMillis(Math.round(measuring.toMillis() * factor))
                .plus(SharedClusters.EACH_CLUSTER.multipliedBy(
                        clusters() * study.repeat().max()))
                .plus(warming.multipliedBy(study.repeat().max()))
                .plus(EACH_THOUSAND_PARTITIONS.multipliedBy(
                        trials.stream().mapToLong(StudyPlan::partitions).sum()
                                / 1000
                                * study.repeat().max()));
    }

    private static long partitions(TrialPoint point) {
        Workload load = point.spec().workload();
        return (long) load.topics() * load.partitions();
    }

    /** Returns the plan with the trials of these variants alone; all entries stay. */
    public StudyPlan only(Set<Key> keys) {
        List<Key> first = entries.stream()
                .filter(entry -> keys.contains(new Key(entry.cell().id(), entry.variant())))
                .flatMap(entry -> entry.trial().stream())
                .toList();
        return new StudyPlan(
                study,
                trials.stream().filter(trial -> first.contains(key(trial))).toList(),
                entries);
    }

    private static Key key(TrialPoint trial) {
        Map<KeyPath, String> dimensions = trial.dimensions();
        return new Key(
                dimensions.getOrDefault(KeyPath.TOP.to(CELL), ""),
                dimensions.getOrDefault(KeyPath.TOP.to(VARIANT), ""));
    }

    /** Returns the entry of a variant of a cell; empty where the study has none. */
    public Optional<Entry> entry(String cell, String variant) {
        return entries.stream()
                .filter(entry ->
                        entry.cell().id().equals(cell) && entry.variant().equals(variant))
                .findFirst();
    }

    /**
     * Returns the reason why a claim can't be judged because two of its cells are the same trial here, for example since
     * scaling removed their difference. It is empty where there are none, or where another alternative of the condition
     * remains.
     */
    public Optional<String> oneTrial(Claim claim) {
        for (List<ClaimCondition> group : claim.over(study.cellIds()).conditions()) {
            List<String> same = group.stream()
                    .flatMap(condition -> oneTrial(claim, condition).stream())
                    .toList();
            if (same.size() == group.size()) {
                return Optional.of(same.getFirst());
            }
        }
        return Optional.empty();
    }

    private Optional<String> oneTrial(Claim claim, ClaimCondition condition) {
        Map<Key, String> whose = new HashMap<>();
        for (String text : condition.statement().cells().stream().distinct().toList()) {
            CellName name = CellName.of(text);
            Optional<Key> trial = first(name.cell())
                    .map(entry -> Study.judged(claim, name, entry.cell()))
                    .flatMap(key -> entry(key.cell(), key.variant()))
                    .flatMap(Entry::trial);
            String other = trial.isEmpty() ? null : whose.putIfAbsent(trial.get(), text);
            if (other != null) {
                return Optional.of(Refused.oneTrial(other, text));
            }
        }
        return Optional.empty();
    }

    /** Returns the entry of a cell's first variant, which is the published one; empty where the study has no such cell. */
    public Optional<Entry> first(String cell) {
        return entries.stream().filter(entry -> entry.cell().id().equals(cell)).findFirst();
    }
}
