package dev.assay.cli.omb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportCommandTest {
    @TempDir
    Path base;

    private String workload = "";
    private String driver = "";

    @BeforeEach
    void write() throws IOException {
        workload = Files.writeString(base.resolve("workload.yaml"), """
                        name: small
                        topics: 1
                        partitionsPerTopic: 2
                        messageSize: 100
                        payloadFile: p
                        subscriptionsPerTopic: 1
                        consumerPerSubscription: 1
                        producersPerTopic: 1
                        producerRate: ${rate}
                        testDurationMinutes: 1
                        """).toString();
        driver = Files.writeString(base.resolve("driver.yaml"), """
                        driverClass: io.openmessaging.benchmark.driver.nats.NatsBenchmarkDriver
                        natsHostUrl: localhost:4222
                        replicationFactor: 3
                        """).toString();
    }

    @Test
    void theScenarioGoesToStandardOutputAndTheListBesideIt() {
        Ended ended = ProgramUnderTest.run("import", "omb", workload, driver, "--var", "rate=1000");

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.OK.code());
        assertThat(ended.out()).startsWith("# Made from files").contains("rate: 1000/s  # producerRate: 1000\n");
        assertThat(ended.err())
                .contains(
                        workload + ":5: differs payloadFile: p -> workload.message.payload (",
                        driver + ":1: mapped driverClass",
                        " mapped, ");
    }

    @Test
    void aFileIsNotReplacedUnasked() throws IOException {
        Path out = base.resolve("made.yaml");
        String[] command = {"import", "omb", workload, driver, "--var", "rate=1000", "--out", out.toString()};
        Ended first = ProgramUnderTest.run(command);
        Ended second = ProgramUnderTest.run(command);
        Files.writeString(out, "mine");
        String[] told = Arrays.copyOf(command, command.length + 1);
        told[command.length] = "--overwrite";

        assertThat(first.code()).as(first.said()).isEqualTo(ExitCode.OK.code());
        assertThat(first.out()).contains("mapped");
        assertThat(second.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(second.err()).contains("made.yaml already exists");
        assertThat(ProgramUnderTest.run(told).code()).isEqualTo(ExitCode.OK.code());
        assertThat(ProgramUnderTest.run("plan", out.toString()).out()).contains("nats");
    }

    @Test
    void aLinkToAFileThatIsNotThereIsFollowed() throws IOException {
        Path target = base.resolve("target.yaml");
        Path link = Files.createSymbolicLink(base.resolve("link.yaml"), target.getFileName());

        Ended made = ProgramUnderTest.run(
                "import", "omb", workload, driver, "--var", "rate=1000", "--out", link.toString(), "--overwrite");

        assertThat(made.code()).as(made.said()).isEqualTo(ExitCode.OK.code());
        assertThat(link).isSymbolicLink();
        assertThat(target).content().contains("rate: 1000/s");
    }

    @Test
    void oneMessageSaysWhatIsInTheWay() throws IOException {
        assertRefused("render it first", "import", "omb", workload, driver);
        assertRefused(
                "there is no such file",
                "import",
                "omb",
                workload,
                base.resolve("none.yaml").toString());
        assertRefused("level-9", "import", "omb", workload, driver, "--durability", "level-9");
        assertRefused("--overwrite is for the file of --out", "import", "omb", workload, driver, "--overwrite");
        Files.writeString(Path.of(workload), Files.readString(Path.of(workload)).replace("topics: 1", "topics: 20000"));
        assertRefused("no scenario was made", "import", "omb", workload, driver, "--var", "rate=1000");
    }

    /** The printed command plans the imported scenario once the secret is written. */
    @Test
    void aLoginIsWrittenToAFileAndNamedByTheCommand() throws IOException {
        Files.writeString(Path.of(driver), """
                        driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
                        amqpUris: [ "amqp://ann:hidden-word@one.example.org:5672" ]
                        messagePersistence: true
                        queueType: QUORUM
                        """);
        Path out = base.resolve("made.yaml");

        Ended made = ProgramUnderTest.run(
                "import", "omb", workload, driver, "--existing", "--var", "rate=1000", "--out", out.toString());

        assertThat(made.code()).as(made.said()).isEqualTo(ExitCode.OK.code());
        Path secret = base.resolve("rabbitmq.uri.secret");
        assertThat(made.out()).contains("\n  assay run " + out + " --set-file systems.rabbitmq.uri=" + secret + "\n");
        assertThat(made.said() + Files.readString(out)).doesNotContain("hidden-word");
        Files.writeString(secret, "amqp://ann:hidden-word@one.example.org:5672");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        Ended planned = ProgramUnderTest.run("plan", out.toString(), "--set-file", "systems.rabbitmq.uri=" + secret);
        assertThat(planned.code()).as(planned.said()).isEqualTo(ExitCode.OK.code());
        assertThat(ProgramUnderTest.run("plan", out.toString()).code())
                .as("the scenario names the same file beside it")
                .isEqualTo(ExitCode.OK.code());
        assertThat(planned.said()).doesNotContain("hidden-word");
    }

    /** No option sets a key of a variant, so the scenario names the files next to it. */
    @Test
    void loginsOfVariantsAreWrittenToFilesBesideTheScenario() throws IOException {
        String rabbitMq = """
                driverClass: io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver
                amqpUris: [ "amqp://ann:hidden-word@%s.example.org:5672" ]
                messagePersistence: true
                queueType: QUORUM
                """;
        String one = Files.writeString(base.resolve("one.yaml"), rabbitMq.formatted("one"))
                .toString();
        String two = Files.writeString(base.resolve("two.yaml"), rabbitMq.formatted("two"))
                .toString();
        Path out = base.resolve("made.yaml");

        Ended made = ProgramUnderTest.run(
                "import", "omb", workload, one, two, "--existing", "--var", "rate=1000", "--out", out.toString());

        assertThat(made.code()).as(made.said()).isEqualTo(ExitCode.OK.code());
        Path ofOne = base.resolve("one.rabbitmq.uri.secret");
        Path ofTwo = base.resolve("two.rabbitmq.uri.secret");
        assertThat(made.out())
                .contains("those of variants to " + ofOne + ", " + ofTwo + ", then:\n  assay run " + out + "\n")
                .doesNotContain("--set-file");
        for (Path secret : new Path[] {ofOne, ofTwo}) {
            String host = secret.equals(ofOne) ? "one" : "two";
            Files.writeString(secret, "amqp://ann:hidden-word@" + host + ".example.org:5672");
            Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        }
        Ended planned = ProgramUnderTest.run("plan", out.toString());
        assertThat(planned.code()).as(planned.said()).isEqualTo(ExitCode.OK.code());
        assertThat(planned.said()).doesNotContain("hidden-word");
    }

    private static void assertRefused(String why, String... command) {
        Ended ended = ProgramUnderTest.run(command);
        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains(why).doesNotContain("\tat ");
    }
}
