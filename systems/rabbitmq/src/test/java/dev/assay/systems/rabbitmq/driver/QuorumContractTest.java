package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.contract.DriverContract;
import dev.assay.systems.rabbitmq.QueueKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

@Tag("server")
class QuorumContractTest extends DriverContract implements RabbitMqContract {
    @Override
    public QueueKind kind() {
        return QueueKind.QUORUM;
    }

    @Test
    @Tag("slow")
    @ResourceLock(SYSTEM)
    void aThousandTopicsCanBeCreatedUsedAndDeleted() throws Exception {
        createUseAndDelete(1_000);
    }
}
