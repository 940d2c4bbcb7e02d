package dev.assay.architecture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.architecture.text.ProjectTree;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the compiler, with the arguments of the root POM, rejects a null where none is allowed. */
@Tag("slow")
class InjectedNullTest {
    /** Classes in a package of the project without its own null annotations; each injected null is in a line of its own. */
    private static final String INJECTED = """
            package dev.assay.injected;
            import java.util.List;
            import org.jspecify.annotations.Nullable;
            class Injected {
                @Nullable String marked() { return null; }
                String returned() { return null; }
                void passed() { taken(null); }
                int followed() { return marked().length(); }
                List<String> listed(List<@Nullable String> list) { return list; }
                void taken(String text) {}
            }
            """;

    private static final Pattern CHECKS =
            Pattern.compile("<compilerArgs combine.self=\"override\">(.*?)</compilerArgs>", Pattern.DOTALL);
    private static final Pattern ARGUMENT = Pattern.compile("<arg>([^<]+)</arg>");
    private static final Pattern ERROR = Pattern.compile("(?m)Injected\\.java:(\\d+): (error: \\[NullAway\\])?");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    void aNullThatIsNotMarkedFailsTheBuild() throws Exception {
        Path source = folder.resolve("Injected.java");
        Files.writeString(source, INJECTED);
        String said = said(source);
        assertThat(ERROR.matcher(said).results().map(MatchResult::group))
                .as(said)
                .containsExactly(
                        "Injected.java:6: error: [NullAway]",
                        "Injected.java:7: error: [NullAway]",
                        "Injected.java:8: error: [NullAway]",
                        "Injected.java:9: error: [NullAway]");
    }

    private String said(Path source) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        Arrays.stream(ProjectTree.ofThisProject().text(".mvn/jvm.config").split("\\s+", -1))
                .filter(option -> option.startsWith("--add-"))
                .forEach(option -> command.add("-J" + option));
        command.addAll(List.of("-d", folder.toString(), "-cp", jars(), "-processorpath", jars()));
        command.addAll(arguments());
        command.add(source.toString());
        Path said = folder.resolve("said.txt");
        new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start()
                .waitFor();
        return Files.readString(said);
    }

    private static String jars() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.endsWith(".jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static List<String> arguments() {
        return CHECKS.matcher(ProjectTree.ofThisProject().text("pom.xml"))
                .results()
                .flatMap(checks -> ARGUMENT.matcher(checks.group(1)).results())
                .map(argument -> argument.group(1))
                .toList();
    }
}
