package dev.assay.driver.rabbitmq;

import dev.assay.core.scenario.QueueKind;
import org.junit.jupiter.api.Tag;

@Tag("real")
class QuorumContractTest extends RabbitMqContract {
    QuorumContractTest() {
        super(QueueKind.QUORUM);
    }
}
