package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that invalid input is explained, with exit code 2, before anything is started. */
class BadInputTest {
    @TempDir
    Path folder;

    @Test
    void fiveMistakesGetFiveLocatedMessagesAtOnce() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("five.yaml", """
                name: five mistakes
                systems:
                  kafka: { nodes: 42 }
                durability: level-9
                workload:
                  partitons: 3
                  message: { size: 1 KQ }
                  rate: fast
                """);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "five.yaml");

        assertRefused(assay, ended);
        assertThat(ended.err().lines().filter(line -> line.matches("five\\.yaml:[0-9]+:[0-9]+: .*")))
                .as(ended.err())
                .hasSize(5);
        assertThat(ended.err().lines().filter(line -> line.strip().matches("[| ]*\\^+")))
                .hasSize(5);
        assertThat(ended.err()).contains("partitions");
    }

    @Test
    void whatASystemCannotDoIsRefusedByThePlanAndByTheRun() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("large.yaml", Scenarios.kafka("3", "3 s").replace("100 B", "2 MiB"));

        for (String command : new String[] {"plan", "run"}) {
            Ended ended = assay.run(AssayProgram.PATIENCE, command, "large.yaml");

            assertRefused(assay, ended);
            assertThat(ended.err())
                    .contains("large.yaml:6:20: workload.message.size: messages of 2097152 B are larger");
        }
    }

    @Test
    void severalWorkersAreRefusedWhereTheSystemCanServeOnlyThoseOfThisMachine() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("memory.yaml", Scenarios.memory("100 B", "3 s"));

        for (String command : new String[] {"plan", "run"}) {
            Ended ended = assay.run(
                    AssayProgram.PATIENCE,
                    command,
                    "memory.yaml",
                    "--worker",
                    "192.0.2.7:9100",
                    "--worker",
                    "127.0.0.1:9100");

            assertRefused(assay, ended);
            assertThat(ended.err())
                    .contains("--worker: the in-memory system serves several workers on this machine only");
        }
    }

    @Test
    void aMissingScenarioIsNamed() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "nowhere.yaml");

        assertRefused(assay, ended);
        assertThat(ended.err()).contains("nowhere.yaml").hasLineCount(1);
    }

    @Test
    void aMisspeltOverrideIsNamedWithTheKnownNames() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("good.yaml", Scenarios.memory("100 B", "1 s"));

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "good.yaml", "--set", "workload.partitons=3");

        assertRefused(assay, ended);
        assertThat(ended.err()).contains("workload.partitons", "partitions");
    }

    @Test
    void optionsOfAClusterAreAnsweredInTheWordsThatWereTyped() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);

        Ended ended = assay.run(AssayProgram.PATIENCE, "cluster", "up", "rabbitmq", "--set", "nodes=1");

        assertRefused(assay, ended);
        assertThat(ended.err())
                .startsWith("--set:1:1: durability is level-2 ")
                .contains("\n  1 | nodes=1\n    | ^^^^^^^\n")
                .doesNotContain("name: cluster", "systems");
    }

    @Test
    void aClusterThatIsNotUpIsNoPlaceToMeasure() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("kafka.yaml", Scenarios.onKafka("1 s"));

        for (String command : new String[] {"plan", "run"}) {
            Ended absent = assay.run(AssayProgram.PATIENCE, command, "kafka.yaml", "--on", "kafka");
            assertThat(absent.code()).as(absent.said()).isEqualTo(4);
            assertThat(absent.err())
                    .startsWith("assay: no cluster 'kafka' is up; start it with 'assay cluster up kafka'")
                    .hasLineCount(1);
        }
        Ended misspelt = assay.run(AssayProgram.PATIENCE, "run", "kafka.yaml", "--on", "kafak");
        assertRefused(assay, misspelt);
        assertThat(misspelt.err()).contains("did you mean kafka?").hasLineCount(1);
        Ended verified = assay.run(AssayProgram.PATIENCE, "verify", "kafka.yaml", "--on", "kafka");
        assertRefused(assay, verified);
        assertThat(verified.err())
                .startsWith("assay: --on: faults kill servers")
                .hasLineCount(1);
    }

    /** Formerly three systems were measured for five minutes before the fourth was found missing. */
    @Test
    void aServerThatIsNotHereIsMissedBeforeAnythingStarts() throws Exception {
        AssayProgram assay = AssayProgram.in(folder)
                .with("RABBITMQ_HOME", folder.resolve("none").toString());
        String scenario =
                Path.of("..", "scenarios", "four-systems.yaml").toRealPath().toString();

        Ended planned = assay.run(AssayProgram.PATIENCE, "plan", scenario);
        assertThat(planned.code()).as(planned.said()).isZero();
        assertThat(planned.out()).contains(" rabbitmq installed: RABBITMQ_HOME is ", "there is no RabbitMQ server in ");
        Ended checked = assay.run(AssayProgram.PATIENCE, "plan", scenario, "--check");
        assertThat(checked.code()).as(checked.said()).isEqualTo(3);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", scenario);

        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("there is no RabbitMQ server in ").doesNotContain("Exception", "\tat ");
        assertThat(assay.runs()).isEmpty();
        assertThat(assay.clusterData()).isEmpty();
    }

    @Test
    void anOptionThatDoesNotExistIsNamed() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "good.yaml", "--sett", "a=b");

        assertRefused(assay, ended);
        assertThat(ended.err()).contains("--sett");
    }

    @Test
    void aFolderThatIsNoRunIsNoRun() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);

        Ended ended = assay.run(AssayProgram.PATIENCE, "report", folder.toString());

        assertThat(ended.code()).as(ended.said()).isEqualTo(2);
        assertThat(ended.err()).contains("is not a run directory").hasLineCount(1);
    }

    private static void assertRefused(AssayProgram assay, Ended ended) throws Exception {
        assertThat(ended.code()).as(ended.said()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).doesNotContain("Exception", "\tat ");
        assertThat(assay.runs()).isEmpty();
    }
}
