package dev.assay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.cli.run.NamedFiles;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListCommandTest {
    private static final String HOME = "assay.home";

    @TempDir
    Path folder;

    @BeforeEach
    void ofThisProject() {
        System.setProperty(HOME, "..");
    }

    @AfterEach
    void ofNobody() {
        System.clearProperty(HOME);
    }

    @Test
    void eachScenarioAndStudyIsALine() {
        Ended ended = ProgramUnderTest.run("list");

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.out().lines())
                .contains("Scenarios, for run, plan, capacity and verify:", "Studies, for run and plan:")
                .contains("  quickstart              A first look at a three-node Kafka cluster")
                .contains("  compare-kafka-versions  Is Kafka 4.3.1 slower or faster than 3.9.1?")
                .anyMatch(line -> line.matches(" {2}referee +Why .*: \\d+ tests, \\d+ cells, \\d+ claims"))
                .as("a name and what it is")
                .allMatch(line -> line.matches("\\S.*:| {2}\\S+ +\\S.+"));
    }

    @Test
    void aNameIsPrintedToBeChanged() throws IOException {
        Ended ended = ProgramUnderTest.run("list", "quickstart");

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.out()).isEqualTo(Files.readString(Path.of("../scenarios/quickstart.yaml")));
        assertThat(ProgramUnderTest.run("list", "referee").out())
                .isEqualTo(Files.readString(Path.of("../studies/referee.yaml")));
        Ended unknown = ProgramUnderTest.run("list", "quickstrat");
        assertThat(unknown.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(unknown.err()).contains("there is no scenario or study 'quickstrat'");
        Ended both = ProgramUnderTest.run("list", "quickstart", "--schema");
        assertThat(both.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(both.err()).contains("--schema is of all files of a kind");
    }

    @Test
    void aNameIsPlannedAsItsFileWouldBe() {
        Ended named = ProgramUnderTest.run("plan", "in-memory");

        assertThat(named.code()).as(named.said()).isZero();
        assertThat(named.out())
                .isEqualTo(ProgramUnderTest.run("plan", "../scenarios/in-memory.yaml")
                        .out());
        Ended unknown = ProgramUnderTest.run("plan", "quickstrat");
        assertThat(unknown.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(unknown.err())
                .contains(
                        "can't read the scenario quickstrat: there is no such file; did you mean 'quickstart'? give the path",
                        "'assay list' lists");
        for (String misspelt : new String[] {"quikstart", "quikstart.yaml"}) {
            assertThat(ProgramUnderTest.run("run", misspelt).err()).contains("did you mean 'quickstart'?");
        }
        assertThat(ProgramUnderTest.run("run", "some/quikstart").err())
                .as("a path is no name")
                .doesNotContain("did you mean");
    }

    @Test
    void aPathIsAFileAndNoName() throws IOException {
        Path sub = Files.createDirectory(folder.resolve("scenarios"));
        System.setProperty(HOME, folder.toString());
        Files.writeString(sub.resolve("mine.yaml"), "name: mine\n");

        assertThat(NamedFiles.SCENARIOS.file("mine")).isEqualTo(sub.resolve("mine.yaml"));
        for (String path : new String[] {"./mine", "scenarios/mine", "mine.yaml", "/mine"}) {
            assertThat(NamedFiles.SCENARIOS.file(path)).isEqualTo(Path.of(path));
        }
        Files.createDirectory(sub.resolve("src.yaml"));
        assertThat(NamedFiles.SCENARIOS.file("src")).as("no file has that name").isEqualTo(Path.of("src"));
        Files.writeString(sub.resolve("pom.xml.yaml"), "name: mine\n");
        assertThat(NamedFiles.SCENARIOS.file("pom.xml"))
                .as("what is a file here is no name")
                .isEqualTo(Path.of("pom.xml"));
    }

    @Test
    void withoutAnInstallationThereAreNoNames() {
        System.clearProperty(HOME);

        Ended ended = ProgramUnderTest.run("list");

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.out().lines())
                .containsExactly("Scenarios, for run, plan, capacity and verify:", "Studies, for run and plan:");
    }
}
