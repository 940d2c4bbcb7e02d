package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsOptionsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private String file(String name, String text, String mode) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        return file.toString();
    }

    private Ended run(String... options) throws IOException {
        String scenario = file("memory.yaml", "name: memory\nsystems: { memory: {} }\n", "rw-r--r--");
        List<String> arguments = new ArrayList<>(
                List.of("run", scenario, "--out", folder.resolve("runs").toString()));
        arguments.addAll(List.of(options));
        return ProgramUnderTest.run(arguments.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "somewhere | --metrics: expected [HOST:]PORT like 9464 or 192.0.2.7:9464, but found 'somewhere'",
                "::1:9464 | --metrics: expected [HOST:]PORT like 9464 or 192.0.2.7:9464, but found '::1:9464'",
                "70000 | --metrics: expected an address like 192.0.2.7:9100, but found host '127.0.0.1' and port 70000",
            })
    void anAddressThatIsNoneIsNamed(String address, String problem) throws IOException {
        Ended ended = run("--metrics", address);

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains(problem);
    }

    @Test
    void aTokenIsForMetricsAndItsOwnersAlone() throws IOException {
        String open = file("open", "a-token-of-my-own\n", "rw-r--r--");
        String brief = file("brief", "brief\n", "rw-------");

        Ended alone = run("--metrics-token-file", open);
        Ended readable = run("--metrics", "0", "--metrics-token-file", open);
        Ended guessed = run("--metrics", "0", "--metrics-token-file", brief);

        assertThat(List.of(alone.code(), readable.code(), guessed.code())).containsOnly(2);
        assertThat(alone.err()).contains("--metrics-token-file is for --metrics; give both, or neither");
        assertThat(readable.err()).contains("can't read the token file " + open, "others may read or change it");
        assertThat(guessed.err()).contains("the token must be at least 16 printable ASCII characters");
    }

    /** The author of a run directory knows the token in it. */
    @Test
    void aTokenInARunDirectoryIsNotTaken() throws IOException {
        file("run.json", "{\"format\": 1}\n", "rw-------");
        String token = file("token", "a-token-of-my-own\n", "rw-------");

        Ended ended = run("--metrics", "0", "--metrics-token-file", token);

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--metrics-token-file: " + token + " lies in a run directory");
    }

    @Test
    void whereThePortIsTakenNothingIsMade() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Ended ended = run("--metrics", String.valueOf(taken.getLocalPort()));

            assertThat(ended.code()).as(ended.said()).isEqualTo(3);
            assertThat(ended.err())
                    .contains("--metrics: can't listen on 127.0.0.1:" + taken.getLocalPort(), "or 0 for any free one");
            assertThat(folder.resolve("runs")).doesNotExist();
        }
    }
}
