package dev.assay.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ScenarioSchemaTest {
    private static final Path SHIPPED = Path.of("..", "docs", "scenario.schema.json");

    /** With {@code -Dassay.regenerate=true} the file is written anew instead of compared. */
    @Test
    void theShippedSchemaIsWhatTheCodeGenerates() throws IOException {
        if (Boolean.getBoolean("assay.regenerate")) {
            Files.createDirectories(SHIPPED.getParent());
            Files.writeString(SHIPPED, ScenarioSchema.text());
        }
        assertThat(Files.readString(SHIPPED))
                .as("docs/scenario.schema.json no longer matches the scenario records; regenerate it with: ./mvnw -pl"
                        + " cli -am test -Dtest=ScenarioSchemaTest -Dsurefire.failIfNoSpecifiedTests=false"
                        + " -Dassay.regenerate=true")
                .isEqualTo(ScenarioSchema.text());
    }

    @Test
    void generatingTwiceGivesTheSameText() {
        assertThat(ScenarioSchema.text()).isEqualTo(ScenarioSchema.text());
    }
}
