package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.contract.FaultsContract;
import dev.assay.driver.contract.PartialDriverContract;
import dev.assay.driver.contract.TopicsContract;
import dev.assay.systems.rabbitmq.QueueKind;
import org.junit.jupiter.api.Tag;

/**
 * Runs the contract on classic queues, which the driver treats as it does quorum queues. They are created faster, so a thousand are, and
 * have no copies, so a restart means something else for them.
 */
@Tag("server")
@Tag("slow")
class ClassicContractTest extends PartialDriverContract implements RabbitMqContract, TopicsContract, FaultsContract {
    @Override
    public QueueKind kind() {
        return QueueKind.CLASSIC;
    }

    @Override
    public int manyTopics() {
        return 1_000;
    }

    /**
     * A restarted node brings its queues back one after the other. Seen with 32 of them on one partition: 16 and 21 messages in a row were
     * confirmed once the first queue was there, and never reached the last.
     */
    @Override
    public boolean subscriptionsComeBackTogether() {
        return false;
    }
}
