package dev.assay.systems.nats.driver;

import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.InFlightRoom;
import dev.assay.driver.Setting;
import dev.assay.driver.client.SettingCheck;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.DurationText;
import dev.assay.systems.nats.JetStreamSettings;
import dev.assay.systems.nats.NatsSettingRules;
import dev.assay.systems.nats.NatsSpec;
import io.nats.client.BaseConsumeOptions;
import io.nats.client.Options;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Holds the settings that the driver gives to clients, streams and consumers, each with its reason. All others keep the vendor's
 * defaults.
 *
 * @param urls of the servers, for clients
 * @param monitorUrls of the servers' monitoring pages; empty where they have none
 * @param nkeyFile file with the seed of a user's nkey; empty where there is none
 * @param replication copies of each stream
 * @param prefetch messages of a partition that a consumer asks for before it has processed them
 * @param client properties of all connections
 * @param stream settings of each stream
 * @param consumer settings of each durable consumer
 * @param pull settings of the client's requests to consumers
 */
record NatsSettings(
        List<String> urls,
        List<String> monitorUrls,
        String nkeyFile,
        int replication,
        NatsSpec.Storage storage,
        NatsSpec.Retention retention,
        NatsSpec.Acknowledgement acknowledgement,
        int prefetch,
        InFlightRoom inFlight,
        Map<String, Setting> client,
        Map<String, Setting> stream,
        Map<String, Setting> consumer,
        Map<String, Setting> pull) {
    /** The limit of requests to create or describe something. */
    static final Duration REQUEST_LIMIT = Duration.ofSeconds(10);

    /**
     * The age after which the client gives up an acknowledgement, at once or up to twice as late, since a timer of the same period looks
     * for them; its own default of 5 s would drop late acknowledgements.
     */
    static final Duration ACKNOWLEDGEMENT_LIMIT = NatsSpec.ACKNOWLEDGEMENT_LIMIT;

    /** The time for which the client waits for room in its queue before it refuses a message. */
    private static final Duration QUEUE_LIMIT = Duration.ofSeconds(30);

    private static final int SHORTEST_PULL_MILLIS = (int) BaseConsumeOptions.MIN_EXPIRES_MILLS;

    static NatsSettings resolve(DriverConfig config) throws DriverException {
        int replication = number(config, "replication");
        VendorSettings vendor = config.settings();
        SettingCheck.run(new NatsSettingRules(replication), NatsClientNames.known(), vendor);
        Map<String, String> ofPulls = new TreeMap<>(vendor.consumer());
        ofPulls.keySet().removeIf(name -> !JetStreamSettings.PULL.has(name));
        Map<String, String> ofConsumers = new TreeMap<>(vendor.consumer());
        ofConsumers.keySet().removeAll(ofPulls.keySet());
        return new NatsSettings(
                parts(config.required("url")),
                parts(config.connection().getOrDefault("monitor.url", "")),
                config.connection().getOrDefault("nkey.file", "").strip(),
                replication,
                choice(config, "storage", NatsSpec.Storage.values()),
                choice(config, "retention", NatsSpec.Retention.values()),
                choice(config, "acknowledgement", NatsSpec.Acknowledgement.values()),
                number(config, "prefetch"),
                config.inFlight(),
                Setting.overlaid(clientDefaults(config), vendor.client()),
                Setting.overlaid(Map.of(), vendor.topic()),
                Setting.overlaid(Map.of(), ofConsumers),
                Setting.overlaid(
                        Map.of(
                                "expires_in",
                                new Setting(
                                        "5 s",
                                        Setting.HARNESS
                                                + "a pull that its server has forgotten is noticed within seconds")),
                        ofPulls));
    }

    NatsSettings withClient(Map<String, Setting> properties) {
        return new NatsSettings(
                urls,
                monitorUrls,
                nkeyFile,
                replication,
                storage,
                retention,
                acknowledgement,
                prefetch,
                inFlight,
                properties,
                stream,
                consumer,
                pull);
    }

    private static Map<String, Setting> clientDefaults(DriverConfig config) {
        String soon = Setting.HARNESS + "a node that does not answer is soon abandoned for another one";
        Map<String, Setting> client = new TreeMap<>();
        client.put(Options.PROP_CONNECTION_TIMEOUT, new Setting("5000", soon));
        client.put(Options.PROP_RECONNECT_WAIT, new Setting("100", soon));
        client.put(Options.PROP_PING_INTERVAL, new Setting("5000", soon));
        client.put(Options.PROP_MAX_RECONNECT, new Setting("-1", Setting.HARNESS + "a fault may last longer"));
        client.put(
                Options.PROP_CLEANUP_INTERVAL,
                new Setting(
                        Long.toString(ACKNOWLEDGEMENT_LIMIT.toMillis()),
                        Setting.HARNESS + "an acknowledgement that comes later than after 5 s is one"));
        client.put(
                Options.PROP_WRITE_QUEUE_PUSH_TIMEOUT,
                new Setting(
                        Long.toString(QUEUE_LIMIT.toMillis()),
                        Setting.HARNESS + "a producer whose client is full waits, as with other systems"));
        boolean gathers = config.batching().size().bytes() > 0;
        client.put(
                Options.PROP_FORCE_FLUSH_ON_REQUEST,
                new Setting(
                        Boolean.toString(!gathers),
                        "workload.batching: with a size above 0 messages that wait already are written together, else each by itself"));
        int limit = config.inFlight().limit().messages();
        if (limit > Options.DEFAULT_MAX_MESSAGES_IN_OUTGOING_QUEUE) {
            client.put(
                    Options.PROP_MAX_MESSAGES_IN_OUTGOING_QUEUE,
                    new Setting(
                            Integer.toString(limit),
                            Setting.HARNESS + "room for the " + limit + " messages of workload.in-flight"));
        }
        return client;
    }

    /** Returns the limit of an acknowledgement, in seconds, rounded up. */
    long acknowledgementSeconds() {
        Setting setting = client.get(Options.PROP_CLEANUP_INTERVAL);
        String text = setting == null ? "" : setting.value().strip();
        return text.matches("[0-9]{1,9}") ? (Long.parseLong(text) + 999) / 1000 : ACKNOWLEDGEMENT_LIMIT.toSeconds();
    }

    /**
     * Returns how long a pull stands at the server, in milliseconds.
     *
     * @throws DriverException when the client would refuse it
     */
    long expiresMillis() throws DriverException {
        long millis = DurationText.parse(pull.getOrDefault("expires_in", new Setting("30 s", Setting.VENDORS))
                        .value())
                .toMillis();
        if (millis < SHORTEST_PULL_MILLIS) {
            throw new DriverException("settings.nats.consumer.expires_in must be at least 1 s, but is " + millis
                    + " ms; raise it, or remove it");
        }
        return millis;
    }

    /** Returns the percentage of a batch at which the client asks for more. */
    int thresholdPercent() {
        Setting setting = pull.get("threshold_percent");
        return setting == null
                ? BaseConsumeOptions.DEFAULT_THRESHOLD_PERCENT
                : Integer.parseInt(setting.value().strip());
    }

    private static List<String> parts(String commas) {
        return Arrays.stream(commas.split(",", -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static <E extends Enum<E>> E choice(DriverConfig config, String key, E[] choices) throws DriverException {
        String text = config.required(key).strip();
        for (E choice : choices) {
            if (choice.toString().equals(text)) {
                return choice;
            }
        }
        throw new DriverException("the connection setting '" + key + "' must be one of "
                + Arrays.stream(choices).map(E::toString).collect(Collectors.joining(", ")) + ", but is '" + text
                + "'");
    }

    private static int number(DriverConfig config, String key) throws DriverException {
        String text = config.required(key).strip();
        if (text.matches("[1-9][0-9]{0,6}")) {
            return Integer.parseInt(text);
        }
        throw new DriverException(
                "the connection setting '" + key + "' must be a whole number of at least 1, but is '" + text + "'");
    }
}
