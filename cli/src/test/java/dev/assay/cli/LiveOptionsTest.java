package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveOptionsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private Ended run(String... options) throws IOException {
        Path scenario = Files.writeString(folder.resolve("memory.yaml"), "name: memory\nsystems: { memory: {} }\n");
        List<String> arguments = new ArrayList<>(List.of(
                "run", scenario.toString(), "--out", folder.resolve("runs").toString()));
        arguments.addAll(List.of(options));
        return ProgramUnderTest.run(arguments.toArray(String[]::new));
    }

    @Test
    void anAddressThatIsNoneIsNamed() throws IOException {
        Ended ended = run("--live", "somewhere");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err())
                .contains("--live: expected [HOST:]PORT like 9464 or 192.0.2.7:9464, but found 'somewhere'");
    }

    @Test
    void aRunInPodsHasNobodyHereWhoAnswers() throws IOException {
        Ended ended = run("--live", "0", "--workers-on", "kubernetes");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--live: a run in pods goes on there and not here");
    }

    @Test
    void whereThePortIsTakenNothingIsMade() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Ended ended = run("--metrics", "0", "--live", String.valueOf(taken.getLocalPort()));

            assertThat(ended.code()).as(ended.said()).isEqualTo(3);
            assertThat(ended.err())
                    .contains("--live: can't listen on 127.0.0.1:" + taken.getLocalPort(), "or 0 for any free one");
            assertThat(folder.resolve("runs")).doesNotExist();
        }
    }
}
