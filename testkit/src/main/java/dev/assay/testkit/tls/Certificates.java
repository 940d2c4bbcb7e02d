package dev.assay.testkit.tls;

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

/** An authority of a test's own and the key of a server whose certificate it has signed, in a folder. */
public record Certificates(Path folder) {
    /** Opens all stores. */
    public static final String PASSWORD = "hunter2-store";

    private static final String SERVER = "server";

    /** Shorter than keytool's own, and quicker to find. */
    private static final String KEY_BITS = "2048";

    /** It runs for a moment, many times. */
    private static final List<String> QUICKLY = List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC");

    /** Those of a server at 127.0.0.1. */
    public static Certificates in(Path folder) throws Exception {
        return in(folder, "ip:127.0.0.1");
    }

    /**
     * Makes them with the JDK's {@code keytool}.
     *
     * @param folder is created where it is not there
     * @param server whom the server's certificate is for, as keytool's {@code san}
     */
    public static Certificates in(Path folder, String server) throws Exception {
        Certificates made = new Certificates(Files.createDirectories(folder).toRealPath());
        made.makeKey("ca.p12", "ca", "-ext", "bc:c");
        made.keytool("ca.p12", "-exportcert", "-rfc", "-alias", "ca", "-file", "ca.pem");
        made.makeKey("server.p12", SERVER);
        made.keytool("server.p12", "-certreq", "-alias", SERVER, "-file", "server.csr");
        made.keytool(
                "ca.p12",
                "-gencert",
                "-rfc",
                "-alias",
                "ca",
                "-infile",
                "server.csr",
                "-outfile",
                "server.pem",
                "-ext",
                "san=" + server);
        made.keytool("server.p12", "-importcert", "-noprompt", "-alias", "ca", "-file", "ca.pem");
        made.keytool("server.p12", "-importcert", "-noprompt", "-alias", SERVER, "-file", "server.pem");
        made.keytool("trust.p12", "-importcert", "-noprompt", "-alias", "ca", "-file", "ca.pem");
        made.writeKey();
        return made;
    }

    /** What clients trust: the authority alone. */
    public Path trustStore() {
        return folder.resolve("trust.p12");
    }

    /** The same as text. */
    public Path authority() {
        return folder.resolve("ca.pem");
    }

    /** The server's key with its certificates. */
    public Path keyStore() {
        return folder.resolve("server.p12");
    }

    /** The server's certificate as text. */
    public Path certificate() {
        return folder.resolve("server.pem");
    }

    /** The server's key as text. */
    public Path key() {
        return folder.resolve("server.key");
    }

    private void writeKey() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore())) {
            store.load(in, PASSWORD.toCharArray());
        }
        byte[] encoded = store.getKey(SERVER, PASSWORD.toCharArray()).getEncoded();
        String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(encoded);
        Files.writeString(key(), "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n");
    }

    private void makeKey(String store, String name, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("-genkeypair", "-alias", name, "-dname", "CN=" + name));
        arguments.addAll(List.of("-keyalg", "RSA", "-keysize", KEY_BITS));
        arguments.addAll(List.of(more));
        keytool(store, arguments.toArray(String[]::new));
    }

    private void keytool(String store, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(QUICKLY);
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", store, "-storetype", "PKCS12", "-storepass", PASSWORD));
        Path log = folder.resolve("keytool.log");
        Process keytool = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new AssertionError(String.join(" ", arguments) + " failed: " + Files.readString(log));
        }
    }
}
