package dev.assay.cluster.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.ProgressListener;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
    private static final Instant BUILT = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    Path folder;

    @Test
    void anArchiveOfJarsThatWereBuiltAgainSinceDoesNotCount() throws IOException {
        Path jar = at(BUILT, Files.createFile(folder.resolve("driver.jar")));
        ClassArchive archive = ClassArchive.ofJars(folder, "worker", List.of(jar), ProgressListener.SILENT);
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
        ClassArchive one =
                ClassArchive.ofJars(folder, "worker", List.of(folder.resolve("kafka.jar")), ProgressListener.SILENT);
        ClassArchive other =
                ClassArchive.ofJars(folder, "worker", List.of(folder.resolve("pulsar.jar")), ProgressListener.SILENT);
        written(one);
        assertThat(one.exists()).isTrue();
        assertThat(other.exists()).isFalse();
    }

    @Test
    void anArchiveThatCanNotBePutInPlaceIsAWarningAndLeavesNothing() throws IOException {
        Path taken = Files.createDirectory(folder.resolve("classes.jsa"));
        Files.createFile(taken.resolve("not-empty"));
        List<String> warnings = new ArrayList<>();
        ClassArchive archive = ClassArchive.at(taken, warnings::add);
        Files.writeString(fresh(archive), "classes");

        archive.adopt();

        assertThat(warnings)
                .singleElement()
                .asString()
                .startsWith("warning: ")
                .contains("could not be cached", taken.toString());
        assertThat(archive.use()).isEmpty();
        assertThat(folder).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void aProgramThatHasEndedKeepsNothingAndThatIsAWarning() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        List<String> warnings = new ArrayList<>();

        ClassArchive.at(folder.resolve("classes.jsa"), warnings::add).writeFrom(ended.toHandle());

        assertThat(warnings).singleElement().asString().contains("jcmd could not write");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aJvmThatItWasWrittenFromLeavesNoSocketWhenItIsKilled() throws Exception {
        ClassArchive archive = ClassArchive.at(folder.resolve("classes.jsa"), ProgressListener.SILENT);
        JavaCommand command = new JavaCommand(
                jarOf(Waiting.class).toString(), archive.writeLater(), Waiting.class.getName(), List.of());
        Process jvm = new ProcessBuilder(command.words()).start();
        try {
            assertThat(jvm.inputReader().readLine()).isEqualTo("here");
            archive.writeFrom(jvm.toHandle());
            assertThat(archive.exists()).isTrue();
        } finally {
            jvm.destroyForcibly().waitFor();
        }
        assertThat(Path.of("/tmp/.java_pid" + jvm.pid())).doesNotExist();
    }

    /** Packs a program into a jar, since a JVM archives classes of jars only. */
    private Path jarOf(Class<?> program) throws IOException {
        Path file = folder.resolve("program.jar");
        String name = program.getName().replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file));
                InputStream code = program.getResourceAsStream("/" + name)) {
            jar.putNextEntry(new ZipEntry(name));
            code.transferTo(jar);
        }
        return file;
    }

    /** Runs until it is killed. */
    static final class Waiting {
        private Waiting() {}

        public static void main(String[] arguments) throws InterruptedException {
            System.out.println("here");
            new CountDownLatch(1).await();
        }
    }

    private static Path fresh(ClassArchive archive) {
        String option = archive.writeAtExit().getFirst();
        return Path.of(option.substring(option.indexOf('=') + 1));
    }

    /** Writes the archive as the JVM and then {@link ClassArchive#adopt} would. */
    private Path written(ClassArchive archive) throws IOException {
        Files.writeString(fresh(archive), "classes");
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
