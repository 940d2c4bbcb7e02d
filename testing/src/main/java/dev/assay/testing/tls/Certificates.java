package dev.assay.testing.tls;

import dev.assay.testing.jdk.QuickJdk;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Holds a test's own authority and the key of a server whose certificate it has signed, in a folder. */
public record Certificates(Path folder) {
    public static final String PASSWORD = "hunter2-store";

    private static final String AUTHORITY = "ca";
    private static final String SERVER = "server";
    private static final String BOTH = "both.p12";

    /** A curve whose keys are made at once; RSA keys take seconds on a slow machine. */
    private static final String CURVE = "secp256r1";

    private static final List<String> QUICKLY = List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC");

    /**
     * Copies certificates of an authority and a server at 127.0.0.1 that all tests of this user share for a month: keytool takes seconds
     * to make them, and they are valid for three months.
     */
    public static Certificates in(Path folder) throws Exception {
        Path shared = QuickJdk.cache().resolve("certificates-" + YearMonth.now(ZoneOffset.UTC));
        if (!Files.isDirectory(shared)) {
            Path fresh = Files.createTempDirectory(Files.createDirectories(shared.getParent()), "certificates");
            in(fresh, "ip:127.0.0.1");
            try {
                Files.move(fresh, shared, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileAlreadyExistsException | DirectoryNotEmptyException madeMeanwhile) {
                // Another JVM has made them at the same time; its certificates are as good.
            }
        }
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.list(shared)) {
            for (Path file : files.toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        return new Certificates(folder.toRealPath());
    }

    /**
     * Makes certificates of an authority that no other test knows.
     *
     * @param folder is created where it is missing
     * @param server names of the server, as keytool's {@code san}
     */
    public static Certificates in(Path folder, String server) throws Exception {
        Certificates certificates =
                new Certificates(Files.createDirectories(folder).toRealPath());
        certificates.makeKey(AUTHORITY, "-ext", "bc:c");
        certificates.makeKey(SERVER, "-ext", "san=" + server, "-signer", AUTHORITY);
        certificates.divide();
        return certificates;
    }

    /** Returns the store of clients, which trusts only the authority. */
    public Path trustStore() {
        return folder.resolve("trust.p12");
    }

    /** Returns the authority's certificate as PEM. */
    public Path authority() {
        return folder.resolve("ca.pem");
    }

    public Path keyStore() {
        return folder.resolve("server.p12");
    }

    /** Returns the server's certificate as PEM. */
    public Path certificate() {
        return folder.resolve("server.pem");
    }

    /** Returns the server's key as PEM. */
    public Path key() {
        return folder.resolve("server.key");
    }

    private void divide() throws IOException, GeneralSecurityException {
        KeyStore both = empty();
        try (InputStream in = Files.newInputStream(folder.resolve(BOTH))) {
            both.load(in, PASSWORD.toCharArray());
        }
        Certificate authority = both.getCertificate(AUTHORITY);
        Key key = both.getKey(SERVER, PASSWORD.toCharArray());
        Certificate[] chain = both.getCertificateChain(SERVER);

        KeyStore trust = empty();
        trust.setCertificateEntry(AUTHORITY, authority);
        write(trust, trustStore());
        KeyStore serverStore = empty();
        serverStore.setKeyEntry(SERVER, key, PASSWORD.toCharArray(), chain);
        write(serverStore, keyStore());
        write("CERTIFICATE", authority.getEncoded(), authority());
        write("CERTIFICATE", chain[0].getEncoded(), certificate());
        write("PRIVATE KEY", key.getEncoded(), key());
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static void write(KeyStore store, Path file) throws IOException, GeneralSecurityException {
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
    }

    private static void write(String kind, byte[] encoded, Path file) throws IOException {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(encoded);
        Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private void makeKey(String name, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(QUICKLY);
        command.addAll(List.of("-genkeypair", "-alias", name, "-dname", "CN=" + name));
        command.addAll(List.of("-keyalg", "EC", "-groupname", CURVE));
        command.addAll(List.of(more));
        command.addAll(List.of("-keystore", BOTH, "-storetype", "PKCS12", "-storepass", PASSWORD));
        Path log = folder.resolve("keytool.log");
        Process keytool = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        if (!keytool.waitFor(5, TimeUnit.MINUTES) || keytool.exitValue() != 0) {
            throw new AssertionError("making the key " + name + " failed: " + Files.readString(log));
        }
    }
}
