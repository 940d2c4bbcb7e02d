package dev.assay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionCommandTest {
    @TempDir
    Path folder;

    @Test
    void bashCompletesCommandsAndOptions() throws Exception {
        Ended script = ProgramUnderTest.run("completion", "bash");
        assertThat(script.code()).as(script.said()).isZero();
        Files.writeString(folder.resolve("assay.sh"), script.out());

        assertThat(completed("kub")).containsExactly("kubernetes");
        assertThat(completed("cluster", "d")).containsExactly("down");
        assertThat(completed("run", "--resu")).containsExactly("--resume");
    }

    @Test
    void zshReadsTheSame() {
        assertThat(ProgramUnderTest.run("completion", "zsh").out())
                .isEqualTo(ProgramUnderTest.run("completion", "bash").out())
                .contains("bashcompinit");
    }

    @Test
    void anotherShellIsNamed() {
        Ended ended = ProgramUnderTest.run("completion", "fish");

        assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(ended.err()).contains("none for 'fish'");
    }

    /** What bash would offer for the last of these words. */
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
