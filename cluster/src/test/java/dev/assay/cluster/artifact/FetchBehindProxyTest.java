package dev.assay.cluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.fetch.FetchRoute;
import dev.assay.testing.tls.Certificates;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fetches through a proxy that stands in for every host, with certificates of an authority of its own. */
class FetchBehindProxyTest {
    private static final Coordinates SERVER = Coordinates.parse("org.example:server:1.0");
    private static final String LOGIN = "me:can@ry";
    private static final String LOGIN_IN_URL = "me:can%40ry@";

    @TempDir
    Path folder;

    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private Certificates certificates;
    private HttpsServer mirror;
    private ServerSocket proxy;
    private volatile String refusal = "";

    @BeforeEach
    void startProxy() throws Exception {
        RepositoryOnDisk repository = new RepositoryOnDisk(folder.resolve("central"));
        repository.add("org.example:server:1.0");
        certificates = Certificates.in(folder.resolve("certificates"), "dns:mirror.example");
        KeyStore keys = KeyStore.getInstance(certificates.keyStore().toFile(), Certificates.PASSWORD.toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, Certificates.PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        mirror = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        mirror.setHttpsConfigurator(new HttpsConfigurator(tls));
        mirror.createContext("/maven2/", exchange -> {
            String path = exchange.getRequestURI().getPath().substring("/maven2/".length());
            Path file = repository.folder().resolve(path);
            byte[] content = Files.isRegularFile(file) ? Files.readAllBytes(file) : new byte[0];
            exchange.sendResponseHeaders(content.length > 0 ? 200 : 404, content.length > 0 ? content.length : -1);
            exchange.getResponseBody().write(content);
            exchange.close();
        });
        mirror.start();
        proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            while (!proxy.isClosed()) {
                try {
                    Socket client = proxy.accept();
                    Thread.ofVirtual().start(() -> tunnel(client));
                } catch (IOException closed) {
                    return; // It is closed.
                }
            }
        });
    }

    @AfterEach
    void stopProxy() throws IOException {
        proxy.close();
        mirror.stop(0);
    }

    private void tunnel(Socket client) {
        String wanted = "Basic " + Base64.getEncoder().encodeToString(LOGIN.getBytes(StandardCharsets.ISO_8859_1));
        try (client) {
            InputStream in = client.getInputStream();
            OutputStream out = client.getOutputStream();
            while (true) {
                String request = line(in);
                if (request.isEmpty()) {
                    return;
                }
                boolean loggedIn = false;
                for (String line = line(in); !line.isEmpty(); line = line(in)) {
                    loggedIn |= line.equalsIgnoreCase("Proxy-Authorization: " + wanted);
                }
                requests.add(request);
                String status = !refusal.isEmpty() ? refusal : loggedIn ? "" : "407 Login\r\nProxy-Authenticate: Basic";
                if (status.isEmpty()) {
                    break;
                }
                out.write("HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n"
                        .formatted(status)
                        .getBytes(StandardCharsets.US_ASCII));
            }
            out.write("HTTP/1.1 200 Connected\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            try (Socket server = new Socket(
                    mirror.getAddress().getAddress(), mirror.getAddress().getPort())) {
                Thread back = Thread.ofVirtual().start(() -> copy(server, client));
                in.transferTo(server.getOutputStream());
                server.shutdownOutput();
                back.join();
            }
        } catch (IOException | InterruptedException gone) {
            return; // The client has left.
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads no more than the line with its end; returns an empty one at the end of the stream. */
    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
        }
        return line.toString().strip();
    }

    private Map<String, String> variables(String login) {
        Map<String, String> variables = new HashMap<>();
        variables.put("SSL_CERT_FILE", certificates.authority().toString());
        variables.put("HTTPS_PROXY", "http://" + login + "127.0.0.1:" + proxy.getLocalPort());
        return variables;
    }

    private ResolvedClassPath fetch(Map<String, String> variables) {
        return new ArtifactCache(
                        new AssayCache(folder.resolve("cache")),
                        URI.create("https://mirror.example/maven2/"),
                        new FetchRoute(variables),
                        ProgressListener.SILENT,
                        PinnedDigests.NONE,
                        Duration.ofMinutes(1))
                .resolve(List.of(SERVER));
    }

    private AbstractThrowableAssert<?, ? extends Throwable> assertRefused(Map<String, String> variables) {
        return assertThatThrownBy(() -> fetch(variables))
                .hasMessageStartingWith("Could not fetch org.example:server:1.0 from mirror.example. The ")
                .hasMessageNotContaining("can@ry")
                .hasMessageNotContaining("can%40ry");
    }

    @Test
    void theProxysLoginAndTheFileOfCertificatesAreEnough() {
        assertThat(fetch(variables(LOGIN_IN_URL)).artifacts()).hasSize(1);
        assertThat(requests).contains("CONNECT mirror.example:443 HTTP/1.1");
    }

    @Test
    void aCertificateThatIsNotTrustedIsNamedWithTheVariableThatHelps() {
        Map<String, String> variables = variables(LOGIN_IN_URL);
        variables.remove("SSL_CERT_FILE");
        assertRefused(variables)
                .hasMessageContaining("The certificate of mirror.example was issued by \"CN=ca\"")
                .hasMessageContaining("set SSL_CERT_FILE to a file with its certificate in PEM");
    }

    @Test
    void aProxyThatRefusesIsNamedWithTheVariable() {
        assertRefused(variables(""))
                .hasMessageContaining(
                        "which HTTPS_PROXY names, wants a login (status 407): set HTTPS_PROXY=http://USER");
        assertRefused(variables("me:wrong@")).hasMessageContaining("refuses the login that stands there");
        refusal = "403 Forbidden";
        assertRefused(variables(LOGIN_IN_URL)).hasMessageContaining("refuses the way to mirror.example (status 403)");
    }

    @Test
    void aProxyThatIsNotThereIsNamedAndOneThatIsNotWantedIsNotAsked() {
        assertRefused(Map.of("HTTPS_PROXY", "http://127.0.0.1:1"))
                .hasMessageContaining("The proxy 127.0.0.1:1, which HTTPS_PROXY names, can't be reached");
        Map<String, String> variables = variables(LOGIN_IN_URL);
        variables.put("NO_PROXY", "mirror.example");
        assertThatThrownBy(() -> fetch(variables)).hasMessageContaining(FetchRoute.ADVICE);
        assertThat(requests).isEmpty();
    }
}
