package dev.assay.cluster.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkNamespaceTest {
    @Test
    void aProcessSharesItsOwn() {
        assertThat(NetworkNamespace.isShared(ProcessHandle.current().pid())).isTrue();
    }

    @Test
    void itIsWhatTheKernelCallsIt(@TempDir Path process) throws Exception {
        assertThat(NetworkNamespace.of(process)).isEmpty();

        Files.createDirectories(process.resolve("ns"));
        Files.createSymbolicLink(process.resolve("ns/net"), Path.of("net:[4026531840]"));

        assertThat(NetworkNamespace.of(process)).hasValue("net:[4026531840]");
    }
}
