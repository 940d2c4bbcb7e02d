package dev.assay.cluster.fetch;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Collects the certificates that a fetch trusts: the JVM's, those of the operating system's bundle, and those that {@link #FILES} and
 * {@value #FOLDERS} name. It uses nothing but the JDK, since {@link MavenNetwork} is run from its source before a build.
 */
final class TrustedCertificates {
    /** The environment variable that names a file of PEM certificates. */
    static final String FILE = "SSL_CERT_FILE";

    /** Variables that name such a file: OpenSSL's, and those that pip reads where it does not read that one. */
    static final List<String> FILES = List.of(FILE, "PIP_CERT", "REQUESTS_CA_BUNDLE");

    /** The environment variable that names folders, separated by colons, of certificates named as {@code c_rehash} of OpenSSL does. */
    static final String FOLDERS = "SSL_CERT_DIR";

    /**
     * The bundles of Debian, Alpine and Arch; Fedora and RHEL; SUSE; RHEL without links; and others, of which the first counts that exists.
     */
    static final List<Path> BUNDLES = List.of(
            Path.of("/etc/ssl/certs/ca-certificates.crt"),
            Path.of("/etc/pki/tls/certs/ca-bundle.crt"),
            Path.of("/etc/ssl/ca-bundle.pem"),
            Path.of("/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem"),
            Path.of("/etc/ssl/cert.pem"));

    /** Is a hundred times what systems trust. */
    private static final int MAX_BYTES = 1 << 25;

    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----");

    private final Set<X509Certificate> certificates = new LinkedHashSet<>();

    /** @throws IOException in words for people, when a variable names what can't be read or is no certificate */
    TrustedCertificates(Map<String, String> environment, List<Path> bundles) throws IOException {
        try {
            TrustManagerFactory usual = factory();
            usual.init((KeyStore) null);
            certificates.addAll(List.of(manager(usual).getAcceptedIssuers()));
            for (Path bundle : bundles) {
                if (Files.isReadable(bundle)) {
                    addFrom(bundle);
                    break;
                }
            }
            for (String variable : FILES) {
                String file = environment.getOrDefault(variable, "");
                if (!file.isBlank()) {
                    addNamed(variable, Path.of(file));
                }
            }
            for (String folder : environment.getOrDefault(FOLDERS, "").split(":", -1)) {
                if (!folder.isBlank() && Files.isDirectory(Path.of(folder))) {
                    addFolder(Path.of(folder));
                }
            }
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates that this JVM trusts can't be read: " + e.getMessage(), e);
        }
    }

    private void addNamed(String variable, Path file) throws IOException, CertificateException {
        if (Files.isDirectory(file)) {
            addFolder(file);
            return;
        }
        boolean added;
        try {
            added = addFrom(file);
        } catch (IOException e) {
            throw new IOException("%s names %s, which can't be read (%s)".formatted(variable, file, e), e);
        }
        if (!added) {
            throw new IOException("%s names %s, which has no certificate in PEM".formatted(variable, file));
        }
    }

    private void addFolder(Path folder) throws IOException, CertificateException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "????????.[0-9]*")) {
            for (Path file : files) {
                addFrom(file);
            }
        }
    }

    /** Adds the certificates of a file that the JDK can read: one that it can't read does not exclude the others. */
    private boolean addFrom(Path file) throws IOException, CertificateException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            throw new IOException("it has more than " + MAX_BYTES + " B");
        }
        Matcher each = CERTIFICATE.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
        boolean added = false;
        while (each.find()) {
            try {
                byte[] pem = each.group().getBytes(StandardCharsets.ISO_8859_1);
                certificates.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(pem)));
                added = true;
            } catch (CertificateException _) {
                // The next certificate may be readable.
            }
        }
        return added;
    }

    /** Returns the certificates as a store of the type JKS, the one that is read without a password. */
    KeyStore store() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        for (X509Certificate certificate : certificates) {
            store.setCertificateEntry("trusted-" + store.size(), certificate);
        }
        return store;
    }

    /** Returns a context for TLS that trusts them, and names issuer and host of a certificate that it does not trust. */
    SSLContext context() throws IOException {
        try {
            TrustManagerFactory all = factory();
            all.init(store());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new NamingTrust(manager(all))}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS can't be set up: " + e.getMessage(), e);
        }
    }

    private static TrustManagerFactory factory() throws GeneralSecurityException {
        return TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    }

    private static X509ExtendedTrustManager manager(TrustManagerFactory initialized) throws GeneralSecurityException {
        for (TrustManager manager : initialized.getTrustManagers()) {
            if (manager instanceof X509ExtendedTrustManager extended) {
                return extended;
            }
        }
        throw new GeneralSecurityException("the JVM has no trust manager for X.509");
    }
}
