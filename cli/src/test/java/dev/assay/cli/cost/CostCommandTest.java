package dev.assay.cli.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.cost.CostRange;
import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.report.page.CostView;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostCommandTest {
    /** Of the in-memory system, with a server for its three workers. */
    private static final Path RECORDED = Path.of("../run/src/test/resources/dev/assay/run/directory/recorded-run");

    private static final Path PRICES = Path.of("../studies/original/prices.csv");

    @TempDir
    Path folder;

    private Path prices(String... lines) throws IOException {
        Path file = folder.resolve("prices.csv");
        Files.writeString(file, String.join(",", PriceFile.HEADER) + "\n" + String.join("\n", lines) + "\n");
        return file;
    }

    @Test
    void the_published_figures_are_written_as_they_were_published() {
        assertThat(CostView.text(CostRange.exactly(0.14 * 0.02 * 86_400))).isEqualTo("241.92");
        assertThat(CostView.text(CostRange.exactly((2.0 / 3 + 2) * 0.02 * 30 * 86_400)))
                .isEqualTo("138,240");
    }

    @Test
    void ranges_are_written_with_both_ends() {
        assertThat(CostView.text(CostRange.of(0.001234567, 12.5))).isEqualTo("0.001235 to 12.50");
        assertThat(CostView.text(CostRange.of(2, Double.POSITIVE_INFINITY))).isEqualTo("at least 2");
        assertThat(CostView.text(CostRange.exactly(0))).isEqualTo("0");
    }

    @Test
    void prices_that_the_project_ships_are_read() {
        assertThat(PriceFile.read(PRICES).machines()).contains("i3en.2xlarge");
        assertThat(PriceFile.read(PRICES).perByte("between-zones").low() * 1e9).isEqualTo(0.02);
    }

    @Test
    void what_is_not_known_is_said_and_decides_the_exit_code() {
        Ended ended = ProgramUnderTest.run(
                "cost", RECORDED.toString(), "--prices", PRICES.toString(), "--machine", "i3en.2xlarge");

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.INCONCLUSIVE.code());
        assertThat(ended.out().replaceAll("\\s+", " "))
                .contains("memory", "level-4 (in memory), not verified", "not known", "nobody said over how many zones")
                .contains("= servers + transfer, per million messages");
    }

    @Test
    void with_all_that_it_needs_the_cost_is_known_and_written() throws IOException {
        Path markdown = folder.resolve("cost.md");
        String[] command = {
            "cost",
            RECORDED.toString(),
            "--prices",
            PRICES.toString(),
            "--machine",
            "i3en.2xlarge",
            "--zones",
            "3",
            "--markdown",
            markdown.toString()
        };
        Ended ended = ProgramUnderTest.run(command);

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.OK.code());
        assertThat(ended.out())
                .contains("USD per GB of payload", "as of 2025-01", "1 machine, as many as carried servers in the run");
        assertThat(markdown).content().contains("Total per million messages");
        assertThat(ProgramUnderTest.run(command).err()).contains("already exists");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-05,a,b,c,large,USD,1,hour|2: expected 9 cells",
                "2026-05,a,b,c,large,USD,1,hour,|2: source is empty",
                "yesterday,a,b,c,large,USD,1,hour,s|2: as_of must be a month or day",
                "2026-05,a,b,c,large,USD,1,month,s|2: per must be one of hour, GB, GiB, but is 'month'",
                "2026-05,a,b,c,large,USD,cheap,hour,s|2: price must be a number such as 0.904, but is 'cheap'",
                "2026-05,a,b,c,large,USD,-1,hour,s|2: a price must be a number and not negative"
            })
    void a_line_that_is_no_price_is_named(String line, String message) throws IOException {
        Ended ended = ProgramUnderTest.run(
                "cost", RECORDED.toString(), "--prices", prices(line).toString());

        assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(ended.err().replaceAll("\\s+", " ")).contains("prices.csv:" + message);
    }

    @Test
    void what_is_no_price_list_or_no_run_is_refused() throws IOException {
        Path other = folder.resolve("other.csv");
        Files.writeString(other, "machine,per_hour\n");
        Ended header = ProgramUnderTest.run("cost", RECORDED.toString(), "--prices", other.toString());
        Ended missing = ProgramUnderTest.run("cost", RECORDED.toString(), "--prices", "nowhere.csv");
        Ended empty = ProgramUnderTest.run("cost", RECORDED.toString(), "--prices", prices().toString());
        Ended machine = ProgramUnderTest.run(
                "cost", RECORDED.toString(), "--prices", PRICES.toString(), "--machine", "enormous");
        Ended zones = ProgramUnderTest.run("cost", RECORDED.toString(), "--prices", PRICES.toString(), "--zones", "0");
        Ended run = ProgramUnderTest.run("cost", folder.toString(), "--prices", PRICES.toString());

        for (Ended ended : new Ended[] {header, missing, empty, machine, zones, run}) {
            assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.BAD_INPUT.code());
        }
        assertThat(header.err().replaceAll("\\s+", " ")).contains("other.csv:1: expected the header as_of,provider");
        assertThat(empty.err()).contains("prices must be of one currency");
        assertThat(machine.err().replaceAll("\\s+", " "))
                .contains("has no price by the hour of 'enormous'; it has i3.4xlarge");
        assertThat(zones.err()).contains("at least 1");
        assertThat(run.err()).contains("not a run directory");
    }
}
