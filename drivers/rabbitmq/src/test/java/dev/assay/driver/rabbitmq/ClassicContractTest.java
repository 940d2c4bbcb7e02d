package dev.assay.driver.rabbitmq;

import dev.assay.core.scenario.QueueKind;
import org.junit.jupiter.api.Tag;

@Tag("real")
class ClassicContractTest extends RabbitMqContract {
    ClassicContractTest() {
        super(QueueKind.CLASSIC);
    }
}
