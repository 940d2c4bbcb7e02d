package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptLatenciesTest {
    @TempDir
    Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("latency.hlog"), "of the measured phase");
        Files.writeString(folder.resolve("hiccups.hlog"), "of the workers");
        Files.writeString(folder.resolve("series.csv"), "of no concern");
        KeptLatencies.write(folder, "computed");
    }

    @Test
    void whatIsKeptIsReadAgain() throws IOException {
        Files.writeString(folder.resolve("series.csv"), "other values");
        assertThat(KeptLatencies.read(folder)).contains("computed");
        KeptLatencies.write(folder, "computed later");
        assertThat(KeptLatencies.read(folder)).contains("computed later");
    }

    @Test
    void nothingIsReadOnceAHistogramHasChanged() throws IOException {
        Files.writeString(folder.resolve("latency.hlog"), "Of the measured phase");
        assertThat(KeptLatencies.read(folder)).isEmpty();
    }

    @Test
    void nothingIsReadOnceAPhaseIsMore() throws IOException {
        Files.writeString(folder.resolve("latency-later.hlog"), "");
        assertThat(KeptLatencies.read(folder)).isEmpty();
    }

    @Test
    void nothingIsReadOnceItHasItselfChanged() throws IOException {
        Path file = folder.resolve(KeptLatencies.FILE);
        Files.writeString(file, Files.readString(file).replace("computed", "invented"));
        assertThat(KeptLatencies.read(folder)).isEmpty();
        Files.writeString(file, "more", StandardOpenOption.APPEND);
        assertThat(KeptLatencies.read(folder)).isEmpty();
        Files.writeString(file, "");
        assertThat(KeptLatencies.read(folder)).isEmpty();
        Files.delete(file);
        assertThat(KeptLatencies.read(folder)).isEmpty();
    }
}
