package dev.assay.run.selftest;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.verdict.VerdictRules;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.run.stage.HarnessFaults;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.store.RunDirectory;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes a disturbance of known size that is injected, and how it has to be reported.
 *
 * @param name in kebab case
 * @param injected for people
 * @param scenario the scenario file of its trial
 * @param workers number of workers that drive the load, in one process
 * @param harness faults of the workers
 * @param expected bounds of the trial's values
 * @param rules codes of the reasons that have to be given; none where the fault is one of the system that values show
 * @param allowed codes that may be given besides, as they follow from the fault
 * @param asserted the kind of values, and so what the machine can do to them
 */
record InjectedFault(
        String name,
        String injected,
        String scenario,
        int workers,
        HarnessFaults harness,
        Expectation expected,
        List<String> rules,
        Set<String> allowed,
        Asserted asserted) {
    @FunctionalInterface
    interface Expectation {
        List<Observation> of(TrialAnalysis trial);
    }

    InjectedFault {
        rules = List.copyOf(rules);
        allowed = Set.copyOf(allowed);
    }

    Plan plan() {
        try {
            return ScenarioFile.read(name, scenario, List.of(), Set.of()).plan();
        } catch (ScenarioException e) {
            throw new IllegalStateException("the self-test's own scenario is invalid: " + e.getMessage(), e);
        }
    }

    CaseResult judge(RunDirectory run, VerdictRules rules) {
        if (run.finished().isEmpty()) {
            return unfinished(
                    run.unfinished().stream().findFirst().flatMap(run::failure).orElse("no trial was started"));
        }
        return judge(run.readTrial(run.finished().getFirst()), rules);
    }

    CaseResult judge(StoredTrial stored, VerdictRules rules) {
        TrialAnalysis trial = TrialAnalyzer.analyze(stored, rules);
        List<Observation> values = expected.of(trial);
        Set<String> codes = trial.verdict().reasons().stream()
                .map(Reason::code)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        String verdict = trial.verdict().grade() + (codes.isEmpty() ? "" : " " + String.join(", ", codes));
        return new CaseResult(
                name,
                injected,
                Stream.concat(values.stream().map(one -> one.expected().reported(one.value())), Stream.of(verdict))
                        .toList(),
                bounds(values),
                outcome(values, codes),
                note(values, codes));
    }

    /**
     * Returns the outcome. Where the verdict blames the machine for something that may have affected the values asserted, values and
     * reasons show neither that Assay is right nor that it is wrong. Anything else that the machine did changes nothing.
     *
     * @param codes of the reasons that were given
     */
    CaseResult.Outcome outcome(List<Observation> values, Set<String> codes) {
        Set<String> unexpected = unexpected(codes);
        if (unexpected.stream().anyMatch(asserted::isTouchedBy)) {
            return CaseResult.Outcome.NOT_JUDGED;
        }
        boolean shown = values.stream().allMatch(Observation::holds) && codes.containsAll(rules);
        if (!shown || !unexpected.stream().allMatch(Asserted::isOfTheMachine)) {
            return CaseResult.Outcome.FAIL;
        }
        return values.stream().allMatch(Observation::telling) ? CaseResult.Outcome.PASS : CaseResult.Outcome.NOT_JUDGED;
    }

    private Set<String> unexpected(Set<String> codes) {
        Set<String> unexpected = new LinkedHashSet<>(codes);
        rules.forEach(unexpected::remove);
        unexpected.removeAll(allowed);
        return unexpected;
    }

    private List<String> bounds(List<Observation> values) {
        List<String> bounds = new ArrayList<>();
        values.forEach(one -> bounds.add(one.expected().text()));
        bounds.add(rules.isEmpty() ? "no reason" : "reason " + String.join(", ", rules));
        return bounds;
    }

    private String note(List<Observation> values, Set<String> codes) {
        Set<String> unexpected = unexpected(codes);
        List<String> notes = new ArrayList<>();
        values.stream()
                .filter(one -> !one.holds())
                .forEach(one -> notes.add("out of bounds: " + one.expected().reported(one.value())));
        values.stream()
                .filter(one -> !one.telling())
                .forEach(one -> notes.add(
                        "the bound is too wide to tell: " + one.expected().text()));
        rules.stream().filter(rule -> !codes.contains(rule)).forEach(rule -> notes.add("no reason " + rule));
        addNote(notes, "the machine was busy: ", unexpected.stream().filter(asserted::isTouchedBy));
        addNote(
                notes,
                "machine effects that can't have affected this: ",
                unexpected.stream().filter(code -> Asserted.isOfTheMachine(code) && !asserted.isTouchedBy(code)));
        addNote(notes, "not injected: ", unexpected.stream().filter(code -> !Asserted.isOfTheMachine(code)));
        return String.join("; ", notes);
    }

    private static void addNote(List<String> notes, String prefix, Stream<String> codes) {
        String all = codes.collect(Collectors.joining(", "));
        if (!all.isEmpty()) {
            notes.add(prefix + all);
        }
    }

    private CaseResult unfinished(String reason) {
        return new CaseResult(
                name,
                injected,
                List.of("the trial did not finish"),
                bounds(List.of()),
                CaseResult.Outcome.FAIL,
                reason);
    }
}
