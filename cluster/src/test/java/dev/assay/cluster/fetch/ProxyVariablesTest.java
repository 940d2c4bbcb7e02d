package dev.assay.cluster.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyVariablesTest {
    private static final String CANARY = "canary";

    private static Optional<ProxyAddress> proxy(String url, String... variables) throws IOException {
        Map<String, String> environment = new HashMap<>();
        for (int i = 0; i < variables.length; i += 2) {
            environment.put(variables[i], variables[i + 1]);
        }
        return new ProxyVariables(environment).proxyFor(URI.create(url));
    }

    @Test
    void eachSchemeHasItsVariableAndSmallLettersWin() throws IOException {
        String both = "https://repo.example/";
        assertThat(proxy(both, "HTTPS_PROXY", "http://big:1", "https_proxy", "small:2"))
                .hasToString("Optional[small:2]");
        assertThat(proxy(both, "HTTP_PROXY", "http://big:1")).isEmpty();
        assertThat(proxy("http://repo.example/", "HTTP_PROXY", "http://big")).hasToString("Optional[big:80]");
        assertThat(proxy(both, "ALL_PROXY", "http://all:3")).hasToString("Optional[all:3]");
        assertThat(proxy(both, "https_proxy", "", "HTTPS_PROXY", "http://big:1"))
                .isEmpty();
    }

    @Test
    void aLoginIsDecodedAndNeverShown() throws IOException {
        ProxyAddress proxy = proxy("https://repo.example/", "HTTPS_PROXY", "http://me:can%40ary+%24x@proxy:3128")
                .orElseThrow();
        assertThat(proxy.user()).isEqualTo("me");
        assertThat(proxy.password()).isEqualTo("can@ary+$x");
        assertThat(proxy).hasToString("proxy:3128");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://canary@proxy:1", "socks5://canary@proxy:1", "http://canary@pro xy", "http://"})
    void whatIsNoHttpProxyIsRefusedWithoutBeingShown(String value) {
        assertThatThrownBy(() -> proxy("https://repo.example/", "HTTPS_PROXY", value))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("HTTPS_PROXY must be the URL of an HTTP proxy")
                .hasMessageNotContaining(CANARY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://repo.example/       | other.example                | true",
                "https://repo.example/       | repo.example                 | false",
                "https://repo.example/       | *                            | false",
                "https://repo.example/       | .example                     | false",
                "https://repo.example/       | example                      | false",
                "https://repo.example/       | *.example                    | false",
                "https://repo.example/       | o.example                    | true",
                "https://Repo.Example/       | a, REPO.example              | false",
                "https://repo.example/       | repo.example:443             | false",
                "https://repo.example:8443/  | repo.example:443             | true",
                "https://10.1.2.3/           | 10.0.0.0/8                   | false",
                "https://11.1.2.3/           | 10.0.0.0/8                   | true",
                "https://10.1.2.3/           | 10.0.0.0/99                  | true",
                "https://[fd00::1]/          | fd00::/8                     | false",
                "https://[fd00::1]/          | fd00::1                      | false",
                "https://127.0.0.1:9/        | ''                           | false",
                "https://localhost:9/        | ''                           | false",
            })
    void noProxyNamesHostsSuffixesPortsAndRanges(String url, String exceptions, boolean throughProxy)
            throws IOException {
        assertThat(proxy(url, "HTTPS_PROXY", "http://proxy:3128", "NO_PROXY", exceptions)
                        .isPresent())
                .isEqualTo(throughProxy);
    }

    @Test
    void mavenGetsTheSameInFilesThatOnlyTheirOwnerReads(@TempDir Path folder) throws Exception {
        MavenNetwork.write(
                folder,
                Map.of("HTTPS_PROXY", "http://me:a%26b@proxy:3128", "NO_PROXY", "inside.example, 10.0.0.0/8,.corp"));
        Path settings = folder.resolve("settings.xml");
        assertThat(Files.readString(settings, StandardCharsets.UTF_8))
                .contains("<host>proxy</host><port>3128</port><username>me</username><password>a&amp;b</password>")
                .contains("<nonProxyHosts>inside.example|*.inside.example|*.corp</nonProxyHosts>");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(settings)))
                .isEqualTo("rw-------");

        MavenNetwork.write(folder, Map.of());
        assertThat(settings).doesNotExist();
        assertThat(folder.resolve("trust.jks")).isNotEmptyFile();
    }

    @Test
    void aFileOfCertificatesThatIsNoneIsNamed(@TempDir Path folder) throws IOException {
        Path none = Files.writeString(folder.resolve("none.pem"), "# nothing\n");
        assertThatThrownBy(() -> new TrustedCertificates(Map.of("SSL_CERT_FILE", none.toString()), List.of()))
                .isInstanceOf(IOException.class)
                .hasMessage("SSL_CERT_FILE names %s, which has no certificate in PEM".formatted(none));
        assertThatThrownBy(() -> new TrustedCertificates(Map.of("SSL_CERT_FILE", "/nowhere.pem"), List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("SSL_CERT_FILE names /nowhere.pem, which can't be read");
    }
}
