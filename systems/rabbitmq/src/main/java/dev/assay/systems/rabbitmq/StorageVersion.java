package dev.assay.systems.rabbitmq;

import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.VendorSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The version of the storage of classic queues, which an argument of the queue chooses, or else a default of the servers (1 up to
 * RabbitMQ 3.12).
 *
 * @param setting what chose it, such as {@code settings.rabbitmq.topic.x-queue-version=2}; empty where nothing did
 * @param certain whether an argument chose it or the nodes have reported their defaults, so that no default unknown to the scenario has
 */
record StorageVersion(int number, String setting, boolean certain) {
    private static final String ARGUMENT = "x-queue-version";
    private static final String DEFAULT = "classic_queue.default_version";

    /** How a node reports its default, where it was set. */
    private static final String REPORTED = "rabbit.classic_queue_default_version";

    /** The groups of what the nodes of a cluster report that Assay started, maybe for another scenario. */
    private static final String NODE = "node ";

    /** As the scenario has it, or as the nodes have reported. */
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
