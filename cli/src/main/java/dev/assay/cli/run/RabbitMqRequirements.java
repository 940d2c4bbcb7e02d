package dev.assay.cli.run;

import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.RabbitMqSpec;
import dev.assay.core.unit.ByteSize;

/** What a RabbitMQ cluster needs of this machine, for people. */
final class RabbitMqRequirements {
    /** What a small node takes before there is load. Seen on this version's nodes with the plugins that Assay enables. */
    private static final long IDLE_BYTES = 160L << 20;

    private RabbitMqRequirements() {}

    static String of(RabbitMqSpec rabbit) {
        return rabbit.deployment() == Deployment.EXISTING
                ? "needs: an existing RabbitMQ with %s queues at %s"
                        .formatted(rabbit.queue(), Secrets.masked(rabbit.uri()))
                : "needs: rabbitmq-server%s on this machine, %d nodes with %s queues here, from %s of memory to %s for each node, free ports on 127.0.0.1"
                        .formatted(
                                version(rabbit),
                                rabbit.nodes(),
                                rabbit.queue(),
                                new ByteSize(rabbit.nodes() * IDLE_BYTES),
                                rabbit.memory());
    }

    private static String version(RabbitMqSpec rabbit) {
        return rabbit.version().equals(RabbitMqSpec.INSTALLED) ? "" : " " + rabbit.version();
    }
}
