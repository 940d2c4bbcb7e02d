package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.run.coordinator.KilledTrial.Victim;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

final class KilledTrials {
    /** The number of trials at once, which mostly wait. */
    private static final int AT_ONCE = 24;

    /** The most trials until one has sent something; on a busy machine a load may end before. */
    static final int MAX_TRIALS = 100;

    private KilledTrials() {}

    /** Kills each possible victim at each of the steps, and asserts that the system is as it was. */
    static void assertNothingStays(Callable<KilledTrial> trials, List<String> steps) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<Void>> all = new ArrayList<>();
            for (String step : steps) {
                for (Victim victim : Victim.values()) {
                    all.add(threads.submit(() -> {
                        for (int i = 0; !assertNothingStays(trials.call(), step, victim); i++) {
                            assertThat(i).as("trials that sent nothing").isLessThan(MAX_TRIALS);
                        }
                        return null;
                    }));
                }
            }
            for (Future<Void> one : all) {
                one.get();
            }
        }
    }

    /** Returns whether the trial has come to the step. */
    private static boolean assertNothingStays(KilledTrial trial, String step, Victim victim) throws Exception {
        String text = victim + " killed " + step;
        Set<String> before = trial.system().state();
        if (!trial.killAt(step, victim)) {
            return false;
        }
        if (victim == Victim.COORDINATOR) {
            assertThat(trial.system().state())
                    .as("what the worker has left: %s", text)
                    .isEqualTo(before);
        }
        assertThat(trial.system().state()).as(text).containsAll(before);
        trial.system().endSessions();
        assertThat(trial.cleanUp()).as(text).isEmpty();
        assertThat(trial.system().state()).as(text).isEqualTo(before);
        assertThat(trial.directory().creations().left()).as(text).isEmpty();
        return true;
    }
}
