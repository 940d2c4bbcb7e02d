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

/** Calls the cluster's management API, for what AMQP can't ask or say. */
final class Management implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Allows for many times the names of ten thousand policies. */
    static final int MAX_BODY_BYTES = 8 << 20;

    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};
    private static final TypeReference<List<Map<String, Object>>> OBJECTS = new TypeReference<>() {};

    /** The lowest HTTP status with which the node has failed, and not the request. */
    private static final int SERVER_FAILED = 500;

    private static final int UNHEALTHY = 503;

    private static final System.Logger LOG = System.getLogger(Management.class.getName());

    private final HttpClient http;
    private final List<String> urls;
    private final String virtualHost;
    private final String user;
    private final Duration limit;

    /**
     * @param urls of the nodes' API; user and password in them override {@code user}
     * @param user user and password with a colon between
     * @throws DriverException when the settings of TLS can't be used
     */
    Management(List<String> urls, String virtualHost, String user, TlsSettings tls) throws DriverException {
        this(urls, virtualHost, user, tls, LIMIT);
    }

    /** @param limit of each answer */
    Management(List<String> urls, String virtualHost, String user, TlsSettings tls, Duration limit)
            throws DriverException {
        this.limit = limit;
        this.http = client(urls.stream().anyMatch(url -> url.startsWith("https:")), tls);
        this.urls = urls;
        this.virtualHost = encoded(virtualHost);
        this.user = user;
    }

    /** Creates a client of HTTP 1.1 alone: the offer of version 2 makes the server close on requests with a body. */
    private static HttpClient client(boolean secured, TlsSettings tls) throws DriverException {
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT);
        if (secured) {
            builder.sslContext(tls.context());
        }
        return builder.build();
    }

    boolean isThere() {
        return !urls.isEmpty();
    }

    /** Returns the cluster's description of a queue: {@code type}, {@code leader}, {@code arguments} and so on. */
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

    void setPolicy(String name, String pattern, Map<String, Object> definition) throws DriverException {
        Map<String, Object> policy = Map.of("pattern", pattern, "definition", definition, "apply-to", "queues");
        call("PUT", "/api/policies/" + virtualHost + "/" + encoded(name), JSON.writeValueAsString(policy));
    }

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

    /** Removes a policy; a missing one is no error. */
    void removePolicy(String name) throws DriverException {
        call("DELETE", "/api/policies/" + virtualHost + "/" + encoded(name), "");
    }

    /**
     * Returns the alarm in effect on some node, in the words of the first that answers; empty where there is none, or none can be read:
     * there is no management, it is too old, or the user may not ask.
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

    /** Calls one node after the other: one that does not answer, or fails, may be the only one that does. */
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

    /** Limits the whole answer: the client's own timeout ends with its first byte, and it may never end. */
    private HttpResponse<String> send(String url, String method, String path, String body)
            throws IOException, InterruptedException {
        String userOfUrl = URI.create(url).getUserInfo();
        String secret = Base64.getEncoder()
                .encodeToString((userOfUrl == null ? user : userOfUrl).getBytes(StandardCharsets.UTF_8));
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
