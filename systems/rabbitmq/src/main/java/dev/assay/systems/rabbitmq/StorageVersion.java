package dev.assay.systems.rabbitmq;

import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.VendorSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Holds the version of the storage of classic queues, which an argument of the queue chooses, or else a default of the servers (1 up to
 * RabbitMQ 3.12).
 *
 * @param setting the setting that chose it, such as {@code settings.rabbitmq.topic.x-queue-version=2}; empty where none did
 * @param certain whether an argument chose it or the nodes have reported their defaults, so that no default unknown to the scenario can
 * have chosen it
 */
record StorageVersion(int number, String setting, boolean certain) {
    private static final String ARGUMENT = "x-queue-version";
    private static final String DEFAULT = "classic_queue.default_version";

    private static final String REPORTED = "rabbit.classic_queue_default_version";

    /** The prefix of reports of the nodes of a cluster that Assay started, maybe for another scenario. */
    private static final String NODE = "node ";

    /** Returns the version that the scenario chooses, or else the one that nodes have reported. */
    static StorageVersion of(VendorSettings settings, EffectiveConfig effective) {
        String argument = settings.topic().get(ARGUMENT);
        if (argument != null) {
            return new StorageVersion(number(argument), "settings.rabbitmq.topic." + ARGUMENT + "=" + argument, true);
        }
        List<Map<String, String>> nodes = effective.groups().entrySet().stream()
                .filter(group -> group.getKey().startsWith(NODE))
                .map(Map.Entry::getValue)
                .toList();
        String chosen = nodes.stream()
                .map(node -> node.get(REPORTED))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(settings.broker().get(DEFAULT));
        return chosen == null
                ? new StorageVersion(1, "", !nodes.isEmpty())
                : new StorageVersion(
                        number(chosen), "settings.rabbitmq.broker." + DEFAULT + "=" + chosen, !nodes.isEmpty());
    }

    private static int number(String text) {
        return text.strip().equals("2") ? 2 : 1;
    }
}
