package dev.assay.driver.rabbitmq;

import dev.assay.core.scenario.QueueKind;
import org.junit.jupiter.api.Tag;

@Tag("real")
class StreamContractTest extends RabbitMqContract {
    StreamContractTest() {
        super(QueueKind.STREAM);
    }
}
