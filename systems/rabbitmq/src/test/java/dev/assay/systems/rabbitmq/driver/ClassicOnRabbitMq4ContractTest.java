package dev.assay.systems.rabbitmq.driver;

import org.junit.jupiter.api.Tag;

/** Runs the contract on classic queues of RabbitMQ 4, where one is installed (CONTRIBUTING.md says how to get one). */
@Tag("server")
@Tag("slow")
class ClassicOnRabbitMq4ContractTest extends ClassicContractTest {
    @Override
    public String version() {
        return "4";
    }
}
