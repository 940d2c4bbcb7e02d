package dev.assay.systems.rabbitmq.driver;

import org.junit.jupiter.api.Tag;

/** The same on quorum queues of RabbitMQ 4, where a server of it is found (CONTRIBUTING.md says how to get one). */
@Tag("server")
@Tag("slow")
class QuorumOnRabbitMq4ContractTest extends QuorumContractTest {
    @Override
    public String version() {
        return "4";
    }
}
