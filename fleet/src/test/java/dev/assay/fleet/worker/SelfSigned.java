package dev.assay.fleet.worker;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** A fresh key and a certificate for it that vouches for itself, as PEM files; made by the JDK's keytool. */
record SelfSigned(Path certificate, Path key) {
    private static final char[] PASSWORD = "changeit".toCharArray();

    /**
     * Makes one in that folder.
     *
     * @param name also that of the files
     * @param san whom it is for, such as {@code ip:127.0.0.1}
     */
    static SelfSigned in(Path folder, String name, String san) throws Exception {
        Path store = folder.resolve(name + ".p12");
        keytool(folder, store, name, san);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        return new SelfSigned(
                pem(folder.resolve(name + ".crt"), "CERTIFICATE", certificate(keys)),
                pem(
                        folder.resolve(name + ".key"),
                        "PRIVATE KEY",
                        keys.getKey("it", PASSWORD).getEncoded()));
    }

    private static byte[] certificate(KeyStore keys) throws GeneralSecurityException {
        return keys.getCertificate("it").getEncoded();
    }

    private static void keytool(Path folder, Path store, String name, String san) throws Exception {
        Path log = folder.resolve(name + ".log");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "it",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-validity",
                        "2",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=" + san,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!keytool.waitFor(30, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            keytool.destroyForcibly();
            throw new IOException("keytool failed: " + Files.readString(log));
        }
    }

    private static Path pem(Path file, String what, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }
}
