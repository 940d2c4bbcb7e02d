package dev.assay.run.preflight;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.unit.ByteSize;
import dev.assay.scenario.plan.Plan;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether a run may write much to clusters of others, or ask much of them at once.
 *
 * @param max bytes that need no consent
 * @param granted whether consent is given already
 */
public record DataConsent(ByteSize max, boolean granted) {
    @FunctionalInterface
    public interface Question {
        /** Returns the answer; empty where there is nobody to ask. */
        Optional<Boolean> ask(String question);
    }

    /**
     * Returns normally if the run may.
     *
     * @throws CommandFailure when it may not
     */
    public void check(Plan plan, Question person) {
        List<String> warnings = granted ? List.of() : WrittenData.of(plan).warnings(max);
        if (warnings.isEmpty()) {
            return;
        }
        String warning = "this run may hurt a cluster that Assay did not start: " + String.join("; ", warnings);
        require(
                person.ask(warning + ". Continue? [y/N] "),
                warning + "; and there is no terminal to ask on. Use --yes if that may be, or ask for less");
    }

    /**
     * Returns normally if somebody has said yes.
     *
     * @param unasked the message where there was nobody to ask
     * @throws CommandFailure when nobody has
     */
    public static void require(Optional<Boolean> answer, String unasked) {
        if (!answer.orElseThrow(() -> CommandFailure.badInput(unasked))) {
            throw CommandFailure.badInput("nothing was started");
        }
    }
}
