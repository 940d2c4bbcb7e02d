package dev.assay.systems.pulsar.driver;

import dev.assay.driver.limit.AllowedFolders;
import dev.assay.model.spec.VendorSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.pulsar.client.api.Authentication;
import org.apache.pulsar.client.api.AuthenticationFactory;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.impl.auth.AuthenticationBasic;
import org.apache.pulsar.client.impl.auth.AuthenticationTls;
import org.apache.pulsar.client.impl.auth.AuthenticationToken;
import org.jspecify.annotations.Nullable;

/**
 * Holds the limits against the client: whatever they take, the client must make a login of that reads no file. An input is the
 * last part of the class that logs in, a line's end, and its parameters.
 */
public final class PulsarRemoteSettingsFuzz {
    private static final String AUTH = "org.apache.pulsar.client.impl.auth.Authentication";

    /** Attacks, and what is allowed, as inputs. */
    static final List<String> SEEDS = List.of(
            "Tls\ntlsCertFile:etc/cert.pem,tlsKeyFile:../id_rsa",
            "Tls\n{\"tlsCertFile\": \"\\u002fetc\\u002fpasswd\"}",
            "Tls\n{}",
            "Tls\nother:x",
            "Token\nfile:id_rsa",
            "Token\nfile:///etc/passwd",
            "Token\ntoken:eyJhbGciOi.eyJzdWIi.sflKxw-RJ_adQ",
            "Token\neyJhbGciOi.eyJzdWIi.sflKxw-RJ_adQ",
            "Token\n{\"token\": \"x\"}",
            "Basic\n{\"userId\": \"me\", \"password\": \"p\"}",
            "Athenz\n{\"privateKey\": \"file:///etc/passwd\"}");

    /** What means something to the client's parsers. */
    static final List<String> WORDS = List.of(
            "\"",
            "\\",
            "\\u002f",
            ":",
            ",",
            "{",
            "}",
            "token:",
            "file:",
            "file://",
            "FILE:",
            "data:",
            "/etc/passwd",
            "../",
            "%2f",
            "tlsCertFile",
            "tlsKeyFile",
            "\n",
            " ",
            "\u0000",
            "\u00a0",
            "${file:",
            "null",
            "#",
            "//",
            "/*");

    private PulsarRemoteSettingsFuzz() {}

    /** What the fuzzer calls. */
    public static void fuzzerTestOneInput(byte[] input) {
        agree(new String(input, StandardCharsets.UTF_8));
    }

    /**
     * Whether the limits take the input.
     *
     * @throws AssertionError when they do although the client would do more with it than it may
     */
    static boolean agree(String input) {
        int end = input.indexOf('\n');
        String plugin = AUTH + (end < 0 ? "Token" : input.substring(0, end));
        String parameters = input.substring(end + 1);
        Map<String, String> client = Map.of("authPluginClassName", plugin, "authParams", parameters);
        VendorSettings settings = new VendorSettings(client, Map.of(), Map.of(), Map.of(), Map.of());
        if (!PulsarRemoteSettings.LIMITS
                .problems("pulsar", Map.of(), settings, AllowedFolders.NONE)
                .isEmpty()) {
            return false;
        }
        try (Authentication login = AuthenticationFactory.create(plugin, parameters)) {
            checkLogin(login, parameters);
        } catch (AssertionError e) {
            throw new AssertionError(input, e);
        } catch (Exception refusedByTheClient) {
            return true;
        }
        return true;
    }

    private static void checkLogin(Authentication login, String parameters) throws PulsarClientException {
        switch (login) {
            case AuthenticationTls tls -> {
                must(isNone(tls.getCertFilePath()), "reads a certificate");
                must(isNone(tls.getKeyFilePath()), "reads a key");
            }
            case AuthenticationToken token ->
                must(
                        Objects.equals(token.getAuthData().getCommandData(), parameters.replaceFirst("^token:", "")),
                        "has another token than what stands there");
            case AuthenticationBasic _ -> {
                // Holds what it was given.
            }
            default -> must(false, "logs in by another class");
        }
    }

    private static boolean isNone(@Nullable String file) {
        return file == null;
    }

    private static void must(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError("taken although it " + otherwise);
        }
    }
}
