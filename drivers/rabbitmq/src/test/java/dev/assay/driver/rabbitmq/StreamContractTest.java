package dev.assay.driver.rabbitmq;

import dev.assay.core.scenario.QueueKind;
import org.junit.jupiter.api.Tag;

@Tag("real")
class StreamContractTest extends RabbitMqContract {
    StreamContractTest() {
        super(QueueKind.STREAM);
    }

    /** A thousand take half a minute here; classic queues show what the driver makes of so many. */
    @Override
    public int manyTopics() {
        return 100;
    }
}
