package dev.assay.architecture.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the scripts that start an installed Assay, with a Java that prints its arguments. */
class LauncherTest {
    private static final String JAVA = """
            #!/bin/sh
            printf '%s\\n' "in $0" "LC_ALL=$LC_ALL" "$@"
            """;

    @TempDir
    Path folder;

    private Path home = Path.of(".");

    @BeforeEach
    void install() throws IOException {
        home = Files.createDirectories(folder.toRealPath().resolve("an assay"));
        Path bin = Files.createDirectory(home.resolve("bin"));
        Files.copy(Path.of("..", "dist", "src", "assay"), bin.resolve("assay"));
        Files.copy(Path.of("..", "bin", "start.sh"), bin.resolve("start.sh"));
    }

    @Test
    void itRunsOnItsOwnJavaWithItsOwnFilesThroughALink() throws Exception {
        Path java = javaIn(home.resolve("runtime"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), home.resolve("bin/assay"));

        Ended ended = start(Map.of(), link, "run", "a b", "");

        assertThat(ended.code()).as(ended.said()).isZero();
        List<String> lines = ended.said().lines().toList();
        assertThat(lines)
                .startsWith("in " + java, "LC_ALL=C.UTF-8")
                .contains("-Dassay.home=" + home, "-Dassay.dist=" + home, "-Dassay.command=assay", home + "/cli/*")
                .contains("-Xmx512m", "-XX:+RecordDynamicDumpInfo")
                .endsWith("dev.assay.cli.Main", "run", "a b", "");
    }

    @Test
    void theClassesThatARunHasKeptAreUsed() throws Exception {
        javaIn(home.resolve("runtime"));
        String option = "-Dassay.archive=";
        String archive = start(Map.of(), home.resolve("bin/assay"))
                .said()
                .lines()
                .filter(line -> line.startsWith(option))
                .findFirst()
                .orElseThrow()
                .substring(option.length());
        Files.createFile(Path.of(archive));

        assertThat(start(Map.of(), home.resolve("bin/assay")).said().lines())
                .contains("-XX:SharedArchiveFile=" + archive)
                .doesNotContain("-XX:+RecordDynamicDumpInfo");
    }

    @Test
    void withoutAJavaOfItsOwnItTakesTheOneThatIsNamed() throws Exception {
        Path java = javaIn(folder.resolve("other"));

        Ended ended = start(
                Map.of("JAVA_HOME", folder.resolve("other").toString(), "LANG", "de_DE.UTF-8"),
                home.resolve("bin/assay"));
        assertThat(ended.said()).startsWith("in " + java + "\nLC_ALL=\n");

        Ended none = start(Map.of(), home.resolve("bin/assay"));
        assertThat(none.code()).isNotZero();
        assertThat(none.said()).contains("JAVA_HOME").contains("has to be the folder of a Java 25 or newer");
    }

    @Test
    void aHeapIsASize() throws Exception {
        javaIn(home.resolve("runtime"));
        for (String size : List.of("2g", "700M", "1073741824")) {
            assertThat(start(Map.of("ASSAY_HEAP", size), home.resolve("bin/assay"))
                            .said()
                            .lines())
                    .contains("-Xmx" + size);
        }
        for (String size : List.of("lots", "0", "1 g", "2t", "g", "1g2")) {
            Ended refused = start(Map.of("ASSAY_HEAP", size), home.resolve("bin/assay"));
            assertThat(refused.code()).as(size).isEqualTo(2);
            assertThat(refused.said())
                    .isEqualTo("assay: ASSAY_HEAP is '" + size
                            + "', but must be the size of the heap, such as 512m or 2g\n");
        }
    }

    @Test
    void aCheckoutWithoutAJdkNamesWhatMakesAReleaseWithoutOne() throws Exception {
        Ended ended = run(
                Map.of("PATH", folder.toString()),
                "/bin/bash",
                "-c",
                ". ../bin/find-jdk.sh; assay_jdk_in_usual_folders() { return 1; }; assay_find_jdk");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.said())
                .contains("Assay needs a JDK 25 or newer", "'bin/release'")
                .doesNotContain("pip install");
    }

    private record Ended(int code, String said) {}

    private static Path javaIn(Path folder) throws IOException {
        Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
        Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"25\"\n");
        Files.writeString(java, JAVA);
        return Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Ended start(Map<String, String> environment, Path program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", program.toString()));
        command.addAll(List.of(arguments));
        return run(environment, command.toArray(String[]::new));
    }

    private static Ended run(Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeAll(Set.of("JAVA_HOME", "ASSAY_HEAP", "LANG", "LC_ALL", "LC_CTYPE"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }
}
