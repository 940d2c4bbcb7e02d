package dev.assay.systems.kafka.deployment;

import java.nio.file.Path;
import java.util.List;

/**
 * One node to be.
 *
 * @param id from 1
 * @param host the address that it listens on
 * @param folder of its own
 * @param disks a folder on each of its disks; none where its data is in that folder, too
 */
record KafkaNodePlan(int id, String host, int clientPort, int controllerPort, Path folder, List<Path> disks) {
    KafkaNodePlan {
        disks = List.copyOf(disks);
    }

    static String name(int id) {
        return "broker-" + id;
    }

    String name() {
        return name(id);
    }

    String clientAddress() {
        return host + ":" + clientPort;
    }

    /** One on each disk. */
    List<Path> logDirs() {
        List<Path> on = disks.isEmpty() ? List.of(folder) : disks;
        return on.stream().map(disk -> disk.resolve("data")).toList();
    }
}
