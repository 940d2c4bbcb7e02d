package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatestRunTest {
    @TempDir
    Path here;

    private Path runs = Path.of("runs");

    @BeforeEach
    void layOut() {
        runs = here.resolve("runs");
    }

    private RunDirectory begun(String name) {
        RunDirectory run = RunDirectory.create(runs, name, Instant.EPOCH);
        LatestRun.mark(run);
        return run;
    }

    @Test
    void theLinkIsRelativeAndLeadsToTheRunThatBeganLast() throws IOException {
        begun("one");
        RunDirectory two = begun("two");

        assertThat(Files.readSymbolicLink(runs.resolve("latest"))).isEqualTo(Path.of(two.id()));
        assertThat(LatestRun.named(Path.of("latest"), here)).isEqualTo(two.path());
        try (Stream<Path> all = Files.list(runs)) {
            assertThat(all).as("nothing is left of making it").hasSize(3);
        }
    }

    @Test
    void aFolderOrFileOfThatNameStays() throws IOException {
        Path folder = Files.createDirectories(runs.resolve("latest"));
        begun("one");
        assertThat(folder).isDirectory().isEmptyDirectory();
        assertThat(Files.isSymbolicLink(folder)).isFalse();

        Files.delete(folder);
        Files.writeString(folder, "mine");
        begun("two");
        assertThat(folder).hasContent("mine");
    }

    @Test
    void whatLiesHereUnderThatNameIsMeantFirst() throws IOException {
        begun("one");
        Files.createDirectory(here.resolve("latest"));

        assertThat(LatestRun.named(Path.of("latest"), here)).isEqualTo(Path.of("latest"));
    }

    @Test
    void withoutALinkItIsSaid() {
        assertThatThrownBy(() -> LatestRun.named(Path.of("latest"), here))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("no run has begun in this folder's 'runs'");
    }

    @Test
    void aRunIsNamedOnceWhereTheLinkIsAmongAll() {
        Path one = begun("one").path();
        Path two = begun("two").path();

        assertThat(LatestRun.allNamed(List.of(one, two, runs.resolve("latest"))))
                .containsExactly(one, two);
        assertThat(LatestRun.allNamed(List.of(one, runs.resolve("latest")))).containsExactly(one, two);
    }
}
