package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.limit.AllowedFolders;
import dev.assay.worker.wire.HostPort;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerOptionsTest {
    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    Path folder;

    @Test
    void listensOnAnyPortOfLoopbackUnlessToldOtherwise() throws Exception {
        WorkerOptions options = parse(List.of(), Map.of("ASSAY_WORKER_TOKEN", TOKEN));
        assertThat(options.listen()).isEqualTo(new HostPort("127.0.0.1", 0));
        assertThat(options.limits()).isEqualTo(AllowedFolders.NONE);
        assertThat(options.tied()).isFalse();
    }

    @Test
    void tokenOfTheFileWinsOverTheVariable() throws Exception {
        Path file = token("rw-------");
        WorkerOptions options = parse(
                List.of("--listen", "[::1]:9100", "--token-file", file.toString(), "--tied"),
                Map.of("ASSAY_WORKER_TOKEN", "fedcba9876543210"));
        assertThat(options.token().text()).isEqualTo(TOKEN);
        assertThat(options.listen()).isEqualTo(new HostPort("::1", 9100));
        assertThat(options.tied()).isTrue();
    }

    private Path token(String mode) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @Test
    void tokenThatOthersCanReadIsRefused() throws Exception {
        Path file = token("rw-r--r--");
        assertThatThrownBy(() -> parse(List.of("--token-file", file.toString()), Map.of()))
                .isInstanceOf(WorkerStartException.class)
                .hasMessageContainingAll(file.toString(), "others may read or change it", "chmod 600")
                .hasMessageNotContaining(TOKEN);
    }

    @Test
    void tokenOfTheVariableIsTaken() throws Exception {
        assertThat(parse(List.of(), Map.of("ASSAY_WORKER_TOKEN", TOKEN)).token().text())
                .isEqualTo(TOKEN);
    }

    @Test
    void tokenThatCouldBeGuessedIsRefused() {
        assertThatThrownBy(() -> parse(List.of(), Map.of("ASSAY_WORKER_TOKEN", "secret")))
                .hasMessageContaining("at least 16")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "--listen, needs a value",
        "--listen 9100, expected HOST:PORT",
        "--listen ::1:9100, needs brackets",
        "--listen 127.0.0.1:70000, 70000",
        "--token-file /nowhere/token, can't be read",
        "--port 1, unknown option '--port'"
    })
    void mistakeIsNamed(String arguments, String problem) {
        assertThatThrownBy(() -> parse(List.of(arguments.split(" ", -1)), Map.of("ASSAY_WORKER_TOKEN", TOKEN)))
                .isInstanceOf(WorkerStartException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void noWorkerGoesWithoutAToken() {
        assertThatThrownBy(() -> parse(List.of("--listen", "127.0.0.1:0"), Map.of()))
                .isInstanceOf(WorkerStartException.class)
                .hasMessageContaining("a worker needs a token")
                .hasMessageContaining("--token-file");
    }

    @Test
    void theOwnersTokenIsTheFirstLineOfTheInputAndTheOwnerIsNotLimited() throws Exception {
        InputStream input = new ByteArrayInputStream((TOKEN + "\nmore").getBytes(StandardCharsets.US_ASCII));

        WorkerOptions options = WorkerOptions.parse(List.of("--owned", "3"), Map.of(), input);

        assertThat(options.token().text()).isEqualTo(TOKEN);
        assertThat(options.limits()).isNull();
        assertThat(options.tied()).isTrue();
        assertThat(options.workers()).isEqualTo(3);
        assertThat(input.readAllBytes()).asString().isEqualTo("more");
    }

    @Test
    void anOwnerThatGivesNoTokenGetsNoWorker() {
        assertThatThrownBy(() -> WorkerOptions.parse(
                        List.of("--owned", "1"), Map.of("ASSAY_WORKER_TOKEN", TOKEN), InputStream.nullInputStream()))
                .hasMessageContaining("at least 16");
    }

    private static WorkerOptions parse(List<String> arguments, Map<String, String> environment)
            throws WorkerStartException {
        return WorkerOptions.parse(arguments, environment, InputStream.nullInputStream());
    }

    @Test
    void anOwnerElsewhereGivesCertificatesAfterTheToken() throws Exception {
        CertificateInput given = new CertificateInput("certificate\n", "key\n", "caller\n");
        String input = TOKEN + "\n" + String.join("\n", given.lines()) + "\n";

        WorkerOptions options = WorkerOptions.parse(
                List.of("--owned", "2", "--listen", "127.0.0.1:9100", "--certificates-follow"),
                Map.of(),
                new ByteArrayInputStream(input.getBytes(StandardCharsets.US_ASCII)));

        assertThat(options.token().text()).isEqualTo(TOKEN);
        assertThat(options.tls()).isEqualTo(given);
        assertThat(options.ofWorker(2).listen()).isEqualTo(new HostPort("127.0.0.1", 9101));
        assertThat(options.toString()).doesNotContain(given.lines()).doesNotContain("key\n");
    }

    @Test
    void certificatesThatAreNoneAreRefused() {
        String input = TOKEN + "\n%%%\n%%%\n%%%\n";

        assertThatThrownBy(() -> WorkerOptions.parse(
                        List.of("--owned", "1", "--certificates-follow"),
                        Map.of(),
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.US_ASCII))))
                .isInstanceOf(WorkerStartException.class);
    }
}
