package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.client.Answers;
import dev.assay.model.display.LongText;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The management API of the cluster, as far as AMQP has no way to ask or to say it. */
final class Management implements AutoCloseable {
    /** For a whole answer. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Many times the names of ten thousand policies. */
    static final int MAX_BODY_BYTES = 8 << 20;

    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};
    private static final TypeReference<List<Map<String, Object>>> OBJECTS = new TypeReference<>() {};

    /** From here on the node has failed, and not the request. */
    private static final int SERVER_FAILED = 500;

    /** What a health check answers that fails. */
    private static final int UNHEALTHY = 503;

    private static final System.Logger LOG = System.getLogger(Management.class.getName());

    private final HttpClient http;
    private final List<String> urls;
    private final String virtualHost;
    private final String user;
    private final Duration limit;

    /**
     * @param urls where nodes serve the API; user and password in them win over the others
     * @param user user and password with a colon between
     * @throws DriverException when TLS is to be used and its settings can't be
     */
    Management(List<String> urls, String virtualHost, String user, TlsSettings tls) throws DriverException {
        this(urls, virtualHost, user, tls, LIMIT);
    }

    /** The same with a limit for each answer. */
    Management(List<String> urls, String virtualHost, String user, TlsSettings tls, Duration limit)
            throws DriverException {
        this.limit = limit;
        this.http = client(urls.stream().anyMatch(url -> url.startsWith("https:")), tls);
        this.urls = urls;
        this.virtualHost = encoded(virtualHost);
        this.user = user;
    }

    /** Version 1.1 alone: the offer to go on with version 2 makes the server close on requests with a body. */
    private static HttpClient client(boolean secured, TlsSettings tls) throws DriverException {
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT);
        if (secured) {
            builder.sslContext(tls.context());
        }
        return builder.build();
    }

    /** Whether there is one. */
    boolean isThere() {
        return !urls.isEmpty();
    }

    /** What the cluster says of a queue: {@code type}, {@code leader}, {@code arguments} and so on. */
    Map<String, Object> queue(String name) throws DriverException {
        String text = call(
                "GET",
                "/api/queues/" + virtualHost + "/" + encoded(name)
                        + "?columns=type,node,leader,members,slave_nodes,synchronised_slave_nodes,arguments,durable,effective_policy_definition",
                "");
        try {
            return JSON.readValue(text, OBJECT);
        } catch (JacksonException e) {
            throw new DriverException(
                    "RabbitMQ's management answered for the queue " + name
                            + " with something that is not a JSON object: " + LongText.truncate(text)
                            + "; is systems.rabbitmq.admin.url the address of another server?",
                    e);
        }
    }

    /** Sets a policy for queues. */
    void setPolicy(String name, String pattern, Map<String, Object> definition) throws DriverException {
        Map<String, Object> policy = Map.of("pattern", pattern, "definition", definition, "apply-to", "queues");
        call("PUT", "/api/policies/" + virtualHost + "/" + encoded(name), JSON.writeValueAsString(policy));
    }

    /** Names of all policies of the virtual host. */
    Set<String> policies() throws DriverException {
        String text = call("GET", "/api/policies/" + virtualHost + "?columns=name", "");
        try {
            return JSON.readValue(text, OBJECTS).stream()
                    .map(policy -> String.valueOf(policy.get("name")))
                    .collect(Collectors.toSet());
        } catch (JacksonException e) {
            throw new DriverException(
                    "RabbitMQ's management answered for the policies with something that is not a list of them: "
                            + LongText.truncate(text),
                    e);
        }
    }

    /** Removes a policy; one that is not there is no error. */
    void removePolicy(String name) throws DriverException {
        call("DELETE", "/api/policies/" + virtualHost + "/" + encoded(name), "");
    }

    /**
     * What alarm is in effect on some node, in the words of the first that answers; empty where there is none, and where nobody tells,
     * as where there is no management, it is too old, or the user may not ask.
     */
    Optional<String> alarm() throws DriverException {
        for (String url : urls) {
            try {
                HttpResponse<String> answer = send(url, "GET", "/api/health/checks/alarms", "");
                if (answer.statusCode() == UNHEALTHY) {
                    return Optional.of(LongText.truncate(answer.body()));
                }
                if (answer.statusCode() < SERVER_FAILED) {
                    return Optional.empty();
                }
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "management does not tell of alarms", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new DriverException("asking RabbitMQ's management was interrupted", e);
            }
        }
        return Optional.empty();
    }

    /** One node after the other is asked: one that does not answer, or fails at it, may be the only one. */
    private String call(String method, String path, String body) throws DriverException {
        DriverException failure = new DriverException("systems.rabbitmq.admin.url is not set");
        for (String url : urls) {
            try {
                HttpResponse<String> answer = send(url, method, path, body);
                int status = answer.statusCode();
                if (status < 300 || (status == 404 && method.equals("DELETE"))) {
                    return answer.body();
                }
                failure = new DriverException("RabbitMQ's management at " + FactorySettings.withoutUser(url)
                        + " answered " + status + " to " + method + " " + path + ": "
                        + LongText.truncate(answer.body()));
                if (status < SERVER_FAILED) {
                    throw failure;
                }
            } catch (IOException e) {
                failure = RabbitMqFailures.failed(
                        "reaching RabbitMQ's management at " + FactorySettings.withoutUser(url), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new DriverException("asking RabbitMQ's management was interrupted", e);
            }
        }
        throw failure;
    }

    /** The client's own timeout is over with the first byte of an answer, which may never end. */
    private HttpResponse<String> send(String url, String method, String path, String body)
            throws IOException, InterruptedException {
        String given = URI.create(url).getUserInfo();
        String secret =
                Base64.getEncoder().encodeToString((given == null ? user : given).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(FactorySettings.withoutUser(url).replaceFirst("/+$", "") + path))
                .timeout(limit)
                .header("Authorization", "Basic " + secret)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        CompletableFuture<HttpResponse<String>> answer = http.sendAsync(
                request, HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofString(), MAX_BODY_BYTES));
        try {
            return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException("no whole answer came within " + limit.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            Throwable cause = Answers.unwrapped(e);
            throw cause instanceof IOException known ? known : new IOException(String.valueOf(cause), cause);
        } finally {
            answer.cancel(true);
        }
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
