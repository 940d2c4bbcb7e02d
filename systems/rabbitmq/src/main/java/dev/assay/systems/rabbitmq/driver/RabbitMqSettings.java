package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.driver.client.SettingCheck;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.DurationText;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.QueueSettings;
import dev.assay.systems.rabbitmq.RabbitMqSettingRules;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Holds the settings that the driver gives to clients and queues, each with its reason. All others keep the vendor's defaults.
 *
 * @param uris of the nodes, for AMQP
 * @param streamUris of the nodes, for the stream protocol; empty where they do not serve it
 * @param adminUrls of the nodes' management API; empty where they have none
 * @param topicExchange whether messages find their queues by patterns instead of equal keys
 * @param automatic whether deliveries count as acknowledged when they are sent
 * @param prefetch most deliveries of one partition to one consumer that are not acknowledged
 * @param window most messages of one producer that are not confirmed
 * @param replication nodes that have a copy of each queue
 * @param client settings of all connections
 * @param producer properties of each message; for streams options of the producer
 * @param consumer arguments of each consumer; for streams options of the consumer
 * @param topic arguments of each queue
 */
record RabbitMqSettings(
        List<String> uris,
        List<String> streamUris,
        List<String> adminUrls,
        QueueKind queue,
        boolean topicExchange,
        boolean persistent,
        boolean automatic,
        int prefetch,
        UnconfirmedLimit window,
        int replication,
        Map<String, Setting> client,
        Map<String, Setting> producer,
        Map<String, Setting> consumer,
        Map<String, Setting> topic) {
    private static final String BATCHING = "batching of the scenario";

    /**
     * Determines all settings; the scenario's override the driver's own.
     *
     * @throws DriverException naming every setting that can't be taken
     */
    static RabbitMqSettings resolve(DriverConfig config) throws DriverException {
        QueueKind queue = choice(config, "queue", QueueKind.values());
        VendorSettings vendor = config.settings();
        SettingCheck.run(new RabbitMqSettingRules(1, queue), RabbitMqClientNames.known(queue), vendor);
        boolean isStream = queue == QueueKind.STREAM;
        int replication = number(config, "replication", 1);
        UnconfirmedLimit window = UnconfirmedLimit.of(number(config, "confirm-window", 0), config.inFlight());
        List<String> uris = parts(config.required("uri"));
        return new RabbitMqSettings(
                uris,
                isStream ? parts(config.required("stream.uri")) : List.of(),
                queue == QueueKind.MIRRORED
                        ? parts(config.required("admin.url"))
                        : parts(config.connection().getOrDefault("admin.url", "")),
                queue,
                config.connection().getOrDefault("exchange", "direct").strip().equals("topic"),
                config.required("persistent").strip().equals("true"),
                choice(config, "acknowledgement", Acknowledgement.values()) == Acknowledgement.AUTOMATIC,
                number(config, "prefetch", 1),
                window,
                replication,
                Setting.overlaid(clientDefaults(uris), vendor.client()),
                Setting.overlaid(
                        isStream ? streamProducerDefaults(config.batching(), window) : Map.of(), vendor.producer()),
                Setting.overlaid(Map.of(), vendor.consumer()),
                QueueArguments.of(queue, replication, vendor.topic()));
    }

    /** Adapts the settings to a server, by the first number of its version: quorum queues limit deliveries from 4 on. */
    RabbitMqSettings on(int major) {
        if (queue != QueueKind.QUORUM || major < 4) {
            return this;
        }
        TreeMap<String, Setting> arguments = new TreeMap<>(topic);
        arguments.put(
                QueueSettings.DELIVERY_LIMIT,
                new Setting(
                        "-1",
                        Setting.HARNESS
                                + "none: by default a message that was delivered again 20 times is dropped, and would be counted as lost"));
        return new RabbitMqSettings(
                uris,
                streamUris,
                adminUrls,
                queue,
                topicExchange,
                persistent,
                automatic,
                prefetch,
                window,
                replication,
                client,
                producer,
                consumer,
                arguments);
    }

    private enum Acknowledgement {
        MANUAL,
        AUTOMATIC
    }

    private static Map<String, Setting> clientDefaults(List<String> uris) {
        String soon = Setting.HARNESS + "a node that does not answer is soon abandoned for another one";
        TreeMap<String, Setting> client = new TreeMap<>(Map.of(
                "connection.timeout", new Setting("5000", soon), "channel.rpc.timeout", new Setting("30000", soon)));
        if (uris.stream().allMatch(FactorySettings::isTls)) {
            String verification = Setting.HARNESS
                    + "with an amqps address the server is verified; by default the client trusts any server";
            TlsSettings.ON.forEach(name -> client.put(name, new Setting("true", verification)));
        }
        return client;
    }

    /** Returns the window, and the batching, which only streams have; the size of their batches is counted in messages. */
    private static Map<String, Setting> streamProducerDefaults(Batching batching, UnconfirmedLimit window) {
        TreeMap<String, Setting> producer = new TreeMap<>();
        producer.put("maxUnconfirmedMessages", new Setting(Integer.toString(window.messages()), window.reason()));
        boolean gathers = batching.size().bytes() > 0 && batching.linger().toMillis() > 0;
        producer.put("dynamicBatch", new Setting(Boolean.toString(!gathers), BATCHING));
        if (gathers) {
            String linger = DurationText.format(batching.linger());
            producer.put("batchPublishingDelay", new Setting(linger, BATCHING));
        }
        return producer;
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
            if (choice.name().equals(text.toUpperCase(Locale.ROOT).replace('-', '_'))) {
                return choice;
            }
        }
        throw new DriverException("the connection setting '" + key + "' must be one of "
                + Arrays.stream(choices)
                        .map(choice -> choice.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .collect(Collectors.joining(", "))
                + ", but is '" + text + "'");
    }

    private static int number(DriverConfig config, String key, int min) throws DriverException {
        String text = config.required(key).strip();
        try {
            int number = Integer.parseInt(text);
            if (number >= min) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            throw new DriverException(
                    "the connection setting '" + key + "' must be a whole number of at least " + min + ", but is '"
                            + text + "'",
                    notANumber);
        }
        throw new DriverException("the connection setting '" + key + "' must be at least " + min + ", but is " + text);
    }
}
