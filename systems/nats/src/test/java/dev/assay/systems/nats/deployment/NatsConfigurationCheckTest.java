package dev.assay.systems.nats.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.DeploymentException;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.exit.ExitCode;
import dev.assay.systems.nats.NatsSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks a server's program for the settings of a scenario before any server is started. */
class NatsConfigurationCheckTest {
    @TempDir
    Path folder;

    private NatsServer saying(String script) throws IOException {
        Path program = Files.writeString(folder.resolve("server"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return new NatsServer.Installed("2.15.1", program);
    }

    private Path work() throws IOException {
        return Files.createDirectories(folder.resolve("work"));
    }

    private static NatsNodeSettings settings() {
        return new NatsNodeSettings(
                NatsSpec.usual(), DurabilityLevel.LEVEL_4, Map.of("max_payload", "4MB", "no_such", "hidden"));
    }

    @Test
    void itIsGivenTheFileThatANodeWouldHave() throws IOException {
        NatsServer server =
                saying("[ \"$1\" = -t ] && grep -q '^max_payload = 4MB$' \"$3\" && grep -q jetstream \"$3\"");

        assertThatCode(() -> NatsConfigurationCheck.run(settings(), server, work()))
                .doesNotThrowAnyException();
    }

    @Test
    void whatItRefusesIsAMistakeOfTheScenario() throws IOException {
        NatsServer server = saying("echo \"nats-server: $3:3:1: unknown field \\\"no_such\\\"\" >&2; exit 1");

        assertThatThrownBy(() -> NatsConfigurationCheck.run(settings(), server, work()))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessage(
                        "nats-server 2.15.1 refuses settings.nats.broker: nats-server: nats-server.conf:3:1: unknown field \"no_such\"");
    }

    /** A program that can't be run must not be reported as a mistake of the scenario, which nobody could correct. */
    @Test
    void aProgramThatCannotBeRunIsNoMistakeOfTheScenario() throws IOException {
        NatsServer absent = new NatsServer.Installed("2.15.1", folder.resolve("absent"));
        NatsServer killed = saying("echo out of memory >&2; exit 137");
        for (NatsServer server : List.of(absent, killed)) {
            assertThatThrownBy(() -> NatsConfigurationCheck.run(settings(), server, work()))
                    .isInstanceOfSatisfying(
                            DeploymentException.class,
                            e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ENVIRONMENT))
                    .hasMessageStartingWith("nats-server 2.15.1 can't be asked for settings.nats.broker: ");
        }
        assertThat(work()).isEmptyDirectory();
    }
}
