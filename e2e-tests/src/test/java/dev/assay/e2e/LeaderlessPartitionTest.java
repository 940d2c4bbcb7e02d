package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.RecheckRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that acknowledged messages of a partition without a leader are reported as missing, not as lost, since nobody knows. */
@Tag("slow")
class LeaderlessPartitionTest {
    private static final int INVALID = 5;

    @TempDir
    Path folder;

    @Test
    void itsMessagesAreMissingAndNotCalledLost() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        Path scenario = assay.write("leaderless.yaml", """
                name: leaderless
                systems: { memory: { law: constant, mean: 1 ms, leaderless-partition: 2 } }
                workload: { partitions: 2, rate: 2000/s }
                timing: { warmup: 1 s, measure: 2 s, drain: 1 s }
                """);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", scenario.toString());

        assertThat(ended.code()).as(ended.said()).isEqualTo(INVALID);
        String out = ended.out().replaceAll("\\s+", " ");
        assertThat(out)
                .contains("3,000 missing", "where the system ends is not known: partition 2 of topic")
                .doesNotContain(" lost", "Lost");
        Path run = assay.runs().getFirst();
        RunDirectory directory = RunDirectory.open(run);
        TrialRecord trial = directory.readTrial(directory.finished().getFirst()).trial();
        assertThat(trial.delivery().subscriptions())
                .extracting(SubscriptionDelivery::missing)
                .containsExactly(3000L);
        assertThat(trial.course().drain().rechecks())
                .extracting(RecheckRecord::outcome)
                .containsExactly(RecheckRecord.Outcome.CUT);
        assertThat(Files.readString(run.resolve("report.html")))
                .contains("acknowledged, but not received; whether they are lost is not known");
    }
}
