package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;

/** Changes settings of share groups, which belong to the group and not to its members. */
final class ShareGroups {
    private static final int LIMIT_SECONDS = 30;

    /** Where a new group begins to read: at the latest message by default. */
    private static final String RESET = "share.auto.offset.reset";

    private ShareGroups() {}

    /**
     * Makes the queues of topics begin at the oldest message, whenever their first consumer comes.
     *
     * @throws DriverException when the cluster refuses, as before 4.2 or where the user may not change groups
     */
    static void beginAtTheOldest(Admin admin, List<TopicSpec> topics) throws DriverException {
        alter(admin, topics, AlterConfigOp.OpType.SET, "setting up the share groups");
    }

    /** Deletes these settings of groups that are gone, which the cluster would keep. */
    static void forget(Admin admin, List<TopicSpec> topics) throws DriverException {
        alter(admin, topics, AlterConfigOp.OpType.DELETE, "removing the settings of the share groups");
    }

    private static void alter(Admin admin, List<TopicSpec> topics, AlterConfigOp.OpType operation, String doing)
            throws DriverException {
        List<AlterConfigOp> earliest = List.of(new AlterConfigOp(new ConfigEntry(RESET, "earliest"), operation));
        Map<ConfigResource, Collection<AlterConfigOp>> changes = topics.stream()
                .flatMap(topic -> topic.queues().stream())
                .distinct()
                .map(group -> new ConfigResource(ConfigResource.Type.GROUP, group))
                .collect(Collectors.toMap(Function.identity(), _ -> earliest));
        if (!changes.isEmpty()) {
            KafkaFailures.await(admin.incrementalAlterConfigs(changes).all(), doing, LIMIT_SECONDS);
        }
    }
}
