package dev.assay.driver.rabbitmq;

import dev.assay.core.scenario.QueueKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

@Tag("real")
class QuorumContractTest extends RabbitMqContract {
    QuorumContractTest() {
        super(QueueKind.QUORUM);
    }

    /** A thousand keep three nodes busy for a minute; classic queues show each time what the driver makes of so many. */
    @Override
    public int manyTopics() {
        return 100;
    }

    @Test
    @Tag("long")
    @ResourceLock(SYSTEM)
    void aThousandTopicsCanBeCreatedUsedAndDeleted() throws Exception {
        createUseAndDelete(1_000);
    }
}
