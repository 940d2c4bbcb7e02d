package dev.assay.cli.hostile;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As {@link PoisonedRecordsTest}, with every impossible value in the place of every number, and names of every kind. */
@Tag("slow")
@Timeout(1800)
class EveryPoisonTest {
    @TempDir
    Path base;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run.json",
                "trials/" + ForeignRun.TRIAL + "/trial.json",
                "verifications/001-kill-all/verification.json"
            })
    void doesNoHarm(String name) throws IOException {
        RecordSweep sweep = new RecordSweep(ForeignRun.below(base));
        sweep.over(name, RecordSweep.NUMBER, RecordSweep.NUMBERS, true);
        sweep.over(name, RecordSweep.KEY, RecordSweep.TEXTS, true);
    }
}
