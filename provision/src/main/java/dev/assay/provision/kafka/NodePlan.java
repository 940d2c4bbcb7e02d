package dev.assay.provision.kafka;

import java.nio.file.Path;

/**
 * One node to be.
 *
 * @param id from 1
 * @param folder for its data
 */
record NodePlan(int id, int clientPort, int controllerPort, Path folder) {
    String name() {
        return "broker-" + id;
    }

    Path logDirs() {
        return folder.resolve("data");
    }
}
