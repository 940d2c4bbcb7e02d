package dev.assay.systems.rabbitmq.driver;

import org.junit.jupiter.api.Tag;

/** Runs the contract on quorum queues of RabbitMQ 4, where one is installed (CONTRIBUTING.md says how to get one). */
@Tag("server")
@Tag("slow")
class QuorumOnRabbitMq4ContractTest extends QuorumContractTest {
    @Override
    public String version() {
        return "4";
    }
}
