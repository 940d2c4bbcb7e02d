package dev.assay.driver.rabbitmq;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server's certificate that it has signed itself, and a trust store that holds it.
 *
 * @param certificate as PEM
 * @param key as PEM
 * @param trustStore PKCS #12 with {@link #PASSWORD}
 */
record Certificates(Path certificate, Path key, Path trustStore) {
    static final String PASSWORD = "changeit";

    /** For a server at that host, with the JDK's own tool. */
    static Certificates make(Path folder, String name, String subjectAlternative) throws Exception {
        Path keys = folder.resolve(name + "-keys.p12");
        Path certificate = folder.resolve(name + ".crt");
        Path trust = folder.resolve(name + "-trust.p12");
        keytool(keys, "-genkeypair", "-keyalg", "RSA", "-dname", "CN=" + name, "-ext", "san=" + subjectAlternative);
        keytool(keys, "-exportcert", "-rfc", "-file", certificate.toString());
        keytool(trust, "-importcert", "-noprompt", "-file", certificate.toString());
        Path key = folder.resolve(name + ".key");
        Files.writeString(key, privateKey(keys));
        return new Certificates(certificate, key, trust);
    }

    private static String privateKey(Path keys) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD.toCharArray());
        }
        byte[] encoded = store.getKey("own", PASSWORD.toCharArray()).getEncoded();
        String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(encoded);
        return "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n";
    }

    private static void keytool(Path store, String action, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), action, "-alias", "own"));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("keytool " + action + " failed: " + said);
        }
    }
}
