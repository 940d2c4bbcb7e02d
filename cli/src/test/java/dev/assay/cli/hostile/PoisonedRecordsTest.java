package dev.assay.cli.hostile;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Replaces every text and every number of a run's records, one at a time: the record is refused as damaged, or shown harmlessly with a
 * verdict, and never causes a defect of Assay.
 */
@Timeout(600)
@Tag("slow")
class PoisonedRecordsTest {
    @TempDir
    Path base;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run.json",
                "trials/" + ForeignRun.TRIAL + "/trial.json",
                "verifications/001-kill-all/verification.json"
            })
    void noTextDoesHarm(String name) throws IOException {
        new RecordSweep(ForeignRun.below(base)).over(name, RecordSweep.TEXT, RecordSweep.TEXTS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run.json",
                "trials/" + ForeignRun.TRIAL + "/trial.json",
                "verifications/001-kill-all/verification.json"
            })
    void noNumberDoesHarm(String name) throws IOException {
        new RecordSweep(ForeignRun.below(base)).over(name, RecordSweep.NUMBER, RecordSweep.NUMBERS);
    }
}
