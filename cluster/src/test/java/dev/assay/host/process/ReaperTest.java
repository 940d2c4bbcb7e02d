package dev.assay.host.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReaperTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"plain", " in  between ", "a tab\t", "back\\slash"})
    void whatItTakesAwayHasTheWholeName(String name) throws IOException {
        Path instance = Files.createDirectory(folder.resolve(name));
        Path other = name.equals(name.strip()) ? folder : Files.createDirectory(folder.resolve(name.strip()));
        try (Reaper reaper = new Reaper(folder.resolve("mark"), Duration.ZERO)) {
            reaper.watch(new Lease.HeldResource(KernelResource.TRACE_INSTANCE, instance.toString()));
        }

        assertThat(instance).doesNotExist();
        assertThat(other).exists();
    }

    @Test
    void whatItIsToForgetStays() throws IOException {
        Path instance = Files.createDirectory(folder.resolve("forgotten "));
        Lease.HeldResource held = new Lease.HeldResource(KernelResource.TRACE_INSTANCE, instance.toString());
        try (Reaper reaper = new Reaper(folder.resolve("mark"), Duration.ZERO)) {
            reaper.watch(held);
            reaper.unwatch(held);
        }

        assertThat(instance).exists();
    }
}
