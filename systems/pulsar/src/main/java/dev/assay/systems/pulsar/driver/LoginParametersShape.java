package dev.assay.systems.pulsar.driver;

import dev.assay.driver.limit.ValueShape;
import dev.assay.driver.limit.ValueShapes;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.pulsar.client.impl.AuthenticationUtil;
import org.apache.pulsar.client.impl.auth.AuthenticationBasic;
import org.apache.pulsar.client.impl.auth.AuthenticationTls;
import org.apache.pulsar.client.impl.auth.AuthenticationToken;
import org.jspecify.annotations.Nullable;

/**
 * Checks the parameters of a login, read as the client's class for that login reads them: a token follows {@code token:} or is in a file, a
 * certificate and its key are files, user and password are JSON.
 */
final class LoginParametersShape implements ValueShape {
    private static final String PLUGIN = "authPluginClassName";

    private static final String TOKEN = AuthenticationToken.class.getName();
    private static final String BASIC = AuthenticationBasic.class.getName();
    private static final String TLS = AuthenticationTls.class.getName();

    private static final Set<String> FILES = Set.of("tlsCertFile", "tlsKeyFile");
    private static final String FILE_URL = "file://";

    @Override
    public @Nullable String objection(String value, Surroundings surroundings) {
        String plugin = surroundings.group().getOrDefault(PLUGIN, "");
        if (plugin.equals(TOKEN)) {
            return token(value, surroundings);
        }
        if (plugin.equals(TLS)) {
            return files(value, surroundings);
        }
        return plugin.equals(BASIC)
                ? ValueShapes.TEXT.objection(value, surroundings)
                : "needs " + PLUGIN + " as well, which says how to read it";
    }

    /** Returns the objection to a token; a URL's path must not be written with escapes, as the client uses the path alone. */
    private static @Nullable String token(String value, Surroundings surroundings) {
        if (value.startsWith(FILE_URL)) {
            String path = value.substring(FILE_URL.length());
            return path.contains("%") || path.contains("?") || path.contains("#") || path.contains(" ")
                    ? "must name its file like file:///FOLDER/FILE, without %, ?, # or spaces"
                    : ValueShapes.FILE.objection(path, surroundings);
        }
        return value.matches("(token:)?[A-Za-z0-9._~+/=-]+")
                ? null
                : "must be token:TOKEN or file:///FOLDER/FILE where a worker's caller is not its owner";
    }

    private static @Nullable String files(String value, Surroundings surroundings) {
        Map<String, String> parameters = parameters(value);
        if (!FILES.containsAll(parameters.keySet())) {
            return "must hold tlsCertFile and tlsKeyFile and nothing else";
        }
        for (String file : parameters.values()) {
            String problem = ValueShapes.FILE.objection(String.valueOf(file), surroundings);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /** Parses parameters as the client's class does: JSON, or else names and values with colons and commas. */
    static Map<String, String> parameters(String value) {
        try {
            Map<String, String> json = AuthenticationUtil.configureFromJsonString(value);
            if (json != null && !json.isEmpty()) {
                return json;
            }
        } catch (IOException _) {
            // The client then reads the other form.
        }
        return AuthenticationUtil.configureFromPulsar1AuthParamString(value);
    }
}
