package dev.assay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.result.WorkerPlaces;
import dev.assay.run.launch.LaunchOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Checks that the first pod gets the run as it was checked here: no typed option is read again, and no ConfigMap contains any of it. */
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
                new WorkerPlaces(List.of(), Optional.of("kubernetes:@/here/fleet.yaml"), List.of()),
                Optional.empty(),
                Optional.empty(),
                1,
                false,
                true,
                Optional.empty(),
                Optional.of(Map.of("a:b:1", "0f")));
        return new HandedRun(
                options,
                List.of("./assay", "run", "a/first.yaml", "--set", "repeat=3"),
                Map.of("p.txt", "ä\n"),
                typed("--budget=1h", "--metrics", "9464", "--json").handling());
    }

    private static LaunchChoice typed(String... words) {
        LaunchChoice choice = new LaunchChoice();
        new CommandLine(choice).parseArgs(words);
        return choice;
    }

    @Test
    void whatARunWasStartedWithIsChosenAgainUnlessMoreIsTyped() {
        LaunchChoice choice = typed("--ignore-alarms");
        choice.as(handed().options());

        assertThat(choice.workers).isEqualTo(3);
        assertThat(choice.systems()).containsExactly("memory");
        assertThat(choice.strict).isTrue();
        assertThat(choice.ignoreAlarms).isTrue();
        assertThat(choice.artifacts).contains(Map.of("a:b:1", "0f"));
    }

    @Test
    void whatIsNotAboutThisMachineIsHandedOver() {
        HandedRun.Handling handling =
                new HandedRun.Handling(Optional.of("1h"), Optional.of("9464"), false, false, true);
        LaunchChoice pod = typed();

        assertThat(typed("--budget", "1h", "--metrics", "9464", "--json").handling())
                .isEqualTo(handling);
        pod.as(handling);
        assertThat(pod.handling()).isEqualTo(handling);
        assertThat(pod.yes).as("whoever started it was asked").isTrue();
    }

    /** The pod reads the written run unchanged, and no fleet file. */
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
