package dev.assay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.scenario.ScenarioFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The first pod is given the command as it was typed, but for what is about pods and about this machine. */
class PodChoiceTest {
    private static final List<String> OVERRIDES = List.of(
            "repeat=3",
            "settings.kafka.client.ssl.key.password={ secret-file: \"/here/key\" }",
            "a.password=\"\\U000000e4 \\\\ \\\" '\"",
            "b.password='ä 𝄞 # @ \"'",
            "phases.more={for: 5 s}\n# second line\r\n\ttab  two  blanks ",
            "c.token=");

    @TempDir
    Path folder;

    @Test
    void whatIsMeasuredStays() {
        assertThat(arguments("run", "a/first.yaml", "--tolerate", "1", "--strict"))
                .containsExactly("run", "/scratch/secret/first.yaml", "--tolerate", "1", "--strict");
    }

    /** Whoever may read ConfigMaps reads the arguments; files are here, and not in a pod. */
    @Test
    void whatChangesTheScenarioGoesInAFileOfTheSecret() throws Exception {
        PodChoice.Sent sent = sent(
                List.of(
                        "run",
                        "a/first.yaml",
                        "--set",
                        "repeat=3",
                        "--set=settings.kafka.client.ssl.key.password={ secret-env: KEY }",
                        "--set-file",
                        "settings.kafka.client.sasl.jaas.config=/here/jaas",
                        "--set-file=systems.x.token=/here/token",
                        "--strict"),
                OVERRIDES,
                "what was read");

        assertThat(sent.arguments())
                .containsExactly(
                        "run", "/scratch/secret/first.yaml", "--strict", "@/scratch/secret/first.yaml.set", "--yes");
        assertThat(sent.inputs())
                .containsOnlyKeys("first.yaml", "first.yaml.set", "secrets.json")
                .containsEntry("secrets.json", "what was read");
    }

    @Test
    void withoutAnyThereIsNoSuchFile() throws Exception {
        PodChoice.Sent sent = sent(List.of("run", "a/first.yaml"), List.of(), "");

        assertThat(sent.arguments()).containsExactly("run", "/scratch/secret/first.yaml", "--yes");
        assertThat(sent.inputs()).containsOnlyKeys("first.yaml", "secrets.json");
    }

    /** What the pod reads of it is what was written, whatever that has. */
    @Test
    void thePodReadsTheOverridesAsTheyWereGiven() throws Exception {
        Path file = folder.resolve("first.yaml.set");
        Files.writeString(
                file,
                sent(List.of("run", "a/first.yaml"), OVERRIDES, "").inputs().get("first.yaml.set"));
        ScenarioChanges changes = new ScenarioChanges();

        new CommandLine(changes).parseArgs("@" + file);

        assertThat(changes.all()).isEqualTo(OVERRIDES);
    }

    @Test
    void wordsOfArgumentFilesAreThoseOfTheCommand() throws Exception {
        Path file = Files.writeString(folder.resolve("words"), "--set a=1\n--set b=2\n");
        CommandSpec spec = new CommandLine(new ScenarioChanges()).getCommandSpec();
        spec.commandLine().parseArgs("@" + file, "--systems", "kafka");

        assertThat(PodChoice.given(spec)).containsExactly("--set", "a=1", "--set", "b=2", "--systems", "kafka");
    }

    @Test
    void whatIsAboutPodsGoes() {
        assertThat(arguments(
                        "capacity",
                        "--workers-on",
                        "kubernetes",
                        "--workers=3",
                        "--image",
                        "localhost/java:25",
                        "a/first.yaml",
                        "--pod-cpu=500m",
                        "--out",
                        "a/first.yaml",
                        "--from",
                        "1k/s"))
                .containsExactly("capacity", "/scratch/secret/first.yaml", "--from", "1k/s");
    }

    private static PodChoice.Sent sent(List<String> given, List<String> overrides, String secrets) throws Exception {
        String scenario = """
                name: first
                systems: { memory: {} }
                workload: { rate: 100/s }
                timing: { warmup: 1 s, measure: 2 s }
                """;
        return PodChoice.sent(new PodChoice.Delegated(
                "kubernetes",
                given,
                overrides,
                "a/first.yaml",
                Path.of("a/first.yaml"),
                scenario,
                ScenarioFile.read("first.yaml", scenario, List.of(), Set.of()).plan(),
                1,
                secrets,
                Path.of("runs")));
    }

    private static List<String> arguments(String... given) {
        return PodChoice.arguments(List.of(given), "a/first.yaml", "/scratch/secret/first.yaml");
    }
}
