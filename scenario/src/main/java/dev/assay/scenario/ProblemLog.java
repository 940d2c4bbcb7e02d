package dev.assay.scenario;

import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.TrialSpec;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects problems while a scenario is read, each once. */
final class ProblemLog {
    private static final Comparator<Located> BY_PLACE = Comparator.<Located>comparingInt(
                    located -> located.span().source().order())
            .thenComparingInt(located -> located.span().line())
            .thenComparingInt(located -> located.span().column());

    private final @Nullable CommandWording wording;
    private final Set<Located> problems = new LinkedHashSet<>();

    private record Located(SourceSpan span, Problem problem) {}

    ProblemLog() {
        this.wording = null;
    }

    ProblemLog(CommandWording wording) {
        this.wording = wording;
    }

    void add(SourceSpan span, String what, String advice) {
        add(span, List.of(), what, advice);
    }

    /**
     * Adds a problem of several keys.
     *
     * @param span its place, if all of the keys stand in a file
     * @param keys whose values it comes from: first the one to change
     */
    void add(SourceSpan span, List<KeyPath> keys, String what, String advice) {
        if (wording == null) {
            problems.add(new Located(span, Problem.at(span, what, advice)));
            return;
        }
        SourceSpan place = wording.place(span, keys);
        String help = wording.inOptionsWords(wording.advice(span, keys, advice));
        problems.add(new Located(place, Problem.at(place, wording.inOptionsWords(what), help)));
    }

    /**
     * Adds what the trial's system cannot do, each where it is asked for.
     *
     * @param failed keys whose value was replaced in the trial: nothing is said of them
     */
    void addRefusals(TrialSpec trial, Set<KeyPath> failed, SourceLocator places) {
        for (Incompatibility refusal : trial.refusals()) {
            KeyPath key = refusal.key();
            if (failed.stream().noneMatch(one -> one.leadsTo(key) || key.leadsTo(one))) {
                add(refusal, KeyPath.TOP, places);
            }
        }
    }

    /**
     * Adds what cannot be done, where it is asked for.
     *
     * @param above the path that the key and the places are below
     */
    void add(Incompatibility problem, KeyPath above, SourceLocator places) {
        KeyPath key = above.to(problem.key());
        add(places.of(problem.key(), problem.part()), List.of(key), key + ": " + problem.reason(), problem.advice());
    }

    boolean reaches(String path) {
        return wording == null || wording.reaches(path);
    }

    void throwIfAny() throws ScenarioException {
        if (!problems.isEmpty()) {
            throw exception();
        }
    }

    ScenarioException exception() {
        return new ScenarioException(new ScenarioProblems(inOrder()));
    }

    /** Returns the problems so far, in the order of the text. */
    List<Problem> inOrder() {
        return problems.stream().sorted(BY_PLACE).map(Located::problem).toList();
    }
}
