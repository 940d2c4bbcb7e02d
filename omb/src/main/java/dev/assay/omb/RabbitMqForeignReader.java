package dev.assay.omb;

import static dev.assay.omb.ImportDraft.path;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.KeyPath;
import java.util.Locale;
import java.util.Set;

final class RabbitMqForeignReader implements ForeignReader {
    private static final Set<String> PACE = Set.of(
            "producerCreationDelay", "producerCreationBatchSize", "consumerCreationDelay", "consumerCreationBatchSize");
    private static final Set<String> QUEUES = Set.of("CLASSIC", "QUORUM", "STREAM");
    private static final Set<String> KEYS = Set.of(
            "driverClass",
            "amqpUris",
            "messagePersistence",
            "queueType",
            "producerCreationDelay",
            "producerCreationBatchSize",
            "consumerCreationDelay",
            "consumerCreationBatchSize");

    @Override
    public String system() {
        return "rabbitmq";
    }

    @Override
    public boolean readsDriver(String driverClass) {
        return driverClass.endsWith(".RabbitMqBenchmarkDriver");
    }

    @Override
    public PossibleLevels levels(ForeignDriver driver) {
        String queue = driver.text("queueType", "CLASSIC").toLowerCase(Locale.ROOT);
        return levels(queue, driver.truth("messagePersistence", false));
    }

    /** Returns the levels of a kind of queue, the preferred one first; a queue with a higher level is acceptable for a lower one. */
    private static PossibleLevels levels(String queue, boolean persistent) {
        return switch (queue) {
            case "quorum" ->
                PossibleLevels.of(
                        "quorum queues sync on a majority of 3 nodes",
                        DurabilityLevel.LEVEL_1,
                        DurabilityLevel.LEVEL_2,
                        DurabilityLevel.LEVEL_3,
                        DurabilityLevel.LEVEL_4);
            case "stream" ->
                PossibleLevels.of(
                        "streams have copies on a majority of 3 nodes, not synced",
                        DurabilityLevel.LEVEL_2,
                        DurabilityLevel.LEVEL_4);
            default ->
                persistent
                        ? PossibleLevels.of(
                                "classic queues are on one node, and are not synced from RabbitMQ 3.13 on",
                                DurabilityLevel.LEVEL_4,
                                DurabilityLevel.LEVEL_3)
                        : PossibleLevels.of(
                                "classic queues are on one node, and transient messages in its memory",
                                DurabilityLevel.LEVEL_4);
        };
    }

    private static KeyPath system(String key) {
        return path("systems", "rabbitmq", key);
    }

    @Override
    public void read(ForeignDriver driver, DurabilityLevel level, boolean existing, ImportDraft draft) {
        draft.ensure(path("systems", "rabbitmq"));
        String queue = driver.text("queueType", "CLASSIC").toLowerCase(Locale.ROOT);
        for (ForeignKey key : driver.keys().values()) {
            readKey(driver, key, existing, draft);
        }
        if (driver.find("queueType") == null) {
            draft.assume(
                    system("queue"),
                    "classic",
                    "queueType is not given: the benchmark's default, which a policy of the cluster may have mirrored");
        }
        if (driver.find("messagePersistence") == null) {
            draft.assume(system("persistent"), "false", "messagePersistence is not given: the benchmark's default");
        }
        if (!queue.equals("stream")) {
            draft.assume(system("acknowledgement"), "automatic", "set by the benchmark's driver itself");
        }
        draft.assume(
                "the benchmark has a fanout exchange for each topic and a queue for each subscription, and no partitions;"
                        + " here a direct exchange leads to a queue for each partition and subscription");
        driver.refuseOthers(KEYS, draft);
    }

    private static void readKey(ForeignDriver driver, ForeignKey key, boolean existing, ImportDraft draft) {
        switch (key.name()) {
            case "driverClass" -> draft.hold(key, "systems.rabbitmq");
            case "amqpUris" -> readPlaces(driver, key, existing, draft);
            case "messagePersistence" ->
                key.read()
                        .truth()
                        .ifPresentOrElse(
                                truth -> draft.map(key, system("persistent"), truth.toString()),
                                () -> draft.obstruct(key, "expected true or false"));
            case "queueType" -> readQueue(key, draft);
            default -> {
                if (PACE.contains(key.name())) {
                    draft.refuse(key, "clients are opened without pauses, before the load begins");
                }
            }
        }
    }

    private static void readQueue(ForeignKey key, ImportDraft draft) {
        String value = key.value().strip();
        if (QUEUES.contains(value)) {
            draft.map(key, system("queue"), value.toLowerCase(Locale.ROOT));
        } else {
            draft.obstruct(key, "expected CLASSIC, QUORUM or STREAM, in these letters");
        }
    }

    private static void readPlaces(ForeignDriver driver, ForeignKey key, boolean existing, ImportDraft draft) {
        if (!driver.lists().contains(key.name())) {
            draft.obstruct(key, "expected a list of addresses; the benchmark reads nothing else there");
        } else if (existing) {
            draft.map(key, system("uri"), key.value().strip());
            draft.assume(system("deployment"), "existing", "--existing");
        } else {
            draft.differ(key, "Assay starts a cluster here; --existing measures the one at this address");
        }
    }
}
