package dev.assay.driver.rabbitmq;

import dev.assay.core.scenario.QueueKind;
import org.junit.jupiter.api.Tag;

/**
 * In the long check: servers from 4.0 on have no such queues, and all that the driver does otherwise than for classic ones is
 * a policy and a wait for the mirrors, which {@link RabbitMqDriverRealTest} looks at each time.
 */
@Tag("real")
@Tag("long")
class MirroredContractTest extends RabbitMqContract {
    MirroredContractTest() {
        super(QueueKind.MIRRORED);
    }

    /** A thousand take half a minute here; classic queues show what the driver makes of so many. */
    @Override
    public int manyTopics() {
        return 100;
    }
}
