package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CapacityOptionsTest {
    @TempDir
    Path folder;

    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeTheScenarios() throws IOException {
        write("steady", "5000/s");
        write("ramp", "ramp 1000/s to 5000/s over 10 s");
        write("search", "{ search: { from: 2000/s, to: 9000/s } }");
    }

    private void write(String name, String rate) throws IOException {
        Files.writeString(
                folder.resolve(name + ".yaml"),
                "name: x\nsystems: { memory: }\ndurability: level-4\nworkload: { rate: %s }\n".formatted(rate));
    }

    private int execute(String... arguments) {
        CommandLine program = Main.commandLine();
        program.setErr(new PrintWriter(err));
        program.getSubcommands().values().forEach(command -> command.setErr(new PrintWriter(err)));
        return program.execute(arguments);
    }

    private static String set(String key) {
        return "--set=workload.rate.search." + key;
    }

    private String file(String name) {
        return folder.resolve(name + ".yaml").toString();
    }

    @Test
    void aRateThatChangesCanNotBeSearched() {
        assertThat(execute("capacity", file("ramp"), "--set", "workload.rate.search.to=9000/s"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("workload.rate is 'ramp 1000/s to 5000/s over 10 s', but a search replaces a constant rate");
    }

    @Test
    void whatIsSetIsRefusedInItsPlace() {
        assertThat(execute("capacity", file("steady"), set("from=9000/s"), set("to=2000/s")))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "--set:1:", "workload.rate.search: to must be a higher rate than from (9000/s), but is 2000/s");
    }

    @Test
    void whatIsSetChangesASearchOfTheScenarioInThatAlone() {
        assertThat(execute("capacity", file("search"), set("from=9000/s"))).isEqualTo(2);
        assertThat(err.toString()).contains("to must be a higher rate than from (9000/s), but is 9000/s");
    }

    /** A typed rate is replaced by the search, as a rate of the file is. */
    @Test
    void aSearchReplacesARateThatIsTyped() {
        assertThat(execute(
                        "capacity",
                        file("search"),
                        set("to=2000/s"),
                        "--set",
                        "workload.rate=100/s",
                        set("from=9000/s")))
                .isEqualTo(2);
        assertThat(err.toString()).contains("to must be a higher rate than from (9000/s), but is 2000/s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"steady", "search"})
    void objectivesAreSetByTheirPaths(String scenario) {
        assertThat(execute("capacity", file(scenario), set("objectives.response.p99=1 s"), set("to=1/s")))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("to must be a higher rate than from")
                .doesNotContain("objectives");

        assertThat(execute("capacity", file(scenario), set("objectives.response.p99=soon")))
                .isEqualTo(2);
        assertThat(err.toString()).contains("'soon'");
    }

    @Test
    void aRateIsSearchedOfAScenario() throws IOException {
        Files.writeString(folder.resolve("study.yaml"), "study: small\ntitle: a small one\ntests: {}\n");

        assertThat(execute("capacity", file("study"))).isEqualTo(2);
        assertThat(err.toString()).contains("study.yaml is no scenario, of which a rate can be searched; 'assay run ");
    }
}
