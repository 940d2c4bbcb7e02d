package dev.assay.scenario;

/** A scenario cannot be used as it is written; the message is the text of all its problems. */
public final class ScenarioException extends Exception {
    private final transient ScenarioProblems problems;

    ScenarioException(ScenarioProblems problems) {
        super(problems.render());
        this.problems = problems;
    }

    /** What is wrong. */
    public ScenarioProblems problems() {
        return problems;
    }
}
