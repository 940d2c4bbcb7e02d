package dev.assay.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeriesRowsTest {
    @TempDir
    Path folder;

    @Test
    void theColumnsAreThoseOfTheLoadThenTheFirstSecondsByNameThenLaterOnes() throws Exception {
        try (TrialWriter writer =
                RunDirectory.create(folder, "rows", Instant.EPOCH).begin("001-a")) {
            SeriesRows rows = new SeriesRows(writer);
            rows.append(Map.of("time_s", 1.0, "acked_per_s", 10.0, "w1.gc_ms", 2.5, "broker-1.cpu_cores", 0.5));
            rows.append(Map.of("time_s", 2.0, "backlog", 7.0, "came.later", 1.0, "also.later", 3.0));
            rows.append(Map.of("time_s", 3.0, "backlog", 8.0));

            assertThat(Files.readAllLines(writer.folder().resolve("series.csv")))
                    .containsExactly(
                            "time_s,offered_per_s,sent_per_s,acked_per_s,failed_per_s,received_per_s,backlog,"
                                    + "broker-1.cpu_cores,w1.gc_ms,also.later,came.later",
                            "1,,,10,,,,0.5,2.5,,",
                            "2,,,,,,7,,,3,1",
                            "3,,,,,,8,,,,");
        }
    }
}
