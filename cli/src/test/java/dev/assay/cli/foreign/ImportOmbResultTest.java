package dev.assay.cli.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportOmbResultTest {
    private static final Path RECORDED = Path.of("../run/src/test/resources/dev/assay/run/directory/recorded-run");

    @TempDir
    Path base;

    private String result() throws IOException {
        return Files.writeString(base.resolve("result.json"), """
                        {"workload": "one of many", "driver": "Log", "messageSize": 1024, "topics": 1, "partitions": 16,
                         "publishRate": [49000.0, 51000.0], "publishErrorRate": [0.0, 0.0],
                         "consumeRate": [48000.0, 50000.0], "backlog": [12, 3456],
                         "aggregatedPublishLatencyAvg": 2.5, "aggregatedPublishLatency50pct": 2.25,
                         "aggregatedPublishLatency99pct": 12.5, "aggregatedPublishLatencyMax": 87.5,
                         "aggregatedPublishLatencyQuantiles": {"10.0": 1.25, "90.0": 5.5, "100.0": 87.5},
                         "aggregatedEndToEndLatency50pct": 3.0, "aggregatedEndToEndLatency99pct": 17.0}
                        """).toString();
    }

    @Test
    void resultsStandBesideTrialsAndAreMarked() throws IOException {
        Path page = base.resolve("page.html");

        Ended ended = ProgramUnderTest.run(
                "import", "omb-result", result(), "--run", RECORDED.toString(), "--html", page.toString());

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.OK.code());
        assertThat(ended.out())
                .contains(
                        "without a ledger", "OMB Log, one of many", "50,000 msg/s", "49,000 msg/s", "3,456", "trial 1")
                .containsPattern("OMB Log, one of many +2\\.50 +2\\.25 .*12\\.5 .*87\\.5");
        assertThat(Files.readString(page))
                .contains("NOT MEASURED BY ASSAY", "OMB Log, one of many", "id=\"chart-data\"");
    }

    @Test
    void anythingElseIsRefused() throws IOException {
        Path other = Files.writeString(base.resolve("other.json"), "{\"a\": 1}");
        Path broken = Files.writeString(base.resolve("broken.json"), "{");

        for (String[] refused : new String[][] {
            {other.toString(), "is no result of the OpenMessaging Benchmark"},
            {broken.toString(), "is no JSON"},
            {base.resolve("none.json").toString(), "there is no such file"}
        }) {
            Ended ended = ProgramUnderTest.run("import", "omb-result", refused[0]);
            assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT.code());
            assertThat(ended.err()).contains(refused[1]).doesNotContain("\tat ");
        }
    }
}
