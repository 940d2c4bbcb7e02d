package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.contract.ClosingContract;
import dev.assay.driver.contract.IsolationContract;
import dev.assay.driver.contract.PartialDriverContract;
import dev.assay.systems.rabbitmq.QueueKind;
import org.junit.jupiter.api.Tag;

/** What {@link StreamContractTest} leaves out. */
@Tag("real")
@Tag("long")
class StreamRemainingContractTest extends PartialDriverContract
        implements RabbitMqContract, IsolationContract, ClosingContract {
    @Override
    public QueueKind kind() {
        return QueueKind.STREAM;
    }
}
