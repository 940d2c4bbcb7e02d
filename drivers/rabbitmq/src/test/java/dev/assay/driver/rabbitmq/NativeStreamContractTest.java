package dev.assay.driver.rabbitmq;

import dev.assay.core.scenario.QueueKind;
import org.junit.jupiter.api.Tag;

@Tag("real")
class NativeStreamContractTest extends RabbitMqContract {
    NativeStreamContractTest() {
        super(QueueKind.NATIVE_STREAM);
    }
}
