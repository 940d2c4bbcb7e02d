package dev.assay.systems.rabbitmq.deployment;

import java.nio.file.Path;

/** @param home holds {@code sbin} and {@code plugins} */
record RabbitMqInstallation(Path home, RabbitMqVersion version) {
    Path script(String name) {
        return home.resolve("sbin").resolve(name);
    }
}
