package dev.assay.cli.selftest;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.analysis.comparison.Difference;
import dev.assay.analysis.comparison.Gate;
import dev.assay.analysis.comparison.Gate.Decision;
import dev.assay.analysis.comparison.Uncomparable;
import dev.assay.analysis.verdict.VerdictRules;
import dev.assay.cli.selftest.CaseResult.Outcome;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.run.HarnessFaults;
import dev.assay.run.directory.RunDirectory;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A change that loses messages in half of the blocks of a gate, and is as good as the baseline in the others: those that are left must not let
 * it through. That they would is part of the case, or it would show nothing.
 */
final class UnstableCandidate implements SelfTestCase {
    private static final int BLOCKS = 6;
    private static final String CANDIDATE = "1 ms";
    private static final Gate GATE = Gate.parse("achieved < 0.90x");
    private static final String BOUND = "not passed";

    @Override
    public String name() {
        return "unstable-candidate";
    }

    @Override
    public String injected() {
        return "a change loses messages in half of the blocks of a gate";
    }

    @Override
    public String scenario() {
        return scenario("");
    }

    private static String scenario(String fault) {
        return """
                name: selftest
                repeat: %d
                systems: { memory: { law: constant, mean: [2 ms, %s]%s } }
                durability: level-4
                workload: { message: { size: 100 B }, rate: 1000/s }
                timing: { warmup: 0 s, measure: 2 s, drain: 10 s }
                """.formatted(BLOCKS, CANDIDATE, fault);
    }

    @Override
    public int workers() {
        return 1;
    }

    @Override
    public HarnessFaults harness() {
        return HarnessFaults.NONE;
    }

    @Override
    public List<String> rules() {
        return List.of();
    }

    /** Of every other block, the candidate's trial is that of a system that loses messages. */
    @Override
    public Plan plan() {
        Plan sound = SelfTestCase.plan(name(), scenario());
        Plan lossy = SelfTestCase.plan(name(), scenario(", lose-every: 100"));
        List<PlannedTrial> trials = new ArrayList<>();
        for (int i = 0; i < sound.trials().size(); i++) {
            PlannedTrial trial = sound.trials().get(i);
            boolean loses = trial.dimensions().containsValue(CANDIDATE) && trial.repetition() % 2 == 0;
            trials.add(loses ? lossy.trials().get(i) : trial);
        }
        return new Plan(sound.scenario(), trials, sound.repeat(), sound.clusters());
    }

    @Override
    public CaseResult judge(RunDirectory run, VerdictRules rules) {
        List<TrialAnalysis> trials = run.finished().stream()
                .map(run::readTrial)
                .map(stored -> TrialAnalyzer.analyze(stored, rules))
                .toList();
        Optional<Decision> whole =
                decision(new RunAnalysis(run.record(), trials, List.of(), Optional.empty(), run.missing()));
        Set<Integer> broken = trials.stream()
                .filter(trial -> trial.verdict().grade() == Grade.INVALID)
                .map(trial -> trial.trial().repetition())
                .collect(Collectors.toSet());
        List<TrialAnalysis> left = trials.stream()
                .filter(trial -> !broken.contains(trial.trial().repetition()))
                .toList();
        Optional<Decision> survivors = decision(new RunAnalysis(run.record(), left, List.of(), Optional.empty()));
        if (whole.isEmpty() || survivors.isEmpty()) {
            return result(List.of("nothing to compare"), Outcome.FAIL, "the run has no two candidates");
        }
        List<String> reported = List.of(
                whole.get().outcome() + ": " + whole.get().why(),
                "blocks that are left: " + survivors.get().outcome());
        if (whole.get().outcome() == Gate.Outcome.PASSED) {
            return result(reported, Outcome.FAIL, "it passed");
        }
        return survivors.get().outcome() == Gate.Outcome.PASSED
                ? result(reported, Outcome.PASS, "")
                : result(reported, Outcome.NOT_JUDGED, "the blocks that are left would not have passed either");
    }

    private static Optional<Decision> decision(RunAnalysis run) {
        try {
            ComparisonRequest request = new ComparisonRequest(
                    Optional.of("mean"), Optional.of("2 ms"), List.of(GATE.statistic()), Difference.USUAL_THRESHOLD);
            return Optional.of(GATE.decide(Comparison.within(run, request)).getFirst());
        } catch (Uncomparable _) {
            return Optional.empty();
        }
    }

    private CaseResult result(List<String> reported, Outcome outcome, String note) {
        return new CaseResult(name(), injected(), reported, List.of(BOUND, "passed"), outcome, note);
    }
}
