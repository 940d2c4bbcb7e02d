package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class HelpTest {
    @TempDir
    Path folder;

    @Test
    void bashCompletesCommandsAndOptions() throws Exception {
        Ended script = ProgramUnderTest.run("help", "--completion");
        assertThat(script.code()).as(script.said()).isZero();
        assertThat(script.out()).as("zsh reads the same").contains("bashcompinit");
        Files.writeString(folder.resolve("assay.sh"), script.out());

        assertThat(completed("kub")).containsExactly("kubernetes");
        assertThat(completed("cluster", "d")).containsExactly("down");
        assertThat(completed("run", "--resu")).containsExactly("--resume");
    }

    @Test
    void helpIsOfCommandsBelowOthersToo() {
        Ended help = ProgramUnderTest.run("help", "cluster", "up");
        assertThat(help.code()).as(help.said()).isZero();
        assertThat(help.out())
                .isEqualTo(ProgramUnderTest.run("cluster", "up", "--help").out());
        Ended none = ProgramUnderTest.run("help", "cluster", "sideways");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("'assay cluster' has no command 'sideways'; its commands: up, ");
        assertThat(ProgramUnderTest.run("help", "run", "sideways").err())
                .contains("'assay run' has no command 'sideways'; it has no commands");
    }

    @Test
    void helpPrintsPagesOfTheDocumentation() throws Exception {
        String before = System.setProperty("assay.home", "..");
        try {
            Ended page = ProgramUnderTest.run("help", "Comparing");

            assertThat(page.code()).as(page.said()).isZero();
            assertThat(page.out()).isEqualTo(Files.readString(Path.of("..", "docs", "COMPARING.md")));
            assertThat(ProgramUnderTest.run("help", "readme").out())
                    .isEqualTo(Files.readString(Path.of("..", "README.md")));
            assertThat(ProgramUnderTest.run("help", "run").out()).doesNotStartWith("# ");
            Ended none = ProgramUnderTest.run("help", "comparin");
            assertThat(none.code()).isEqualTo(2);
            assertThat(none.err())
                    .startsWith(
                            "assay: 'comparin' is neither a command nor a page; did you mean 'comparing' or 'compare'?")
                    .contains("The commands: run, capacity, ", "The pages: ", "comparing, ", "readme");
        } finally {
            if (before == null) {
                System.clearProperty("assay.home");
            } else {
                System.setProperty("assay.home", before);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rn           | is not a command                       | did you mean 'run'?
            clean-up     | is not a command                       | did you mean 'cleanup'?
            run --resme  | Unknown option: '--resme'                 | did you mean '--resume'?
            run --resme=x | Unknown option: '--resme=x'              | did you mean '--resume'?
            cluster dwon | is not a command                       | did you mean 'down'?
            """)
    void aMisspeltWordIsAnsweredWithTheNearestName(String words, String message, String question) {
        Ended ended = ProgramUnderTest.run(words.split(" ", -1));

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains(message).endsWith(question + System.lineSeparator());
        assertThat(ended.err()).hasLineCount(2);
    }

    @Test
    void withoutACommandThereIsTheHelpInGroups() {
        Ended ended = ProgramUnderTest.run();

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .isEqualTo(ProgramUnderTest.run("--help").out())
                .contains("Measure:", "Read results:", "About Assay:");
    }

    @Test
    void everyHelpFits80Columns() {
        assertFits(Main.commandLine());
    }

    private static void assertFits(CommandLine line) {
        assertThat(line.getUsageHelpWidth()).isEqualTo(80);
        assertThat(line.isUsageHelpAutoWidth()).isFalse();
        assertThat(line.getUsageMessage().lines())
                .as(line.getCommandName())
                .allSatisfy(text -> assertThat(text).hasSizeLessThanOrEqualTo(80));
        line.getSubcommands().values().forEach(HelpTest::assertFits);
    }

    @Test
    void textBreaksWhereTheLineEndsAndNotWhereTheSourceDoes() {
        assertThat(ProgramUnderTest.run("run", "--help").out())
                .doesNotContainPattern("(?m)^ {28}'--resume DIR' runs the rest");
    }

    @Test
    void aReaderThatEndsIsNoError() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path file = Files.writeString(folder.resolve("file"), "");

        assertThat(Main.isPipe(pipe)).isTrue();
        assertThat(Main.isPipe(file)).isFalse();
        assertThat(Main.isPipe(Path.of("/dev/full"))).isFalse();
    }

    @Test
    void aWordThatIsLikeNoNameIsAnsweredWithTheUsage() {
        Ended ended = ProgramUnderTest.run("sideways");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("'sideways'", "Usage: assay").doesNotContain("did you mean");
    }

    /** Returns the words that bash would offer to complete the last word. */
    private String[] completed(String... words) throws IOException, InterruptedException {
        String line = "assay " + String.join(" ", words);
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        ". ./assay.sh; COMP_WORDS=(" + line + "); COMP_CWORD=" + words.length + "; COMP_LINE='" + line
                                + "'; COMP_POINT=${#COMP_LINE}; _complete_assay; echo \"${COMPREPLY[@]}\"")
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD) // it is no shell that completes, and says so
                .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(said).isZero();
        return said.strip().split(" ");
    }
}
