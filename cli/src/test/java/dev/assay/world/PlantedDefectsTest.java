package dev.assay.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plants defects of the kind that were found by hand, each in a copy of the sources that its patch is about, and checks that a seed finds it.
 * Where a patch does not apply any more, it is to be made anew: the defect, in the code as it is now.
 */
@Tag("slow")
class PlantedDefectsTest {
    private static final int SEEDS = 200;

    /** Begins the line of a patch that names the oracle. */
    private static final String FOUND_BY = "Found by: ";

    private static final Path PATCHES = Path.of("src/test/planted").toAbsolutePath();
    private static final Path TREE = Path.of("..").toAbsolutePath().normalize();

    static List<String> patches() throws IOException {
        try (Stream<Path> patches = Files.list(PATCHES)) {
            return patches.map(patch -> patch.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("patches")
    void isFoundByASeed(String patch, @TempDir Path folder) throws Exception {
        long begun = System.nanoTime();
        Path classes = Files.createDirectory(folder.resolve("classes"));
        List<String> javac = new ArrayList<>(List.of("javac", "-proc:none", "-nowarn", "-d", classes.toString()));
        String oracle = "";
        for (String line : Files.readAllLines(PATCHES.resolve(patch))) {
            if (line.startsWith(FOUND_BY)) {
                oracle = line.substring(FOUND_BY.length());
            } else if (line.startsWith("+++ b/")) {
                String name = line.substring("+++ b/".length());
                Path source = folder.resolve(name);
                Files.createDirectories(source.getParent());
                Files.copy(TREE.resolve(name), source);
                javac.add(source.toString());
            }
        }
        javac.addAll(List.of("-cp", System.getProperty("java.class.path")));
        run(folder, List.of("git", "apply", PATCHES.resolve(patch).toString()));
        run(folder, javac);

        String found = run(
                folder,
                List.of(
                        "java",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classes + ":" + System.getProperty("java.class.path"),
                        PlantedDefectsTest.class.getName(),
                        oracle));

        System.out.printf("%-44s found in %3.0f s: %s%n", patch, (System.nanoTime() - begun) / 1e9, found);
        assertThat(found).startsWith("seed");
    }

    /** Returns what a command prints. */
    private static String run(Path folder, List<String> command) throws IOException, InterruptedException {
        List<String> whole = new ArrayList<>(command);
        if (!command.getFirst().equals("git")) {
            whole.set(
                    0,
                    Path.of(System.getProperty("java.home"), "bin", command.getFirst())
                            .toString());
        }
        Path errors = Files.createTempFile(folder, "errors", ".txt");
        Process process = new ProcessBuilder(whole)
                .directory(folder.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            assertThat(code)
                    .as(() -> command.getFirst() + ": " + printed + tail(errors))
                    .isZero();
            return printed.strip();
        } finally {
            process.destroyForcibly();
        }
    }

    private static String tail(Path errors) {
        try {
            String text = Files.readString(errors);
            return text.substring(Math.max(0, text.length() - 2000));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Runs seeds until the given oracle says that one fails, and prints the seed. */
    public static void main(String[] oracle) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            if (Worlds.run(seed).failures().stream()
                    .anyMatch(failure -> failure.oracle().equals(oracle[0]))) {
                System.out.printf("seed %d by '%s'%n", seed, oracle[0]);
                System.exit(0);
            }
        }
        System.out.printf("none of the first %d seeds by '%s'%n", SEEDS, oracle[0]);
        System.exit(0);
    }
}
