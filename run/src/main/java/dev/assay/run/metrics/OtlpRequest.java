package dev.assay.run.metrics;

import dev.assay.host.file.SecretFile;
import dev.assay.run.ProcessRedactor;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * That the metrics of a run are to be pushed while it goes on.
 *
 * @param endpoint where; nothing in it is secret
 * @param headersFile has what requests show there, one {@code name: value} a line; where empty, nothing
 */
public record OtlpRequest(URI endpoint, Optional<Path> headersFile) {
    private static final String USUAL_PATH = "/v1/metrics";

    /**
     * Reads a URL. One without a path means the usual one there.
     *
     * @throws IllegalArgumentException when it is none, or has a place for secrets; the message does not repeat it
     */
    public static URI endpoint(String text) {
        try {
            URI url = URI.create(text);
            HttpRequest.Builder _ = HttpRequest.newBuilder(url); // Takes http and https with a host only.
            if (text.matches("https?:[^@?#]*")) {
                return url.getPath().matches("/?") ? url.resolve(USUAL_PATH) : url;
            }
        } catch (IllegalArgumentException _) {
            // What is wrong with it could be a part of a secret.
        }
        throw new IllegalArgumentException(
                "expected a URL like http://127.0.0.1:4318 or https://otel.example/v1/metrics,"
                        + " without user, query or fragment; what is secret belongs into --otlp-headers-file");
    }

    /**
     * What is in the file. No message of this process has a value of it, or the last word of one.
     *
     * @throws CommandFailure when it can't be read, is not this user's alone, or has anything else than headers
     */
    public Map<String, String> headers() {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (headersFile.isEmpty()) {
            return headers;
        }
        Path file = headersFile.get();
        try {
            for (String line : new SecretFile(file).read().strip().split("\\R+", -1)) {
                int colon = line.indexOf(':');
                String value = line.substring(colon + 1).strip();
                ProcessRedactor.token(value);
                ProcessRedactor.token(value.substring(value.lastIndexOf(' ') + 1)); // Without 'Bearer' and the like.
                String name = line.substring(0, Math.max(colon, 0)).strip();
                HttpRequest.Builder _ = HttpRequest.newBuilder().header(name, value); // Takes what can be sent only.
                if (headers.put(name, value) != null) {
                    throw new IllegalArgumentException("a second " + name);
                }
            }
            return headers;
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "can't read the headers file " + file + ": " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "the headers file %s has a line that is no header, or one twice; expected 'name: value', such as 'authorization: Bearer TOKEN', one a line"
                            .formatted(file),
                    e);
        }
    }
}
