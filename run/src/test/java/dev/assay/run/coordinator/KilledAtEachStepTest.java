package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.result.CreationEntry;
import dev.assay.model.result.CreationEntry.Step;
import dev.assay.model.unit.Rate;
import dev.assay.run.coordinator.KilledTrial.Victim;
import dev.assay.run.trial.MemoryTrials;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that after a kill of anyone at any step, the cleanup leaves a system of others as it was. */
@Tag("slow")
class KilledAtEachStepTest {
    private final AtomicInteger trials = new AtomicInteger();

    @TempDir
    Path folder;

    private KilledTrial trial() {
        TrialRequest request =
                MemoryTrials.lasting(Duration.ofSeconds(1), MemoryTrials.workload(2, 1, 1, new Rate(100)));
        return new KilledTrial(request, folder.resolve("trial-" + trials.incrementAndGet()));
    }

    @Test
    void afterTheCleanupTheSystemIsWhatItWas() throws Exception {
        List<String> steps = trial().steps();
        assertThat(steps)
                .contains(
                        "before noting PLANNED",
                        "after noting ABSENT",
                        "when it is CREATING_TOPICS",
                        "when it is LOADING",
                        "when values come",
                        "when it is DRAINING",
                        "when it is RECONCILING",
                        "when it is CLEANING_UP",
                        "before noting DELETED")
                .filteredOn(step -> step.startsWith("after creating"))
                .hasSize(4);
        KilledTrials.assertNothingStays(
                this::trial,
                steps.stream()
                        .filter(step -> !step.equals("after noting DELETED"))
                        .toList());
    }

    @Test
    void aGroupOfOthersUnderATrialsNameIsRefusedAndLeft() throws Exception {
        KilledTrial trial = trial();
        trial.system().join(trial.group());
        Set<String> before = trial.system().state();
        assertThatThrownBy(trial::steps)
                .isInstanceOf(TrialFailedException.class)
                .hasMessageContaining("already exists");
        assertThat(trial.system().state()).isEqualTo(before);
        assertThat(trial.directory().creations().entries())
                .extracting(CreationEntry::step)
                .containsExactly(Step.PLANNED, Step.EXISTED);
        assertThat(trial.cleanUp()).isEmpty();
        assertThat(trial.system().state()).isEqualTo(before);
    }

    @Test
    void aGroupThatOthersReadWithIsSaidAndLeftUntilTheyGo() throws Exception {
        KilledTrial trial = trial();
        Set<String> before = trial.system().state();
        trial.killAt("when it is DRAINING", Victim.BOTH);
        trial.system().endSessions();
        trial.system().join(trial.group());
        assertThat(trial.cleanUp()).contains("cleanup was incomplete: the group " + trial.group() + " has members");
        assertThat(trial.system().state()).contains("group " + trial.group());
        assertThat(trial.directory().creations().left()).isNotEmpty();
        trial.system().endSessions();
        assertThat(trial.cleanUp()).isEmpty();
        assertThat(trial.system().state()).isEqualTo(before);
    }
}
