package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.contract.DeliveryContract;
import dev.assay.driver.contract.FaultsContract;
import dev.assay.driver.contract.OutcomesContract;
import dev.assay.driver.contract.PartialDriverContract;
import dev.assay.driver.contract.SubscriptionsContract;
import dev.assay.driver.contract.TopicsContract;
import dev.assay.systems.rabbitmq.QueueKind;
import org.junit.jupiter.api.Tag;

/**
 * Over AMQP: all subscriptions read one stream for each partition, each from a position of its own, and a producer has a
 * channel for each. Threads and ends are those of other queues.
 */
@Tag("real")
class StreamContractTest extends PartialDriverContract
        implements RabbitMqContract,
                TopicsContract,
                DeliveryContract,
                SubscriptionsContract,
                OutcomesContract,
                FaultsContract {
    @Override
    public QueueKind kind() {
        return QueueKind.STREAM;
    }
}
