package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.testing.tls.Certificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Runs on an existing Pulsar that needs TLS and a token, configured with the client's own settings. */
@Tag("server")
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecuredPulsarTest {
    private static final Duration MAX = AssayProgram.PATIENCE;
    private static final Duration SOON = AssayProgram.PATIENCE;

    private Certificates certificates;
    private SecuredPulsar pulsar;

    @BeforeAll
    void startPulsar(@TempDir Path server) throws Exception {
        certificates = Certificates.in(server.resolve("certificates"));
        pulsar = SecuredPulsar.start(server, certificates);
    }

    @AfterAll
    void stopPulsar() {
        pulsar.close();
    }

    @Test
    void aTokenOverTlsMeasuresAndIsToldNowhere(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder, "token:" + SecuredPulsar.token());
        Running running = assay.start("run", "secured.yaml");
        SecretScan.assertNotOnCommandLines(assay, running, SecuredPulsar.token());

        Ended ended = running.await(MAX);

        FinishedTrials.assertMeasured(ended);
        FinishedTrials.assertSound(FinishedTrials.only(assay));
        assertThat(FinishedTrials.only(assay).trial().setup().config().groups().get("client"))
                .containsEntry("useTls", "true")
                .containsEntry("authParams", "********");
        assertThat(FinishedTrials.only(assay).trial().setup().config().groups().get("broker"))
                .as("this role may not read the settings of brokers, others may")
                .containsKey("(not readable)");
        SecretScan.assertNotWritten(assay, SecuredPulsar.token());
        assertOnlyTheirs();
    }

    @Test
    void aTokenCanStandInAFileAndCertificatesInAStore(@TempDir Path folder, @TempDir Path secrets) throws Exception {
        Path token = Files.writeString(secrets.resolve("token"), SecuredPulsar.token());
        AssayProgram assay = withScenario(folder, token.toUri().toString());
        Files.writeString(
                folder.resolve("secured.yaml"), """
                      useKeyStoreTls: true
                      tlsTrustStoreType: PKCS12
                      tlsTrustStorePath: %s
                      tlsTrustStorePassword: { secret-file: store.secret }
                """.formatted(certificates.trustStore()), StandardOpenOption.APPEND);
        assay.secret("store", Certificates.PASSWORD);

        Ended ended = assay.run(MAX, "run", "secured.yaml");

        FinishedTrials.assertMeasured(ended);
        SecretScan.assertNotWritten(assay, SecuredPulsar.token());
        SecretScan.assertNotWritten(assay, Certificates.PASSWORD);
        assertOnlyTheirs();
    }

    @Test
    void afterCtrlCOnlyWhatOthersMadeIsThere(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder, "token:" + SecuredPulsar.token());
        Running running = assay.start(
                        "run",
                        "secured.yaml",
                        "--set",
                        "workload.topics=3",
                        "--set",
                        "workload.producers=6",
                        "--set",
                        "workload.consumers=6")
                .awaitText("\\[1/1 .* left", MAX);
        assertThat(pulsar.contents()).hasSize(6);

        Processes.signal(running.pid(), "INT");

        assertThat(running.await(SOON).code()).isEqualTo(130);
        assertOnlyTheirs();
    }

    @Test
    void afterAssayWasKilledOnlyWhatOthersMadeIsThere(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder, "token:" + SecuredPulsar.token());
        Running running = assay.start("run", "secured.yaml").awaitText("\\[1/1 .* left", MAX);

        Processes.signal(running.pid(), "KILL");

        assay.awaitNothingRunning(SOON);
        assertOnlyTheirs();
    }

    @Test
    void whereNoProducerCanBeOpenedTheTrialFailsAndWhatItMadeGoes(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder, "token:" + SecuredPulsar.token());

        Ended ended = assay.run(
                MAX,
                "run",
                "secured.yaml",
                "--set",
                "workload.producers=2",
                "--set",
                "settings.pulsar.producer.accessMode=Exclusive");

        assertRefused(assay, ended);
        assertThat(ended.out()).contains("opening a producer", "exclusive");
    }

    @Test
    void aWrongTokenIsToldOnceAndSoon(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder, "token:" + wrongToken());

        Ended ended = assay.run(SOON, "run", "secured.yaml");

        assertRefused(assay, ended);
        assertThat(ended.out()).contains("HTTP 401", "authParams", pulsar.adminUrl());
        SecretScan.assertNotWritten(assay, wrongToken());
    }

    @Test
    void aTenantThatIsNotForThisTokenIsToldOnceAndSoon(@TempDir Path folder) throws Exception {
        AssayProgram assay = withScenario(folder, "token:" + SecuredPulsar.token());

        Ended ended = assay.run(SOON, "run", "secured.yaml", "--set", "systems.pulsar.tenant=public");

        assertRefused(assay, ended);
        assertThat(ended.out()).contains("tenant public");
    }

    @Test
    void aCertificateOfAnUnknownAuthorityIsToldOnceAndSoon(@TempDir Path folder, @TempDir Path others)
            throws Exception {
        AssayProgram assay = withScenario(folder, "token:" + SecuredPulsar.token());
        String unknown = Certificates.in(others, "ip:127.0.0.1").authority().toString();

        Ended ended = assay.run(
                SOON, "run", "secured.yaml", "--set", "settings.pulsar.client.tlsTrustCertsFilePath=" + unknown);

        assertRefused(assay, ended);
        assertThat(ended.out()).contains("the TLS handshake", "trust anchors", "tlsTrustCertsFilePath");
    }

    private void assertRefused(AssayProgram assay, Ended ended) throws Exception {
        assertThat(ended.code()).as(ended.said()).isEqualTo(4);
        assertThat(ended.out()).containsOnlyOnce("trial 1/1 ").doesNotContain("\tat ", "left behind");
        assertThat(ended.err()).isEmpty();
        SecretScan.assertNotWritten(assay, SecuredPulsar.token());
        assertOnlyTheirs();
    }

    private void assertOnlyTheirs() throws Exception {
        assertThat(pulsar.contents())
                .containsExactlyInAnyOrder(SecuredPulsar.THEIR_NAMESPACE, SecuredPulsar.THEIR_TOPIC);
    }

    /** Returns a token without a valid signature. */
    private static String wrongToken() throws Exception {
        return SecuredPulsar.token().replaceFirst("[^.]+$", "hunter2");
    }

    private AssayProgram withScenario(Path folder, String authParams) throws IOException {
        AssayProgram assay = AssayProgram.in(folder);
        boolean inFile = authParams.startsWith("file:");
        if (!inFile) {
            assay.secret("login", authParams);
        }
        assay.write("secured.yaml", """
                name: end-to-end
                systems:
                  pulsar:
                    deployment: existing
                    service.url: %s
                    admin.url: %s
                    tenant: %s
                    ensemble: 1
                workload: { partitions: 3, message: { size: 100 B }, rate: 1000/s }
                timing: { warmup: 1 s, measure: 4 s, drain: 10 s }
                settings:
                  pulsar:
                    client:
                      authPluginClassName: org.apache.pulsar.client.impl.auth.AuthenticationToken
                      authParams: %s
                      tlsTrustCertsFilePath: %s
                """.formatted(
                        pulsar.serviceUrl(),
                        pulsar.adminUrl(),
                        SecuredPulsar.TENANT,
                        inFile ? authParams : "{ secret-file: login.secret }",
                        certificates.authority()));
        return assay;
    }
}
