package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.contract.DriverContract;
import dev.assay.systems.rabbitmq.QueueKind;
import org.junit.jupiter.api.Tag;

/**
 * In the long check: servers from 4.0 on have no such queues, and all that the driver does otherwise than for classic ones is
 * a policy and a wait for the mirrors, which {@link RabbitMqDriverRealTest} looks at each time.
 */
@Tag("server")
@Tag("slow")
class MirroredContractTest extends DriverContract implements RabbitMqContract {
    @Override
    public QueueKind kind() {
        return QueueKind.MIRRORED;
    }
}
