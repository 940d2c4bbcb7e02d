package dev.assay.cluster.fetch;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes proxy and certificates of Assay's fetches for Maven, which knows neither environment variables nor the system's certificates.
 * {@code bin/find-jdk.sh} starts it from its source, before anything is built.
 */
final class MavenNetwork {
    /** The build's repository, whose proxy counts. */
    private static final URI CENTRAL = URI.create("https://repo.maven.apache.org/maven2/");

    private MavenNetwork() {}

    /**
     * Writes {@code trust.jks} into a folder, and {@code settings.xml}, which only its owner may read, where a proxy is named; ends with
     * code 3 and a sentence when a variable is wrong.
     */
    public static void main(String[] arguments) throws GeneralSecurityException {
        try {
            write(Path.of(arguments[0]), System.getenv());
        } catch (IOException e) {
            System.err.println("assay: " + e.getMessage());
            System.exit(3);
        }
    }

    static void write(Path folder, Map<String, String> environment) throws IOException, GeneralSecurityException {
        try (OutputStream file = fresh(folder.resolve("trust.jks"))) {
            new TrustedCertificates(environment, TrustedCertificates.BUNDLES)
                    .store()
                    .store(file, "changeit".toCharArray());
        }
        ProxyVariables variables = new ProxyVariables(environment);
        Optional<ProxyAddress> proxy = variables.proxyFor(CENTRAL);
        Files.deleteIfExists(folder.resolve("settings.xml"));
        if (proxy.isPresent()) {
            try (OutputStream file = fresh(folder.resolve("settings.xml"))) {
                file.write(settings(proxy.get(), variables).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static OutputStream fresh(Path file) throws IOException {
        Files.deleteIfExists(file);
        FileAttribute<Set<PosixFilePermission>> owner =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Files.createFile(file, owner);
        return Files.newOutputStream(file, StandardOpenOption.WRITE);
    }

    private static String settings(ProxyAddress proxy, ProxyVariables variables) {
        String direct = variables.directHosts().stream()
                .map(host -> host.startsWith(".") ? "*" + host : host + "|*." + host)
                .collect(Collectors.joining("|"));
        String login = proxy.hasLogin()
                ? "<username>%s</username><password>%s</password>"
                        .formatted(escaped(proxy.user()), escaped(proxy.password()))
                : "";
        return "<settings><proxies><proxy><id>environment</id><active>true</active><protocol>https</protocol><host>%s</host><port>%d</port>%s<nonProxyHosts>%s</nonProxyHosts></proxy></proxies></settings>%n"
                .formatted(escaped(proxy.host()), proxy.port(), login, escaped(direct));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
