package dev.assay.run.workers;

import dev.assay.host.HostException;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.run.coordinator.CoordinationException;
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
import java.util.stream.Collectors;

/**
 * Holds a certificate and its key, made by the JDK's {@code keytool} for one run, both in PEM. A file has the key for a moment, encrypted.
 *
 * @param certificate which is trusted by itself
 * @param key its private key (PKCS #8)
 */
public record ServerIdentity(String certificate, String key) {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String ALIAS = "run";
    private static final String PASSWORD_VARIABLE = "RUN_KEY_STORE_PASSWORD";

    /** The beginning of its validity: clocks of machines may be wrong by hours, and runs take weeks. */
    private static final String BEGIN = "-2d";

    private static final String DAYS = "100";

    /**
     * @param names of its hosts, at least one
     * @throws CoordinationException when {@code keytool} can't make it
     */
    public static ServerIdentity of(List<String> names, ProcessSupervisor supervisor) throws CoordinationException {
        String password = WorkerToken.random().text();
        try {
            Path folder = Files.createTempDirectory(supervisor.temporaryFiles(), "keys-");
            Path file = folder.resolve("run.p12");
            supervisor.run(
                    new ProcessSpec(
                            "keytool",
                            command(names, file),
                            Map.of(PASSWORD_VARIABLE, password),
                            folder,
                            folder.resolve("keytool.log")),
                    LIMIT);
            ServerIdentity identity = read(file, password);
            Files.delete(file);
            return identity;
        } catch (HostException e) {
            throw new CoordinationException("the certificates of the run can't be made: " + e.getMessage(), e);
        } catch (IOException | GeneralSecurityException e) {
            throw new CoordinationException("the certificates of the run can't be made: " + e, e);
        }
    }

    private static List<String> command(List<String> names, Path file) {
        return List.of(
                WorkerLaunch.thisJava().resolveSibling("keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                ALIAS,
                "-dname",
                "CN=" + names.getFirst(),
                "-ext",
                "san=" + names.stream().map(name -> "dns:" + name).collect(Collectors.joining(",")),
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

    private static ServerIdentity read(Path file, String password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, password.toCharArray());
        }
        return new ServerIdentity(
                pem("CERTIFICATE", store.getCertificate(ALIAS).getEncoded()),
                pem("PRIVATE KEY", store.getKey(ALIAS, password.toCharArray()).getEncoded()));
    }

    private static String pem(String label, byte[] encoded) {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(encoded);
        return "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n";
    }

    /** Leaves out the key, which belongs in no log. */
    @Override
    public String toString() {
        return "the certificate of a run";
    }
}
