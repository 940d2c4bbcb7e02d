package dev.assay.provision.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
    private static final Instant BUILT = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    Path folder;

    @Test
    void anArchiveOfJarsThatWereBuiltAgainSinceDoesNotCount() throws IOException {
        Path jar = at(BUILT, Files.createFile(folder.resolve("driver.jar")));
        ClassArchive archive = ClassArchive.ofJars(folder, "worker", List.of(jar));
        assertThat(archive.exists()).isFalse();

        at(BUILT.plusSeconds(1), written(archive));
        assertThat(archive.exists()).isTrue();
        assertThat(archive.use()).anyMatch(option -> option.startsWith("-XX:SharedArchiveFile=" + folder));

        at(BUILT.plusSeconds(2), jar);
        assertThat(archive.exists()).isFalse();
        assertThat(archive.use()).isEmpty();
    }

    @Test
    void otherJarsHaveAnotherArchive() throws IOException {
        ClassArchive one = ClassArchive.ofJars(folder, "worker", List.of(folder.resolve("kafka.jar")));
        ClassArchive other = ClassArchive.ofJars(folder, "worker", List.of(folder.resolve("pulsar.jar")));
        written(one);
        assertThat(one.exists()).isTrue();
        assertThat(other.exists()).isFalse();
    }

    /** As the JVM and then {@link ClassArchive#adopt} would. */
    private Path written(ClassArchive archive) throws IOException {
        String fresh = archive.writeAtExit().getFirst();
        Files.writeString(Path.of(fresh.substring(fresh.indexOf('=') + 1)), "classes");
        archive.adopt();
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jsa"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Path at(Instant time, Path file) throws IOException {
        return Files.setLastModifiedTime(file, FileTime.from(time));
    }
}
