package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.contract.DriverContract;
import dev.assay.driver.contract.FailureCase;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.spec.VendorSettings;
import dev.assay.systems.rabbitmq.QueueKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

@Tag("server")
class QuorumContractTest extends DriverContract implements RabbitMqContract {
    @Override
    public QueueKind kind() {
        return QueueKind.QUORUM;
    }

    /** A quorum queue accepts a few more messages than its length, and a message to a deleted exchange closes its channel. */
    @Override
    public List<FailureCase> failureCases() {
        VendorSettings shortQueue = new VendorSettings(
                Map.of(), Map.of(), Map.of(), Map.of("x-max-length", "5", "x-overflow", "reject-publish"), Map.of());
        return List.of(
                FailureCase.of("a full queue", shortQueue, 200, FailureClass.NACKED, "basic.nack")
                        .failing(FailureCase.SOME),
                FailureCase.of("an exchange that is gone", VendorSettings.NONE, 3, FailureClass.REFUSED, "404")
                        .after((driver, topic) -> driver.deleteTopics(List.of(topic))));
    }

    @Test
    @Tag("slow")
    @ResourceLock(SYSTEM)
    void aThousandTopicsCanBeCreatedUsedAndDeleted() throws Exception {
        createUseAndDelete(1_000);
    }
}
