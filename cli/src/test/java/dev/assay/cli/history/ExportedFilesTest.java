package dev.assay.cli.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.report.export.Exported;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportedFilesTest {
    private static final Exported TWO =
            new Exported(new TreeMap<>(Map.of("a.csv", "1\n", "b.yaml", "2\n")), true, List.of("left out: 3"));
    private static final Exported ONE = new Exported(new TreeMap<>(Map.of("a.txt", "1\n")), false, List.of());

    @TempDir
    Path base;

    private final StringWriter out = new StringWriter();

    private void write(Exported exported, Path to) {
        ExportedFiles.write(ExportFormat.OTAVA, exported, to, new PrintWriter(out, true));
    }

    @Test
    void several_files_go_into_a_folder_that_is_made_for_them() throws IOException {
        Path folder = base.resolve("new/folder");
        write(TWO, folder);

        assertThat(Files.readString(folder.resolve("a.csv"))).isEqualTo("1\n");
        assertThat(Files.readString(folder.resolve("b.yaml"))).isEqualTo("2\n");
        assertThat(out.toString()).contains("written: " + folder.resolve("a.csv"), "left out: 3");
    }

    @Test
    void a_single_file_has_the_name_that_was_asked_for() throws IOException {
        write(ONE, base.resolve("runs.txt"));

        assertThat(Files.readString(base.resolve("runs.txt"))).isEqualTo("1\n");
    }

    @Test
    void nothing_is_overwritten_and_then_nothing_is_written_either() throws IOException {
        Files.writeString(base.resolve("b.yaml"), "mine");

        assertThatThrownBy(() -> write(TWO, base))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageContaining("b.yaml already exists");
        assertThat(base.resolve("a.csv")).doesNotExist();
        assertThat(Files.readString(base.resolve("b.yaml"))).isEqualTo("mine");
    }

    @Test
    void a_folder_that_cannot_be_made_is_told() throws IOException {
        Path file = Files.writeString(base.resolve("file"), "mine");

        assertThatThrownBy(() -> write(TWO, file.resolve("below")))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.ENVIRONMENT));
    }
}
