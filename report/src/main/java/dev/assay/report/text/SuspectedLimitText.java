package dev.assay.report.text;

import dev.assay.analysis.bottleneck.SuspectedLimit;
import dev.assay.model.result.Interval;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.Redactor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

public final class SuspectedLimitText {
    public static final String NOTE =
            "Suspected limits, each with the key that tests it; several can be causes at the same time:";

    private static final Set<String> MEASURING = Set.of("run", "capacity");

    /** Lists the options that choose systems and clusters, which the testing command chooses itself. */
    private static final Set<String> CHOOSING = Set.of("--systems", "--on");

    private static final String RATE = "workload.rate";
    private static final int BLOCKS = 5;

    private SuspectedLimitText() {}

    /** Describes the limit, why it is suspected, and the command that tests it. */
    public static String sentence(SuspectedLimit suspected) {
        return "%s: %s; tested by %s %s instead of %s"
                .formatted(
                        suspected.limit(),
                        suspected.evidence(),
                        suspected.key(),
                        suspected.changed(),
                        suspected.present());
    }

    /**
     * Returns the run's own command for the trial's system and point, with one dimension and repetitions.
     *
     * @return empty where no such command would be accepted, for example in a run of a study, or where running servers would have to change
     */
    public static Optional<String> command(SuspectedLimit suspected, TrialRecord trial, RunRecord run) {
        String system = trial.system().system();
        boolean standing =
                run.conditions().map(RunConditions::clusters).orElse(List.of()).contains(system);
        boolean ofServers =
                suspected.key().equals("durability") || suspected.key().startsWith("systems.");
        if (run.commandLine().size() < 3
                || !MEASURING.contains(run.commandLine().get(1))
                || run.commandLine().stream().anyMatch(word -> word.contains(Redactor.MASK))
                || (ofServers && (standing || trial.system().deployment().equals("existing")))
                || !pointCanBeSet(trial, run)) {
            return Optional.empty();
        }
        List<String> words = new ArrayList<>();
        for (Iterator<String> all = run.commandLine().iterator(); all.hasNext(); ) {
            String word = all.next();
            if (CHOOSING.contains(word) && all.hasNext()) {
                all.next();
            } else if (!CHOOSING.contains(word.split("=", 2)[0])) {
                words.add(word);
            }
        }
        words.addAll(List.of(standing ? "--on" : "--systems", system));
        boolean searches = !run.capacities().isEmpty();
        trial.identity().dimensions().forEach((key, value) -> {
            if (!key.equals(suspected.key()) && !(searches && key.equals(RATE))) {
                set(words, key, value);
            }
        });
        set(words, suspected.key(), suspected.present() + "," + suspected.changed());
        set(words, "repeat", String.valueOf(searches ? Interval.MIN_TRIALS : BLOCKS));
        return Optional.of(CommandText.of(words));
    }

    /**
     * Tells whether options can set the trial's point: variants may change the same key, and a value with a comma would be read as a list.
     */
    private static boolean pointCanBeSet(TrialRecord trial, RunRecord run) {
        return run.scenarioText().lines().noneMatch(line -> line.startsWith("variants:") || line.startsWith("study:"))
                && trial.plan()
                        .resolved()
                        .keySet()
                        .containsAll(trial.identity().dimensions().keySet())
                && trial.identity().dimensions().values().stream().noneMatch(value -> value.contains(","));
    }

    private static void set(List<String> words, String key, String value) {
        words.addAll(List.of("--set", key + "=" + value));
    }
}
