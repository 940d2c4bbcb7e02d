package dev.assay.run.preflight;

import dev.assay.model.exit.ExitCode;
import dev.assay.run.exit.FailureCode;
import java.util.function.Supplier;

/**
 * @param mark {@value #MET}, {@value #LACKING}, or {@value #OPEN} as long as nobody has asked for it
 * @param text how much is needed and how much is available, with units; where it is lacking, also what to do
 * @param code that a run is refused with where it is lacking
 * @param question returns the text, or throws what commands report
 */
public record Check(String name, String mark, String text, ExitCode code, Supplier<String> question) {
    private static final String MET = "✓";
    private static final String LACKING = "✗";
    private static final String OPEN = "-";

    static Check of(String name, Supplier<String> question) {
        try {
            return new Check(name, MET, question.get(), ExitCode.OK, question);
        } catch (RuntimeException e) {
            ExitCode code = FailureCode.of(e);
            if (code == ExitCode.INTERNAL) {
                throw e;
            }
            return new Check(name, LACKING, FailureCode.reason(e), code, question);
        }
    }

    static Check open(String name, String text, Runnable question) {
        return new Check(name, OPEN, text, ExitCode.OK, () -> {
            question.run();
            return text;
        });
    }

    Check answered() {
        return mark.equals(OPEN) ? of(name, question) : this;
    }

    public boolean isLacking() {
        return mark.equals(LACKING);
    }

    @Override
    public String toString() {
        return "  %s %s: %s%s"
                .formatted(mark, name, text, mark.equals(OPEN) ? " (asked by 'run' and by 'plan --check')" : "");
    }
}
