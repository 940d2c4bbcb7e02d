package dev.assay.driver.rabbitmq;

import dev.assay.core.scenario.QueueKind;
import org.junit.jupiter.api.Tag;

@Tag("real")
class NativeStreamContractTest extends RabbitMqContract {
    NativeStreamContractTest() {
        super(QueueKind.NATIVE_STREAM);
    }

    /** A thousand take half a minute here; classic queues show what the driver makes of so many. */
    @Override
    public int manyTopics() {
        return 100;
    }

    /**
     * The client takes a stored position of 0 for none: a partition of which just one message was delivered delivers it
     * again.
     */
    @Override
    public int mostRedeliveredAfterReconnect() {
        return 3;
    }
}
