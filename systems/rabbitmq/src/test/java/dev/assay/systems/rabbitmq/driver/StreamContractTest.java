package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.contract.DriverContract;
import dev.assay.systems.rabbitmq.QueueKind;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class StreamContractTest extends DriverContract implements RabbitMqContract {
    @Override
    public QueueKind kind() {
        return QueueKind.STREAM;
    }

    @Override
    public boolean hasQueues() {
        return false;
    }

    /** The client takes a stored position of 0 for none: a partition of which just one message was delivered delivers it again. */
    @Override
    public int maxRedeliveredAfterReconnect() {
        return 3;
    }
}
