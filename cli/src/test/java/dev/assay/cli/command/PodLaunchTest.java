package dev.assay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.exit.CommandFailure;
import dev.assay.run.launch.LaunchOptions;
import dev.assay.scenario.ScenarioFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The first pod is handed what was checked here, and nothing that was typed is read once more. */
class PodLaunchTest {
    private static final String SCENARIO = """
            name: first
            systems: { memory: {} }
            workload: { rate: 100/s }
            timing: { warmup: 1 s, measure: 2 s }
            """;
    private static final List<String> OVERRIDES = List.of(
            "repeat=3",
            "settings.kafka.client.ssl.key.password={ secret-file: \"/here/key\" }",
            "a.password=\"\\U000000e4 \\\\ \\\" '\"",
            "phases.more={for: 5 s}\n# second line\r\n\ttab  two  blanks ",
            "c.token=");

    @TempDir
    Path folder;

    private static HandedRun handed() {
        LaunchOptions options = new LaunchOptions(
                "/here/first.yaml",
                SCENARIO,
                OVERRIDES,
                List.of("memory"),
                List.of(),
                3,
                List.of(),
                Optional.of("kubernetes:@/here/fleet.yaml"),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                1);
        return new HandedRun(
                options, List.of("./assay", "run", "a/first.yaml", "--set", "repeat=3"), Map.of("p.txt", "ä\n"));
    }

    private static LaunchChoice typed(String... words) {
        LaunchChoice choice = new LaunchChoice();
        new CommandLine(choice).parseArgs(words);
        return choice;
    }

    /** Whoever may read ConfigMaps reads the arguments; what changes the scenario stands in the Secret. */
    @Test
    void theArgumentsNameAFileOfTheSecret() throws Exception {
        PodLaunch run = new PodLaunch(
                WorkerPlaceText.pods("PLACE", "kubernetes"),
                handed(),
                List.of("--strict"),
                ScenarioFile.read("first.yaml", SCENARIO, List.of(), Set.of()).plan(),
                3,
                "what was read",
                Path.of("runs"));

        assertThat(run.arguments()).containsExactly("run", "--handed", "/scratch/secret/run.json", "--strict", "--yes");
    }

    @Test
    void onlyWhatIsNoSecretAndNotAboutThisMachineIsSaidOnceMore() {
        assertThat(typed(
                                "--set",
                                "systems.x.token={ secret-env: KEY }",
                                "--workers-on",
                                "kubernetes",
                                "--workers=3",
                                "--out",
                                "here",
                                "--tolerate",
                                "1",
                                "--budget",
                                "1h",
                                "--strict",
                                "--ignore-alarms",
                                "--metrics",
                                "9464",
                                "--json")
                        .arguments())
                .containsExactly("--budget", "1h", "--strict", "--ignore-alarms", "--metrics", "9464", "--json");
        assertThat(typed().arguments()).isEmpty();
    }

    /** What the pod reads is what was written, whatever that has, and no fleet file. */
    @Test
    void thePodReadsTheRunAsItWasHanded() throws Exception {
        Path file = Files.writeString(folder.resolve("run.json"), handed().text());

        assertThat(HandedRun.of(file)).isEqualTo(handed());
    }

    @Test
    void whatIsNoHandedRunIsRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("run.json"), "{}");

        assertThatThrownBy(() -> HandedRun.of(file))
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith("--handed " + file + ": it can't be read");
    }
}
