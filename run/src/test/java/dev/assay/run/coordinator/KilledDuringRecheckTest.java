package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.unit.Rate;
import dev.assay.run.trial.MemoryTrials;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a new consumer that looks for missing messages leaves nothing either. */
@Tag("slow")
class KilledDuringRecheckTest {
    private final AtomicInteger trials = new AtomicInteger();

    @TempDir
    Path folder;

    /** Returns a trial in which each message is lost, so that it looks for them once one has been sent. */
    private KilledTrial trial() {
        TrialRequest request = MemoryTrials.lasting(
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                MemoryTrials.workload(1, 1, 1, new Rate(100)),
                Map.of("lose-every", "1"));
        return new KilledTrial(request, folder.resolve("trial-" + trials.incrementAndGet()));
    }

    @Test
    void afterTheCleanupTheSystemIsWhatItWas() throws Exception {
        List<String> ofAgain = List.of();
        for (int i = 0; ofAgain.isEmpty(); i++) {
            assertThat(i).as("trials that sent nothing").isLessThan(KilledTrials.MAX_TRIALS);
            KilledTrial whole = trial();
            Set<String> before = whole.system().state();
            ofAgain = whole.steps().stream()
                    .filter(step -> step.endsWith("-again"))
                    .toList();
            assertThat(whole.system().state()).as("a run that ends by itself").isEqualTo(before);
            assertThat(whole.directory().creations().left()).isEmpty();
        }
        assertThat(ofAgain)
                .containsExactly(
                        "before joining s1-again",
                        "after joining s1-again",
                        "before leaving s1-again",
                        "after leaving s1-again",
                        "before deleting group s1-again",
                        "after deleting group s1-again");
        KilledTrials.assertNothingStays(this::trial, ofAgain);
    }
}
