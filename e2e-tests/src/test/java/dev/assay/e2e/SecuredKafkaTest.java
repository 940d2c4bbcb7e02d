package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.testing.tls.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Runs on an existing Kafka that needs TLS and a login, configured with the client's own settings. */
@Tag("server")
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecuredKafkaTest {
    private static final Duration MAX = AssayProgram.PATIENCE;
    private static final Duration SOON = AssayProgram.PATIENCE;
    private static final String SECRET = "hunter2";
    private static final String CLIENT = "settings.kafka.client.";
    private static final String BENCH = "SCRAM-SHA-512 org.apache.kafka.common.security.scram.ScramLoginModule bench";
    private static final String GUEST = "PLAIN org.apache.kafka.common.security.plain.PlainLoginModule guest";

    private Certificates certificates;
    private SecuredKafka kafka;

    @BeforeAll
    void startKafka(@TempDir Path server) throws Exception {
        certificates = Certificates.in(server.resolve("certificates"));
        kafka = SecuredKafka.start(server, certificates);
    }

    @AfterAll
    void stopKafka() {
        kafka.close();
    }

    @Test
    void aLoginOverTlsMeasuresAndTellsNoSecret(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder, BENCH, SecuredKafka.PASSWORD);
        Running running = assay.start("run", "secured.yaml");
        SecretScan.assertNotOnCommandLines(assay, running, SECRET);

        Ended ended = running.await(MAX);

        FinishedTrials.assertMeasured(ended);
        FinishedTrials.assertSound(FinishedTrials.only(assay));
        assertThat(FinishedTrials.only(assay).trial().setup().config().groups().get("producer"))
                .containsEntry("security.protocol", "SASL_SSL")
                .containsEntry("sasl.jaas.config", "********");
        SecretScan.assertNotWritten(assay, SECRET);
        assertThat(kafka.topics()).containsExactly(SecuredKafka.THEIRS);
    }

    @Test
    void rightsOnNamesThatBeginWithAssayAreEnoughAndPasswordsCanStandInAFile(
            @TempDir Path folder, @TempDir Path secrets) throws Exception {
        Path file = Files.writeString(
                secrets.resolve("login.properties"),
                "login=" + SecuredKafka.PASSWORD + "\nstore=" + Certificates.PASSWORD + "\n");
        AssayProgram assay = withScenario(folder, GUEST, "${file:" + file + ":login}");

        Ended ended = assay.run(
                MAX,
                "run",
                "secured.yaml",
                "--set",
                CLIENT + "config.providers=file",
                "--set",
                CLIENT + "config.providers.file.class=org.apache.kafka.common.config.provider.FileConfigProvider",
                "--set",
                CLIENT + "ssl.truststore.password=${file:" + file + ":store}");

        FinishedTrials.assertMeasured(ended);
        FinishedTrials.assertSound(FinishedTrials.only(assay));
        assertThat(FinishedTrials.only(assay).trial().setup().config().groups().get("broker"))
                .containsKey("(not readable)");
        SecretScan.assertNotWritten(assay, SECRET);
        assertThat(kafka.topics()).containsExactly(SecuredKafka.THEIRS);
    }

    @Test
    void afterCtrlCOnlyTheTopicsOfOthersAreThere(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder, BENCH, SecuredKafka.PASSWORD);
        Running running = assay.start("run", "secured.yaml").awaitText("\\[1/1 .* left", MAX);
        assertThat(kafka.topics()).hasSize(2);

        Processes.signal(running.pid(), "INT");

        assertThat(running.await(SOON).code()).isEqualTo(130);
        assertThat(kafka.topics()).containsExactly(SecuredKafka.THEIRS);
    }

    @Test
    void afterAssayWasKilledOnlyTheTopicsOfOthersAreThere(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder, BENCH, SecuredKafka.PASSWORD);
        Running running = assay.start("run", "secured.yaml").awaitText("\\[1/1 .* left", MAX);

        Processes.signal(running.pid(), "KILL");

        assay.awaitNothingRunning(SOON);
        assertThat(kafka.topics()).containsExactly(SecuredKafka.THEIRS);
    }

    @Test
    void withoutRightsOnGroupsTheTrialFailsAndItsTopicsGo(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder, GUEST.replace("guest", "visitor"), SecuredKafka.PASSWORD);

        Ended ended = assay.run(MAX, "run", "secured.yaml");

        assertThat(ended.code()).as(ended.said()).isEqualTo(4);
        assertThat(ended.out()).containsOnlyOnce("trial 1/1 ").contains("GroupAuthorizationException");
        assertThat(kafka.topics()).containsExactly(SecuredKafka.THEIRS);
    }

    @Test
    void whatAKilledWorkerCannotDeleteIsNamed(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder, BENCH, SecuredKafka.PASSWORD);
        Running running = assay.start("run", "secured.yaml").awaitText("\\[1/1 .* left", MAX);

        Processes.signal(Processes.only(assay.folder(), "WorkerProcess"), "KILL");

        Ended ended = running.await(SOON);
        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        String left = kafka.deleteOthers();
        assertThat(left).startsWith("assay-");
        assertThat(ended.out()).contains("may be left behind").contains(left.substring(0, left.lastIndexOf('-')));
    }

    @Test
    void aWrongPasswordIsToldOnceAndSoon(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder, BENCH, "hunter2-wrong");

        Ended ended = assay.run(SOON, "run", "secured.yaml");

        assertRefused(assay, ended);
        assertThat(ended.out()).containsOnlyOnce("invalid credentials").contains("sasl.jaas.config");
    }

    @Test
    void aCertificateOfAnUnknownAuthorityIsToldOnceAndSoon(@TempDir Path folder, @TempDir Path others)
            throws Exception {
        AssayProgram assay = withScenario(folder, BENCH, SecuredKafka.PASSWORD);
        String unknown = Certificates.in(others, "ip:127.0.0.1").trustStore().toString();

        Ended ended = assay.run(SOON, "run", "secured.yaml", "--set", CLIENT + "ssl.truststore.location=" + unknown);

        assertRefused(assay, ended);
        assertThat(ended.out()).contains("ssl.truststore");
    }

    private void assertRefused(AssayProgram assay, Ended ended) throws Exception {
        assertThat(ended.code()).as(ended.said()).isEqualTo(4);
        assertThat(ended.out())
                .containsOnlyOnce("trial 1/1 ")
                .contains(kafka.address())
                .doesNotContain("\tat ");
        assertThat(ended.err()).isEmpty();
        SecretScan.assertNotWritten(assay, SECRET);
        assertThat(kafka.topics()).containsExactly(SecuredKafka.THEIRS);
    }

    /** @param login mechanism, module and user */
    private AssayProgram withScenario(Path folder, String login, String password) throws Exception {
        String[] part = login.split(" ", -1);
        AssayProgram assay = AssayProgram.in(folder);
        assay.write(
                "secured.yaml",
                Scenarios.existing(kafka.address(), "4 s").replace("replication: 3", "replication: 1")
                        + """
                settings:
                  kafka:
                    client:
                      security.protocol: SASL_SSL
                      sasl.mechanism: %s
                      sasl.jaas.config: { secret-file: login.secret }
                      ssl.truststore.type: PKCS12
                      ssl.truststore.location: %s
                      ssl.truststore.password: { secret-file: store.secret }
                """.formatted(part[0], certificates.trustStore()));
        assay.secret("login", "%s required username=\"%s\" password=\"%s\";".formatted(part[1], part[2], password));
        assay.secret("store", Certificates.PASSWORD);
        return assay;
    }
}
