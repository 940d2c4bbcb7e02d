package dev.assay.driver.rabbitmq;

import dev.assay.core.scenario.QueueKind;
import org.junit.jupiter.api.Tag;

@Tag("real")
class QuorumContractTest extends RabbitMqContract {
    QuorumContractTest() {
        super(QueueKind.QUORUM);
    }

    /** A thousand take half a minute on two cores; classic queues show what the driver makes of so many. */
    @Override
    public int manyTopics() {
        return 250;
    }
}
