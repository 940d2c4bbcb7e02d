package dev.assay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.cost.Prices;
import dev.assay.analysis.cost.Prices.Item;
import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPricesTest {
    private static final Path SHARING = Path.of("../docs/SHARING.md");

    @TempDir
    Path folder;

    private static String ofDocuments() throws IOException {
        String[] blocks = Files.readString(SHARING).split("```yaml\n|```\n", -1);
        for (String block : blocks) {
            if (block.startsWith("currency:")) {
                return block;
            }
        }
        throw new IllegalStateException(SHARING + " shows no prices");
    }

    @Test
    void thePricesInTheDocumentsHaveEveryItem() throws Exception {
        assertThat(Prices.read("docs", ofDocuments()).amounts()).containsOnlyKeys(Item.values());
    }

    @Test
    void badPricesAreOneMessageAndExitCode2() throws IOException {
        Path file = Files.writeString(folder.resolve("prices.yaml"), ofDocuments() + "per-month: 3\n");
        Ended unknown = ProgramUnderTest.run("report", folder.toString(), "--prices", file.toString());
        Ended missing = ProgramUnderTest.run("report", folder.toString(), "--prices", folder + "/nowhere.yaml");

        for (Ended ended : new Ended[] {unknown, missing}) {
            assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.BAD_INPUT.code());
            assertThat(ended.err().strip().lines()).hasSize(1);
        }
        assertThat(unknown.err()).contains("prices.yaml:", "expected 'currency'", "but found 'per-month'");
        assertThat(missing.err()).contains("there is no such file");
    }
}
