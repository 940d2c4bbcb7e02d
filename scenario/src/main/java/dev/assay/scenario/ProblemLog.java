package dev.assay.scenario;

import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.TrialSpec;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Collects problems while a scenario is read, each once. */
final class ProblemLog {
    private static final Comparator<Located> BY_PLACE = Comparator.<Located>comparingInt(
                    located -> located.span().source().order())
            .thenComparingInt(located -> located.span().line())
            .thenComparingInt(located -> located.span().column());

    private final Optional<CommandWording> wording;
    private final Set<Located> found = new LinkedHashSet<>();

    private record Located(SourceSpan span, Problem problem) {}

    /** Of a scenario file. */
    ProblemLog() {
        this(Optional.empty());
    }

    /** Of options without a file. */
    ProblemLog(CommandWording wording) {
        this(Optional.of(wording));
    }

    private ProblemLog(Optional<CommandWording> wording) {
        this.wording = wording;
    }

    /** Adds a problem of what stands in one place. */
    void add(SourceSpan span, String what, String advice) {
        add(span, List.of(), what, advice);
    }

    /**
     * Adds a problem of some keys.
     *
     * @param span where it is located, if all of them stand in a file
     * @param keys whose values it comes from: first the one to change
     */
    void add(SourceSpan span, List<KeyPath> keys, String what, String advice) {
        SourceSpan place = wording.map(words -> words.place(span, keys)).orElse(span);
        String help = wording.map(words -> words.advice(span, keys, advice)).orElse(advice);
        found.add(new Located(place, Problem.at(place, worded(what), worded(help))));
    }

    /** Adds what the trial's system cannot do, each where it is asked for. */
    void addRefusals(TrialSpec trial, SourceLocator places) {
        trial.refusals().forEach(refusal -> add(refusal, places));
    }

    /** Adds what cannot be done, where it is asked for. */
    void add(Incompatibility found, SourceLocator places) {
        add(
                places.of(found.key(), found.part()),
                List.of(found.key()),
                found.key() + ": " + found.reason(),
                found.advice());
    }

    private String worded(String text) {
        return wording.map(words -> words.inOptionsWords(text)).orElse(text);
    }

    /** Whether whoever reads the problems could write down a key with that path. */
    boolean reaches(String path) {
        return wording.map(words -> words.reaches(path)).orElse(true);
    }

    /** Throws what was collected, if anything was. */
    void throwIfAny() throws ScenarioException {
        if (!found.isEmpty()) {
            throw new ScenarioException(new ScenarioProblems(
                    found.stream().sorted(BY_PLACE).map(Located::problem).toList()));
        }
    }
}
