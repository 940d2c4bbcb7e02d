package dev.assay.analysis.study;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.claim.CellReadings;
import dev.assay.analysis.claim.CellResults;
import dev.assay.analysis.claim.ClaimJudge;
import dev.assay.analysis.claim.ClaimJudgement;
import dev.assay.analysis.claim.ClaimLooks;
import dev.assay.analysis.claim.ConditionJudgement;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.result.Interval;
import dev.assay.model.result.ObservedMachine;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.study.StudyRecord.CellRecord;
import dev.assay.model.study.StudyRecord.ClaimRecord;
import dev.assay.model.study.StudyRecord.ConditionRecord;
import dev.assay.model.study.StudyRecord.MachineRecord;
import dev.assay.model.study.StudyRecord.PeakRecord;
import dev.assay.model.study.StudyRecord.StatisticRecord;
import dev.assay.model.study.Untestable;
import dev.assay.scenario.claim.CellName;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.claim.ClaimCondition;
import dev.assay.scenario.claim.Confounder;
import dev.assay.scenario.plan.TrialPoint;
import dev.assay.scenario.study.ScaledLoad;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.Study.StudyTest;
import dev.assay.scenario.study.StudyCell;
import dev.assay.scenario.study.StudyPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public final class StudyResults {
    private static final List<String> ALWAYS_SHOWN = List.of(
            "service.mean",
            "service.p50",
            "service.p99",
            "send-to-receive.mean",
            "send-to-receive.p50",
            "send-to-receive.p99");

    private final StudyPlan plan;
    private final Map<StudyPlan.Key, List<CellReadings>> trials;
    private final Map<StudyPlan.Key, List<TrialAnalysis>> overTime;
    private final Function<String, StoredTrial> stored;
    private final CalibrationStatus calibration;

    private StudyResults(
            StudyPlan plan,
            Map<StudyPlan.Key, List<CellReadings>> trials,
            Map<StudyPlan.Key, List<TrialAnalysis>> overTime,
            Function<String, StoredTrial> stored,
            CalibrationStatus calibration) {
        this.plan = plan;
        this.trials = trials;
        this.overTime = overTime;
        this.stored = stored;
        this.calibration = calibration;
    }

    /**
     * Judges a study by a run.
     *
     * @param run its finished trials
     * @param stored what was recorded of a trial, by its folder
     */
    public static StudyRecord of(StudyPlan plan, RunAnalysis run, Function<String, StoredTrial> stored) {
        Map<StudyPlan.Key, List<CellReadings>> trials = new HashMap<>();
        Map<StudyPlan.Key, List<TrialAnalysis>> overTime = new HashMap<>();
        Set<String> searched = run.run().capacities().stream()
                .flatMap(search -> search.trials().stream())
                .map(trial -> trial.folder())
                .collect(Collectors.toSet());
        for (TrialAnalysis trial : run.trials()) {
            TrialRecord record = trial.trial();
            if (!searched.contains(record.folder())) {
                key(record.identity().dimensions()).ifPresent(key -> {
                    List<CellReadings> cell = trials.computeIfAbsent(key, _ -> new ArrayList<>());
                    List<TrialAnalysis> windows = overTime.computeIfAbsent(key, _ -> new ArrayList<>());
                    // A trial that was measured again replaces the disturbed one.
                    cell.removeIf(
                            earlier -> earlier.block() == record.identity().repetition());
                    windows.removeIf(earlier -> earlier.trial().identity().repetition()
                            == record.identity().repetition());
                    cell.add(CellStatistics.of(trial, stored.apply(record.folder())));
                    windows.add(trial);
                });
            }
        }
        run.run()
                .capacities()
                .forEach(search -> key(search.dimensions())
                        .ifPresent(key -> bytesOfCopies(plan, key)
                                .ifPresent(bytes -> trials.computeIfAbsent(key, _ -> new ArrayList<>())
                                        .add(CellStatistics.of(search, run.trials(), bytes, stored)))));
        return new StudyResults(plan, trials, overTime, stored, run.run().calibration()).record();
    }

    private static Optional<StudyPlan.Key> key(Map<String, String> dimensions) {
        Optional<String> cell = Optional.ofNullable(dimensions.get(StudyPlan.CELL));
        Optional<String> variant = Optional.ofNullable(dimensions.get(StudyPlan.VARIANT));
        return cell.flatMap(name -> variant.map(which -> new StudyPlan.Key(name, which)));
    }

    private static Optional<Double> bytesOfCopies(StudyPlan plan, StudyPlan.Key key) {
        return plan.study().cells().stream()
                .filter(cell -> cell.id().equals(key.cell()))
                .flatMap(cell -> Optional.ofNullable(cell.variants().get(key.variant())).stream())
                .map(TrialPoint::spec)
                .map(spec ->
                        spec.workload().message().meanBytes() * spec.system().writtenCopies(spec.workload()))
                .findFirst();
    }

    private StudyRecord record() {
        ClaimJudge judge = new ClaimJudge(plan.study().cellIds(), this::results);
        return new StudyRecord(
                plan.study().name(),
                plan.study().title(),
                peaks(plan.study()),
                machine(),
                plan.study().claims().stream().map(claim -> claim(claim, judge)).toList(),
                plan.entries().stream().map(this::cell).toList(),
                new StudyTables(plan, this::trials).records(),
                new StudyCharts(plan, this::overTime, stored).records());
    }

    private List<MachineRecord> machine() {
        List<MachineRecord> values = new ArrayList<>();
        CalibrationStatus servers = ofServers();
        for (StudyTest test : plan.study().tests()) {
            test.machine().forEach((value, published) -> {
                Optional<MachineValue> measured =
                        servers.calibration().flatMap(calibration -> MachineValue.of(value, calibration));
                values.add(new MachineRecord(
                        test.name(),
                        value.toString(),
                        value.unit(),
                        published,
                        measured.map(MachineValue::value),
                        measured.map(MachineValue::n).orElse(0L),
                        measured.isPresent() ? "" : servers.note()));
            });
        }
        return values;
    }

    /** Returns the calibration of the first machine on which an observer watched servers; otherwise that of the run. */
    private CalibrationStatus ofServers() {
        return overTime.values().stream()
                .flatMap(List::stream)
                .flatMap(trial -> stored.apply(trial.trial().folder()).observed().values().stream())
                .filter(machine -> !machine.nodes().isEmpty())
                .map(ObservedMachine::calibration)
                .findFirst()
                .orElse(calibration);
    }

    private static List<PeakRecord> peaks(Study study) {
        return study.scale().stream()
                .flatMap(scale -> study.peaks().stream()
                        .filter(peak -> scale.peaks().containsKey(peak.name()))
                        .map(peak -> new PeakRecord(
                                peak.name(),
                                peak.cell(),
                                peak.published(),
                                scale.peaks().getOrDefault(peak.name(), 0.0))))
                .toList();
    }

    /** Returns the results of a cell's variant; where the cell has no such variant, those of its first. */
    private CellResults results(String cell, Optional<String> variant) {
        Optional<StudyCell> known = plan.study().cells().stream()
                .filter(one -> one.id().equals(cell))
                .findFirst();
        Optional<StudyPlan.Entry> entry = known.flatMap(studyCell ->
                variant.flatMap(name -> plan.entry(cell, name)).or(() -> plan.entry(cell, studyCell.firstVariant())));
        if (entry.isEmpty()) {
            return CellResults.refused(Untestable.U5, "the study has no such cell");
        }
        return entry.get()
                .missing()
                .map(missing -> CellResults.refused(missing.code(), missing.reason()))
                .orElseGet(() -> CellResults.of(
                        trials(entry.get()),
                        entry.get().trial().map(StudyPlan.Key::toString).orElse("")));
    }

    private List<CellReadings> trials(StudyPlan.Entry entry) {
        return entry.trial().map(key -> trials.getOrDefault(key, List.of())).orElse(List.of());
    }

    private List<TrialAnalysis> overTime(StudyPlan.Entry entry) {
        return entry.trial().map(key -> overTime.getOrDefault(key, List.of())).orElse(List.of());
    }

    private ClaimRecord claim(Claim claim, ClaimJudge judge) {
        ClaimJudgement judged = judge(claim, judge);
        Map<String, String> byVariant = new TreeMap<>();
        for (String variant : otherVariants(claim)) {
            byVariant.put(
                    variant, claim.word(judge.judge(claim, Optional.of(variant)).outcome()));
        }
        List<ConditionRecord> conditions = new ArrayList<>();
        for (int group = 0; group < judged.conditions().size(); group++) {
            for (ConditionJudgement condition : judged.conditions().get(group)) {
                conditions.add(condition(group + 1, condition));
            }
        }
        return new ClaimRecord(
                claim.id(),
                claim.says(),
                claim.word(judged.outcome()),
                conditions,
                judged.shown().stream()
                        .map(condition -> condition(0, condition))
                        .toList(),
                byVariant,
                claim.allConfounders().stream().map(Confounder::name).collect(Collectors.joining(", ")),
                claim.expected().isEmpty()
                        ? claim.remarks()
                        : "Expected from %s. %s"
                                .formatted(claim.expected(), claim.remarks())
                                .strip());
    }

    /** Judges a claim that was decided early by the blocks up to then, if its trials ended with them. */
    private ClaimJudgement judge(Claim claim, ClaimJudge judge) {
        List<String> cells = plan.study().cellIds();
        int blocks = plan.study().repeat().max();
        OptionalInt decided = ClaimLooks.decidedAfter(claim, cells, this::results, blocks);
        if (decided.isPresent() && !allIn(claim, decided.getAsInt() + 1, blocks)) {
            return new ClaimJudge(cells, ClaimLooks.upTo(this::results, decided.getAsInt())).judge(claim);
        }
        return judge.judge(claim);
    }

    private boolean allIn(Claim claim, int first, int last) {
        return plan.study().judgedBy(claim).stream().allMatch(key -> {
            Set<Integer> blocks = results(key.cell(), Optional.of(key.variant())).trials().stream()
                    .map(CellReadings::block)
                    .collect(Collectors.toSet());
            return IntStream.rangeClosed(first, last).allMatch(blocks::contains);
        });
    }

    private Set<String> otherVariants(Claim claim) {
        Set<String> cells = claim.over(plan.study().cellIds())
                .everyCondition()
                .flatMap(condition -> condition.statement().cells().stream())
                .map(name -> CellName.of(name).cell())
                .collect(Collectors.toSet());
        Set<String> variants = new LinkedHashSet<>();
        for (StudyCell cell : plan.study().cells()) {
            if (cells.contains(cell.id())) {
                String judged = claim.variant().orElse(cell.firstVariant());
                cell.variants().keySet().stream()
                        .filter(name -> !name.equals(judged))
                        .forEach(variants::add);
            }
        }
        return variants;
    }

    private static ConditionRecord condition(int group, ConditionJudgement judged) {
        Optional<Interval> interval = judged.interval();
        return new ConditionRecord(
                group,
                judged.condition().statement().text(),
                judged.condition().expected().map(StudyResults::text).orElse(""),
                judged.condition()
                        .published()
                        .map(ClaimCondition.Published::text)
                        .orElse(""),
                interval.map(Interval::low).filter(Double::isFinite),
                interval.map(Interval::centre).filter(Double::isFinite),
                interval.map(Interval::high).filter(Double::isFinite),
                judged.blocks(),
                judged.leftOut(),
                judged.outcome().map(Object::toString).orElse(""),
                judged.sizeAgrees(),
                judged.code(),
                judged.why());
    }

    private static String text(ClaimCondition.Expected expected) {
        return switch (expected) {
            case ClaimCondition.Is state -> state.state() ? "true" : "false";
            case ClaimCondition.In in -> {
                double low = in.range().low();
                double high = in.range().high();
                yield Double.isInfinite(high)
                        ? "above %.2f".formatted(low)
                        : Double.isInfinite(low) ? "below %.2f".formatted(high) : "%.2f to %.2f".formatted(low, high);
            }
        };
    }

    private CellRecord cell(StudyPlan.Entry entry) {
        StudyCell cell = entry.cell();
        List<CellReadings> measured = trials(entry);
        Set<String> names = new LinkedHashSet<>(cell.published().keySet());
        names.addAll(ALWAYS_SHOWN);
        names.add(CellReadings.PEAK);
        measured.stream()
                .flatMap(trial -> trial.named().keySet().stream())
                .filter(name -> name.endsWith("/service.p99") || name.endsWith("/send-to-receive.p99"))
                .sorted()
                .forEach(names::add);
        List<StatisticRecord> values = names.stream()
                .map(name -> value(name, cell, entry.variant(), measured))
                .filter(value -> value.blocks() > 0 || value.published().isPresent())
                .toList();
        StudyPlan.Key planKey = new StudyPlan.Key(cell.id(), entry.variant());
        return new CellRecord(
                cell.test(),
                cell.name(),
                cell.system(),
                entry.variant(),
                entry.trial()
                        .filter(key -> !key.equals(planKey))
                        .map(key -> key.cell() + ", " + key.variant())
                        .orElse(""),
                entry.missing()
                        .map(missing -> missing.code() + ": " + missing.reason())
                        .orElse(measured.isEmpty() ? "it was not finished" : ""),
                cell.scaled().map(ScaledLoad::text).orElse(""),
                values);
    }

    /** Adds the published value for the first variant only, since it belongs to no other. */
    private static StatisticRecord value(String name, StudyCell cell, String variant, List<CellReadings> trials) {
        return new StatisticRecord(
                name,
                variant.equals(cell.firstVariant())
                        ? Optional.ofNullable(cell.published().get(name))
                        : Optional.empty(),
                BlockValues.of(trials, name));
    }
}
