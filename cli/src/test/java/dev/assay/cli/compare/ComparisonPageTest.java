package dev.assay.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the page of {@code assay compare --html} for runs that have been read. */
class ComparisonPageTest {
    private static final Path STORED = Path.of("../store/src/test/resources/dev/assay/store/recorded-run");

    @TempDir
    Path base;

    @BeforeEach
    void copy() throws IOException {
        for (String name : new String[] {"with a:report", "without"}) {
            try (Stream<Path> files = Files.walk(STORED)) {
                for (Path file : files.toList()) {
                    Files.copy(
                            file,
                            base.resolve(name).resolve(STORED.relativize(file).toString()));
                }
            }
            Files.deleteIfExists(base.resolve(name).resolve("report.html"));
        }
        Files.writeString(base.resolve("with a:report").resolve("report.html"), "a report");
        Path record = base.resolve("without").resolve("run.json");
        Files.writeString(record, Files.readString(record).replace("040309Z", "040310Z")); // another run
    }

    private Ended compare(Path page) {
        return ProgramUnderTest.run(
                "compare",
                base.resolve("with a:report").toString(),
                base.resolve("without").toString(),
                "--html",
                page.toString());
    }

    @Test
    void aPageLinksToTheReportsThatThereAreRelativeToItself() throws IOException {
        Path page = base.resolve("comparison.html");
        Ended ended = compare(page);

        // With one run on each side it is not known how runs differ by themselves.
        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.INCONCLUSIVE.code());
        assertThat(Files.readString(page))
                .contains("<a href=\"./with%20a%3Areport/report.html\">", "no report beside it")
                .doesNotContain(base.toString());

        Path elsewhere = Files.createDirectory(base.resolve("pages")).resolve("comparison.html");
        assertThat(compare(elsewhere).code()).isEqualTo(ExitCode.INCONCLUSIVE.code());
        assertThat(Files.readString(elsewhere)).contains("<a href=\"./../with%20a%3Areport/report.html\">");
    }

    @Test
    void aFileThatIsThereStaysAndNothingElseIsSaid() throws IOException {
        Path page = Files.writeString(base.resolve("mine.html"), "mine");
        Ended ended = compare(page);

        assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(ended.err()).contains("mine.html already exists: remove it, or give another name");
        assertThat(ended.out()).isEmpty();
        assertThat(Files.readString(page)).isEqualTo("mine");
    }

    @Test
    void aFolderThatIsNotThereIsNamed() {
        Ended ended = compare(base.resolve("nowhere").resolve("comparison.html"));

        assertThat(ended.code()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(ended.err()).contains("can't write ", "comparison.html");
    }
}
