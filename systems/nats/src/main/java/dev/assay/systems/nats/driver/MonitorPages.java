package dev.assay.systems.nats.driver;

import dev.assay.driver.DriverException;
import dev.assay.model.spec.Redactor;
import dev.assay.model.unit.DurationText;
import io.nats.client.support.JsonParser;
import io.nats.client.support.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the servers' monitoring pages; they alone say whether a server syncs before it acknowledges. */
final class MonitorPages {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int MAX_BYTES = 4 << 20;

    private MonitorPages() {}

    /**
     * Returns the settings of one server, by their names in its configuration.
     *
     * @throws DriverException when the server does not report them
     */
    static Map<String, String> settings(String url) throws DriverException {
        JsonValue config = member(page(url, "/jsz"), "config");
        if (config == null) {
            throw new DriverException(
                    "the server at " + Redactor.maskedUris(url)
                            + " (systems.nats.monitor.url) does not tell its JetStream settings: it has no JetStream, or is no NATS");
        }
        return settings(config);
    }

    static Map<String, String> settings(JsonValue config) {
        Map<String, String> settings = new TreeMap<>();
        JsonValue always = member(config, "sync_always");
        JsonValue interval = member(config, "sync_interval");
        if (always != null && Boolean.TRUE.equals(always.bool)) {
            settings.put("jetstream.sync_interval", "always");
        } else {
            settings.put(
                    "jetstream.sync_interval",
                    interval == null || interval.number == null
                            ? "none"
                            : DurationText.format(Duration.ofNanos(interval.number.longValue())));
        }
        copy(config, "max_memory", settings, "jetstream.max_memory_store");
        copy(config, "max_storage", settings, "jetstream.max_file_store");
        return settings;
    }

    private static void copy(JsonValue from, String name, Map<String, String> to, String as) {
        JsonValue value = member(from, name);
        if (value != null) {
            to.put(as, value.toJson());
        }
    }

    private static @Nullable JsonValue member(JsonValue object, String name) {
        return object.map == null ? null : object.map.get(name);
    }

    private static JsonValue page(String url, String path) throws DriverException {
        String doing = "asking " + Redactor.maskedUris(url) + " (systems.nats.monitor.url)";
        try {
            String base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
            HttpURLConnection request =
                    (HttpURLConnection) URI.create(base + path).toURL().openConnection();
            request.setConnectTimeout(PATIENCE_MILLIS);
            request.setReadTimeout(PATIENCE_MILLIS);
            request.setInstanceFollowRedirects(false);
            int status = request.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                throw new DriverException(doing + " failed: it answered with status " + status);
            }
            try (InputStream body = request.getInputStream()) {
                return JsonParser.parse(new String(body.readNBytes(MAX_BYTES), StandardCharsets.UTF_8));
            }
        } catch (IOException | IllegalArgumentException | ClassCastException e) {
            throw NatsFailures.failed(doing, e);
        }
    }
}
