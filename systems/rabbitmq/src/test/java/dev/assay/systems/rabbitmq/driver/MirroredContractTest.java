package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.contract.DriverContract;
import dev.assay.systems.rabbitmq.QueueKind;
import org.junit.jupiter.api.Tag;

/**
 * Runs in the long check only: servers from 4.0 on have no such queues, and the driver treats them like classic ones but for a policy and a
 * wait for the mirrors, which {@link RabbitMqDriverRealTest} covers each time.
 */
@Tag("server")
@Tag("slow")
class MirroredContractTest extends DriverContract implements RabbitMqContract {
    @Override
    public QueueKind kind() {
        return QueueKind.MIRRORED;
    }
}
