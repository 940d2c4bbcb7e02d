package dev.assay.run;

import dev.assay.model.unit.ByteSize;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.plan.Plan;
import java.util.Optional;

/**
 * Whether a run may write as much as it is going to, to systems that are not on this machine.
 *
 * @param max what needs no word
 * @param given whether the word is given already
 */
public record DataConsent(ByteSize max, boolean given) {
    /** Asks a person. */
    @FunctionalInterface
    public interface Question {
        /** The answer; empty where there is nobody to ask. */
        Optional<Boolean> ask(String question);
    }

    /**
     * Returns if it may.
     *
     * @throws CommandFailure when it may not
     */
    public void check(Plan plan, Question person) {
        WrittenData data = WrittenData.of(plan);
        if (given || data.bytesElsewhere() <= max.bytes()) {
            return;
        }
        String what = "this run writes up to " + data.elsewhere() + ", not on this machine, which is more than " + max
                + " (--max-data)";
        Optional<Boolean> answer = person.ask(what + ". Continue? [y/N] ");
        if (answer.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    what + ", and there is no terminal to ask on. Use --yes, or raise the limit with --max-data SIZE");
        }
        if (!answer.get()) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "nothing was started");
        }
    }
}
