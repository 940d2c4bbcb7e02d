package dev.assay.systems.kafka.deployment;

import java.nio.file.Path;

/**
 * One node to be.
 *
 * @param id from 1
 * @param host the address that it listens on
 * @param folder for its data
 */
record KafkaNodePlan(int id, String host, int clientPort, int controllerPort, Path folder) {
    static String name(int id) {
        return "broker-" + id;
    }

    String name() {
        return name(id);
    }

    String clientAddress() {
        return host + ":" + clientPort;
    }

    Path logDirs() {
        return folder.resolve("data");
    }
}
