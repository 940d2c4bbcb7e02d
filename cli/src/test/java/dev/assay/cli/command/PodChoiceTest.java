package dev.assay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The first pod is given the command as it was typed, but for what is about pods and about this machine. */
class PodChoiceTest {
    @Test
    void whatIsMeasuredStays() {
        assertThat(arguments("run", "a/first.yaml", "--set", "repeat=3", "--tolerate", "1", "--strict"))
                .containsExactly(
                        "run", "/scratch/secret/first.yaml", "--set", "repeat=3", "--tolerate", "1", "--strict");
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

    private static List<String> arguments(String... given) {
        return PodChoice.arguments(List.of(given), "a/first.yaml", "/scratch/secret/first.yaml");
    }
}
