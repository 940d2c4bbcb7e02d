package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.contract.ClosingContract;
import dev.assay.driver.contract.DeliveryContract;
import dev.assay.driver.contract.IsolationContract;
import dev.assay.driver.contract.OutcomesContract;
import dev.assay.driver.contract.PartialDriverContract;
import dev.assay.driver.contract.QueuesContract;
import dev.assay.driver.contract.SubscriptionsContract;
import dev.assay.systems.rabbitmq.QueueKind;
import org.junit.jupiter.api.Tag;

/** Runs the parts of the contract that {@link ClassicContractTest} leaves out. */
@Tag("server")
@Tag("slow")
class ClassicRemainingContractTest extends PartialDriverContract
        implements RabbitMqContract,
                DeliveryContract,
                SubscriptionsContract,
                QueuesContract,
                OutcomesContract,
                IsolationContract,
                ClosingContract {
    @Override
    public QueueKind kind() {
        return QueueKind.CLASSIC;
    }
}
