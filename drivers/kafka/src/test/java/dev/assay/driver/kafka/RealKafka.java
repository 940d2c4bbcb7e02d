package dev.assay.driver.kafka;

import dev.assay.driver.contract.BrokerFaults;
import java.io.IOException;

/** A running Kafka cluster of this test run, on this machine. */
interface RealKafka extends BrokerFaults {
    /** Starts a cluster of combined nodes and waits until it is ready. */
    static RealKafka start(int nodes) throws IOException, InterruptedException {
        return KafkaProcesses.start(nodes);
    }

    /** host:port of all nodes, comma-separated. */
    String bootstrapServers();

    /** Kills the nodes and removes their files. */
    void stop() throws IOException, InterruptedException;
}
