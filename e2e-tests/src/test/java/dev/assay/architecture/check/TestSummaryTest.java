package dev.assay.architecture.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The summary at the end of `check`, of a made-up project with two modules. */
class TestSummaryTest {
    private static final String BOTH_BUILT = """
            [INFO] assay-one .......................................... SUCCESS [  1.0 s]
            [INFO] assay-two .......................................... SUCCESS [  1.0 s]
            [INFO] BUILD SUCCESS
            """;

    @TempDir
    static Path classes;

    @TempDir
    Path project;

    @BeforeAll
    static void compile() throws IOException {
        String source = Path.of("..", "bin", "TestSummary.java").toRealPath().toString();
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(), source))
                .isZero();
    }

    @BeforeEach
    void twoModulesWithTests() throws IOException {
        for (String module : List.of("one", "two")) {
            write(
                    module + "/pom.xml",
                    "<parent><artifactId>assay</artifactId></parent><artifactId>assay-" + module + "</artifactId>");
        }
        source("one", "AdderTest", "class AdderTest {\n    @Test\n");
        source("two", "BaseTest", "@Tag(\"server\")\nabstract class BaseTest {\n    @Test\n");
        source("two", "RealTest", "class RealTest extends BaseTest {\n}\n");
        source("two", "MixedTest", "class MixedTest {\n    @Test\n    @Tag(\"server\")\n    @Test\n");
        source("two", "SlowTest", "@Tag(\"slow\")\n@Tag(\"server\")\nclass SlowTest {\n    @Test\n");
        source("two", "FigureTest", "@Tag(\"alone\")\nclass FigureTest {\n    @Test\n");
        write("logs/fast.log", BOTH_BUILT);
    }

    @Test
    void whereAllHasPassedOnlyCountsAndSkipsAreTold() throws Exception {
        report("one", "fast", "AdderTest", "<testcase classname='p.AdderTest' name='adds'/>");
        report(
                "two",
                "fast",
                "MixedTest",
                "<testcase classname='p.MixedTest' name='a'/><testcase classname='p.MixedTest' name='b'><skipped"
                        + " message='org.opentest4j.TestAbortedException: needs root'/></testcase>");

        Ended ended = summarise("fast");

        assertThat(ended.said()).isEqualTo("skipped p.MixedTest.b: needs root\n2 passed, 0 failed, 1 skipped\n");
        assertThat(ended.code()).isZero();
    }

    @Test
    void eachFailedTestIsNamedWithItsMessage() throws Exception {
        report(
                "one",
                "fast",
                "AdderTest",
                "<testcase classname='p.AdderTest' name='adds'><failure message='&#10;expected: 1&#10; but was: 2'>"
                        + "java.lang.AssertionError&#10;\tat p.AdderTest</failure></testcase>"
                        + "<testcase classname='p.AdderTest' name='carries'><error"
                        + " type='x'>java.io.IOException: gone&#10;\tat p.Adder</error></testcase>");
        report("two", "fast", "MixedTest", "<testcase classname='p.MixedTest' name='a'/>");

        Ended ended = summarise("fast");

        assertThat(ended.said()).isEqualTo("""
                FAILED p.AdderTest.adds (in one)
                       expected: 1
                        but was: 2
                FAILED p.AdderTest.carries (in one)
                       java.io.IOException: gone
                1 passed, 2 failed, 0 skipped
                """);
        assertThat(ended.code()).isEqualTo(1);
        assertThat(summarise("--lines", "fast").said())
                .contains("p.AdderTest.adds\texpected: 1 but was: 2\n", "p.AdderTest.carries\tjava.io");
    }

    @Test
    void aTestWhoseJvmDiedIsMissed() throws Exception {
        report("one", "fast", "AdderTest", "<testcase classname='p.AdderTest' name='adds'/>");

        Ended ended = summarise("fast");

        assertThat(ended.said()).isEqualTo("""
                NOT RUN p.MixedTest: its JVM exited, or was killed, before the test was done
                1 passed, 0 failed, 0 skipped
                """);
        assertThat(ended.code()).isEqualTo(1);
        assertThat(summarise("--only", "AdderTest", "fast").code()).isZero();
    }

    @Test
    void eachLaneMissesItsOwnTests() throws Exception {
        write("logs/servers.log", BOTH_BUILT);
        write("logs/measures.log", BOTH_BUILT);

        assertThat(missed("fast")).containsExactly("p.AdderTest", "p.MixedTest");
        assertThat(missed("servers")).containsExactly("p.MixedTest", "p.RealTest");
        assertThat(missed("--long", "servers")).containsExactly("p.MixedTest", "p.RealTest", "p.SlowTest");
        assertThat(missed("measures")).containsExactly("p.FigureTest");
    }

    @Test
    void aTestThatIsAloneAndLongIsMissedInLongChecksOnly() throws Exception {
        source("one", "ScatterTest", """
                class ScatterTest {
                    @Test
                    void quick() {}

                    @Test
                    @Tag("alone")
                    @Tag("slow")
                    void slow() {}
                }
                """);
        write("logs/measures.log", BOTH_BUILT);

        assertThat(missed("fast")).contains("p.ScatterTest");
        assertThat(missed("measures")).containsExactly("p.FigureTest");
        assertThat(missed("--long", "measures")).containsExactlyInAnyOrder("p.FigureTest", "p.ScatterTest");
    }

    @Test
    void aModuleThatWasNotBuiltIsNamedWithTheReasonAndWhatItKeptFromRunning() throws Exception {
        write("logs/fast.log", """
                [INFO] assay-one .......................................... FAILURE [  1.0 s]
                [INFO] assay-two .......................................... SKIPPED
                [INFO] BUILD FAILURE
                [ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.1:compile (default-compile) \
                on project assay-one: Compilation failure
                [ERROR] Adder.java:[1,2] ';' expected
                [ERROR] -> [Help 1]
                [ERROR] To see the full stack trace
                """);

        Ended ended = summarise("fast");

        assertThat(ended.said()).isEqualTo("""
                NOT BUILT assay-one (maven-compiler-plugin:compile): Compilation failure
                       Adder.java:[1,2] ';' expected
                NOT RUN 1 test classes of one, lane fast: it was not built
                NOT RUN 1 test classes of two, lane fast: a module that it needs was not built
                No test ran.
                0 passed, 0 failed, 0 skipped
                """);
        assertThat(ended.code()).isEqualTo(1);
    }

    @Test
    void aLaneThatMavenDidNotFinishIsToldAndFails() throws Exception {
        report("one", "fast", "AdderTest", "<testcase classname='p.AdderTest' name='adds'/>");
        report("two", "fast", "MixedTest", "<testcase classname='p.MixedTest' name='a'/>");
        write("logs/servers.log", "[INFO] Scanning for projects...\n");

        Ended ended = summarise("fast", "servers", "measures");

        assertThat(ended.said())
                .contains(
                        "NOT RUN lane servers: Maven ended before it was done, see the end of logs/servers.log\n",
                        "NOT RUN lane measures: there is no logs/measures.log\n");
        assertThat(ended.code()).isEqualTo(1);
    }

    private void source(String module, String name, String text) throws IOException {
        write(module + "/src/test/java/p/" + name + ".java", "package p;\n\n" + text);
    }

    private void report(String module, String lane, String name, String cases) throws IOException {
        write(
                module + "/target/surefire-reports/" + lane + "/TEST-p." + name + ".xml",
                "<testsuite name='p." + name + "'>" + cases + "</testsuite>");
    }

    private void write(String file, String text) throws IOException {
        Path path = project.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private List<String> missed(String... arguments) throws Exception {
        return summarise(arguments)
                .said()
                .lines()
                .filter(line -> line.startsWith("NOT RUN "))
                .map(line -> line.substring("NOT RUN ".length(), line.indexOf(':')))
                .toList();
    }

    private Ended summarise(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes.toString(),
                "TestSummary"));
        int options = 0;
        while (arguments[options].startsWith("--")) {
            options += arguments[options].equals("--only") ? 2 : 1;
        }
        command.addAll(List.of(arguments).subList(0, options));
        command.add("logs");
        command.addAll(List.of(arguments).subList(options, arguments.length));
        Process process = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    private record Ended(int code, String said) {}
}
