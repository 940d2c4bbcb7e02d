package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.result.TrialRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of trials that lack what was not recorded when they were written. */
class EarlierTrialsTest {
    @TempDir
    Path base;

    @Test
    void aRecordFromBeforeMachinesWereRecordedIsRead() throws Exception {
        TrialRecord written = Recorded.trial(1, "a");
        RunDirectory run = RunDirectory.create(base, "early", Recorded.START);
        run.write(Recorded.run(run.id()));
        Path file;
        try (TrialWriter trial = run.begin(written.folder())) {
            trial.onFinish(written);
            file = trial.folder().resolve("trial.json");
        }
        String today = Files.readString(file);
        String early = today.replaceFirst("(?s)  \"hosts\" : \\[.*?\n  \\} \\],\n", "");
        assertThat(early).isNotEqualTo(today).doesNotContain("hosts");
        Files.writeString(file, early);

        TrialRecord read = RunDirectory.readRun(run.path()).trials().getFirst().trial();

        assertThat(read.hosts()).isEmpty();
        assertThat(read.delivery()).isEqualTo(written.delivery());
    }
}
