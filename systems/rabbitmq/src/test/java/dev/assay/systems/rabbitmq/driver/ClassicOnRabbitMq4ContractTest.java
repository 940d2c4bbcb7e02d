package dev.assay.systems.rabbitmq.driver;

import org.junit.jupiter.api.Tag;

/** The same on classic queues of RabbitMQ 4, where a server of it is found (CONTRIBUTING.md says how to get one). */
@Tag("server")
@Tag("slow")
class ClassicOnRabbitMq4ContractTest extends ClassicContractTest {
    @Override
    public String version() {
        return "4";
    }
}
