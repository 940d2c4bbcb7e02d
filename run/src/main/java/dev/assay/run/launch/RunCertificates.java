package dev.assay.run.launch;

import dev.assay.host.HostException;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.SupervisedProcess;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.RunTls;
import dev.assay.worker.CertificateInput;
import dev.assay.worker.wire.WorkerToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The certificates of one run, made by the JDK's {@code keytool}: one of the coordinator and one of the workers that it starts
 * elsewhere. Each side trusts the other's and no other. The keys are in the memory of both sides; a file has them for a moment,
 * encrypted.
 *
 * @param coordinator its side
 * @param workers what they are given
 */
record RunCertificates(RunTls coordinator, CertificateInput workers) {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String ALIAS = "run";
    private static final String PASSWORD_VARIABLE = "RUN_KEY_STORE_PASSWORD";

    /** Clocks of machines may be wrong by hours, and runs take weeks. */
    private static final String BEGIN = "-2d";

    private static final String DAYS = "100";

    /** What one side has, in PEM. */
    private record Identity(String certificate, String key) {}

    /**
     * Makes them.
     *
     * @throws CoordinationException when {@code keytool} can't
     */
    static RunCertificates make(ProcessSupervisor supervisor) throws CoordinationException {
        Identity coordinator = identity("assay-coordinator", supervisor);
        Identity workers = identity(RunTls.WORKER_NAME, supervisor);
        return new RunCertificates(
                new RunTls(coordinator.certificate, coordinator.key, workers.certificate),
                new CertificateInput(workers.certificate, workers.key, coordinator.certificate));
    }

    private static Identity identity(String name, ProcessSupervisor supervisor) throws CoordinationException {
        String password = WorkerToken.random().text();
        try {
            Path folder = Files.createTempDirectory(supervisor.temporaryFiles(), "keys-");
            Path file = folder.resolve("run.p12");
            SupervisedProcess keytool = supervisor.start(new ProcessSpec(
                    "keytool",
                    command(name, file),
                    Map.of(PASSWORD_VARIABLE, password),
                    folder,
                    folder.resolve("keytool.log")));
            if (!keytool.await(LIMIT) || keytool.exit().join().code() != 0) {
                throw new CoordinationException(
                        "the certificates of the run can't be made by the JDK's keytool: " + keytool.logTail());
            }
            Identity made = read(file, password);
            Files.delete(file);
            return made;
        } catch (IOException | GeneralSecurityException | HostException e) {
            throw new CoordinationException("the certificates of the run can't be made: " + e, e);
        }
    }

    private static List<String> command(String name, Path file) {
        return List.of(
                WorkerLaunch.thisJava().resolveSibling("keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                ALIAS,
                "-dname",
                "CN=" + name,
                "-ext",
                "san=dns:" + name,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-startdate",
                BEGIN,
                "-validity",
                DAYS,
                "-keystore",
                file.toString(),
                "-storetype",
                "PKCS12",
                "-storepass:env",
                PASSWORD_VARIABLE);
    }

    private static Identity read(Path file, String password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, password.toCharArray());
        }
        return new Identity(
                pem("CERTIFICATE", store.getCertificate(ALIAS).getEncoded()),
                pem("PRIVATE KEY", store.getKey(ALIAS, password.toCharArray()).getEncoded()));
    }

    private static String pem(String what, byte[] encoded) {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(encoded);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }
}
