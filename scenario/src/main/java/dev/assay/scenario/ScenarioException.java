package dev.assay.scenario;

import dev.assay.model.exit.ExitCode;
import dev.assay.model.exit.ReportedFailure;

/** Says that a scenario cannot be used as it is written; the message is the text of all its problems. */
public final class ScenarioException extends Exception implements ReportedFailure {
    private final transient ScenarioProblems problems;

    ScenarioException(ScenarioProblems problems) {
        super(problems.render());
        this.problems = problems;
    }

    public ScenarioProblems problems() {
        return problems;
    }

    @Override
    public ExitCode exitCode() {
        return ExitCode.BAD_INPUT;
    }
}
