package dev.assay.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Administers a cluster over HTTP. */
final class OthersHttp implements AutoCloseable {
    private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");

    /** Follows redirects, since Pulsar's brokers send on to the one that owns a topic. */
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.ALWAYS)
            .build();

    private final URI base;

    /** @param addresses separated by commas; the first is used */
    OthersHttp(String addresses) {
        String first = addresses.replaceFirst(",.*", "");
        base = URI.create(first.startsWith("http") ? first : "http://" + first);
    }

    /** Returns the answer; empty where the resource does not exist. */
    String call(String method, String path, String body) throws IOException, InterruptedException {
        String user = String.valueOf(base.getUserInfo());
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://" + base.getHost() + ":" + base.getPort() + path))
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .timeout(Duration.ofMinutes(1))
                .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() == 404) {
            return "";
        }
        if (answer.statusCode() >= 300 && answer.statusCode() != 409) {
            throw new AssertionError(method + " " + path + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    /** Returns all quoted texts of an answer. */
    Set<String> texts(String path) throws IOException, InterruptedException {
        return TEXT.matcher(call("GET", path, ""))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public void close() {
        http.close();
    }
}
