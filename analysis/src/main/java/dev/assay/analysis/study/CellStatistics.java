package dev.assay.analysis.study;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.bottleneck.PhaseBottlenecks;
import dev.assay.analysis.bottleneck.Resource;
import dev.assay.analysis.claim.CellReadings;
import dev.assay.analysis.claim.CellReadings.Findings;
import dev.assay.analysis.claim.CellReadings.Servers;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Standing;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.reading.Statistic.Unit;
import dev.assay.analysis.statistics.PhaseDrift;
import dev.assay.analysis.steady.Drift;
import dev.assay.analysis.window.PhaseWindows;
import dev.assay.analysis.window.WindowSeries;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.ObservedMachine;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.study.Untestable;
import dev.assay.model.timeline.Phase.Expectation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Computes the values of a trial, or of a search, that claims refer to. Latencies are in milliseconds. */
final class CellStatistics {
    private static final Set<LatencyMetric> METRICS = EnumSet.of(
            LatencyMetric.SERVICE, LatencyMetric.RESPONSE, LatencyMetric.END_TO_END, LatencyMetric.SEND_TO_RECEIVE);
    private static final List<LatencyStatistic> IN_WINDOWS =
            List.of(LatencyStatistic.parse("service.p99"), LatencyStatistic.parse("send-to-receive.mean"));

    private CellStatistics() {}

    static CellReadings of(TrialAnalysis analysis, StoredTrial stored) {
        List<PhaseAnalysis> measured = analysis.measured();
        List<Reading> rows = new ArrayList<>();
        Map<String, Double> moves = new HashMap<>();
        for (PhaseAnalysis phase : measured) {
            rows.addAll(latencies(phase));
            moves(phase, phase.phase().name() + "/", moves);
        }
        if (measured.size() == 1) {
            moves(measured.getFirst(), "", moves);
            rows.addAll(windows(stored, analysis.verdict(), measured.getFirst()));
        }
        analysis.catchUps().stream()
                .findFirst()
                .ifPresent(first -> analysis.catchUpRows().stream()
                        .filter(row -> row.source().subscription().equals(first.subscription()))
                        .forEach(rows::add));
        return new CellReadings(
                analysis.trial().identity().repetition(),
                rows,
                new Findings(
                        reasons(analysis.verdict(), measured, reason -> reason.severity() == Grade.INVALID),
                        measured.stream().anyMatch(phase -> phase.phase().expectation() != Expectation.SUSTAINED),
                        reasonsAndOrdered(analysis.verdict(), measured),
                        notKnown(analysis.verdict())),
                new Servers(severalDisks(stored), asAsked(stored) ? Optional.empty() : Optional.of(Untestable.U6)),
                limit(measured.stream()
                        .flatMap(phase -> phase.limits().stream())
                        .toList()),
                moves,
                length(measured),
                samples(measured));
    }

    /**
     * Computes the value of a search: its lower bound, which is the rate that is known to be sustained; it is at least that where the
     * harness, or the range, ended the search.
     *
     * @param bytesOfCopies mean bytes of a message, times its written copies
     * @param stored what was recorded of a trial, by its folder
     */
    static CellReadings of(
            CapacityRecord search,
            List<TrialAnalysis> trials,
            double bytesOfCopies,
            Function<String, StoredTrial> stored) {
        List<Reading> rows = new ArrayList<>();
        Reading peak = Reading.of(search);
        if (peak.counts()) {
            rows.add(peak);
        }
        if (search.state() == CapacityRecord.State.FOUND) {
            rows.addAll(DiskTraffic.of(search, trials, bytesOfCopies));
        }
        List<String> tooMuch = search.trials().stream()
                .filter(trial -> trial.outcome() == CapacityTrial.Outcome.BAD)
                .map(CapacityTrial::folder)
                .toList();
        Optional<String> limit = limit(trials.stream()
                .filter(trial -> tooMuch.contains(trial.trial().folder()))
                .flatMap(trial -> trial.measured().stream())
                .flatMap(phase -> phase.limits().stream())
                .toList());
        List<String> steps = search.trials().stream().map(CapacityTrial::folder).toList();
        List<TrialRecord> searched = trials.stream()
                .map(TrialAnalysis::trial)
                .filter(trial -> steps.contains(trial.folder()))
                .toList();
        boolean asAsked = searched.stream().allMatch(trial -> asAsked(stored.apply(trial.folder())));
        double seconds =
                search.trials().stream().mapToDouble(CapacityTrial::seconds).sum();
        return new CellReadings(
                search.repetition(),
                rows,
                Findings.NOTHING,
                new Servers(
                        !searched.isEmpty()
                                && searched.stream().allMatch(trial -> severalDisks(stored.apply(trial.folder()))),
                        asAsked ? Optional.empty() : Optional.of(Untestable.U6)),
                limit,
                Map.of(),
                Duration.ofMillis(Math.round(seconds * 1e3)),
                Long.MAX_VALUE);
    }

    /** Tells whether the servers are known to be configured as the cell requires: otherwise two cells may differ in nothing. */
    private static boolean asAsked(StoredTrial stored) {
        TrialRecord trial = stored.trial();
        return trial.durability().known()
                && !trial.durability().weakened()
                && trial.serversOtherwise().isEmpty()
                && (!trial.disksOfOthers() || severalDisks(stored));
    }

    private static boolean severalDisks(StoredTrial trial) {
        List<ObservedMachine> servers = trial.observed().values().stream()
                .filter(machine -> !machine.nodes().isEmpty())
                .toList();
        return trial.trial().plan().disks().several()
                || (!servers.isEmpty() && servers.stream().allMatch(machine -> machine.disks() > 1));
    }

    /**
     * Returns the resource at its limit: the harness, if it was in any of the phases; otherwise the cause in the last phase that has
     * one. Empty where this is not known.
     */
    private static Optional<String> limit(List<PhaseBottlenecks> phases) {
        boolean harness = phases.stream().anyMatch(limits -> limits.resources().contains(Resource.HARNESS));
        Optional<Resource> last = phases.stream()
                .flatMap(limits -> limits.resources().stream().limit(1))
                .reduce((_, later) -> later);
        boolean none = !phases.isEmpty() && phases.stream().allMatch(PhaseBottlenecks::noneFound);
        return (harness ? Optional.of(Resource.HARNESS) : last)
                .map(Resource::tag)
                .or(() -> none ? Optional.of("none") : Optional.empty());
    }

    private static List<Reading> latencies(PhaseAnalysis phase) {
        return phase.rows().stream()
                .filter(row -> row.n() > 0)
                .filter(row -> row.statistic().unit() == Unit.NANOSECONDS)
                .filter(row ->
                        row.statistic().metric().filter(METRICS::contains).isPresent())
                .filter(phase.headlines())
                .toList();
    }

    /** Adds the factor by which latencies moved from the first third of a phase to its last, where these have enough values. */
    private static void moves(PhaseAnalysis phase, String prefix, Map<String, Double> moves) {
        for (PhaseDrift one : phase.drifts()) {
            Drift drift = one.drift();
            boolean latency = one.of() == PhaseDrift.Of.MEDIAN || one.of() == PhaseDrift.Of.P99;
            if (latency && drift.n() >= Drift.MIN_FIGURES && drift.lower() > 0) {
                moves.put(prefix + one.series(), drift.last() / drift.first());
            }
        }
    }

    private static List<Reading> windows(StoredTrial stored, Verdict verdict, PhaseAnalysis phase) {
        Standing standing = Standing.of(verdict, phase.phase().name());
        List<Reading> rows = new ArrayList<>();
        for (LatencyStatistic statistic : IN_WINDOWS) {
            WindowSeries series = PhaseWindows.of(stored, phase.phase(), statistic, PhaseWindows.PUBLISHED);
            window(stored, standing, "spikes", series, series.spikes()).ifPresent(rows::add);
            window(stored, standing, "spread", series, series.spread()).ifPresent(rows::add);
        }
        return rows;
    }

    private static Optional<Reading> window(
            StoredTrial stored, Standing standing, String what, WindowSeries series, OptionalDouble value) {
        return value.stream()
                .mapToObj(ratio -> standing.other(
                        Source.of(stored.trial(), "", "", Statistic.of(what + "(" + series.name() + ")", Unit.RATIO)),
                        ratio,
                        series.windows().size()))
                .findFirst();
    }

    /** Returns the codes of reasons about the trial or a measured phase, and those about a phase also as {@code PHASE/CODE}. */
    private static Set<String> reasons(Verdict verdict, List<PhaseAnalysis> measured, Predicate<Reason> which) {
        Set<String> phases =
                measured.stream().map(phase -> phase.phase().name()).collect(Collectors.toSet());
        Set<String> codes = new HashSet<>();
        for (Reason reason : verdict.reasons()) {
            if (which.test(reason) && (reason.phase().isEmpty() || phases.contains(reason.phase()))) {
                add(reason.phase(), reason.code(), codes);
            }
        }
        return codes;
    }

    private static Set<String> reasonsAndOrdered(Verdict verdict, List<PhaseAnalysis> measured) {
        Set<String> codes = reasons(verdict, measured, _ -> true);
        verdict.findings().stream()
                .filter(Finding::expected)
                .forEach(finding -> add(finding.phase(), finding.code(), codes));
        return codes;
    }

    private static Set<String> notKnown(Verdict verdict) {
        Set<String> codes = new HashSet<>();
        verdict.findings().stream()
                .filter(finding -> !finding.expected())
                .forEach(finding -> add(finding.phase(), finding.code(), codes));
        return codes;
    }

    private static void add(String phase, String code, Set<String> codes) {
        codes.add(code);
        if (!phase.isEmpty()) {
            codes.add(phase + "/" + code);
        }
    }

    private static Duration length(List<PhaseAnalysis> measured) {
        return Duration.ofNanos(measured.stream()
                .mapToLong(phase -> phase.phase().lengthNanos())
                .sum());
    }

    private static long samples(List<PhaseAnalysis> measured) {
        return measured.stream()
                .mapToLong(phase -> phase.samples(LatencyMetric.SERVICE))
                .sum();
    }
}
