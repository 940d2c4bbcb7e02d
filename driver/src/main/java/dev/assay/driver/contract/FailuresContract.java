package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.TopicSpec;
import dev.assay.model.failure.Failure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Each failure is put in the class that its system means, with the vendor's code and message. */
public interface FailuresContract extends ContractHooks {
    int ROUNDS = 20;

    @Test
    default void whatFailsIsToldByClassAndCode() throws Exception {
        check(failureCases().stream().filter(one -> !one.frozen()).toList());
    }

    @Test
    @ResourceLock(SYSTEM)
    default void whatFailsOnAFrozenSystemIsToldByClassAndCode() throws Exception {
        assumeTrue(brokerFaults().isPresent(), "the system's processes are out of reach");
        check(failureCases().stream().filter(FailureCase::frozen).toList());
    }

    private void check(List<FailureCase> cases) throws Exception {
        assumeTrue(!cases.isEmpty(), "nothing is known to fail so");
        for (FailureCase one : cases) {
            DriverConfig usual = config();
            DriverConfig config = new DriverConfig(
                    usual.connection(), usual.durability(), usual.batching(), one.settings(), usual.inFlight());
            TopicSpec topic = session().newTopic(1, "s");
            try (Driver driver = driverProvider().open(config)) {
                driver.createTopics(List.of(topic));
                try {
                    check(one, driver, topic);
                } finally {
                    driver.deleteTopics(List.of(topic));
                }
            }
        }
    }

    private void check(FailureCase one, Driver driver, TopicSpec topic) throws Exception {
        RecordingProducer producer = new RecordingProducer(() -> driver.openProducer(topic), timeouts());
        one.preparation().run(driver, topic);
        if (one.frozen()) {
            producer.sendManyAcked(1_000, 10);
            BrokerFaults faults = brokerFaults().orElseThrow();
            faults.freeze();
            try {
                send(one, producer);
            } finally {
                faults.thaw();
            }
        } else {
            send(one, producer);
        }
        List<Failure> failures =
                producer.failed().values().stream().map(driver::failureOf).toList();
        assertThat(failures).as("failures: %s", one).isNotEmpty().allSatisfy(failure -> {
            assertThat(failure.kind()).as("class of %s", failure).isEqualTo(one.kind());
            assertThat(failure.code()).as("code of %s", failure).isEqualTo(one.code());
            assertThat(failure.message()).as("message of %s", failure).isNotBlank();
        });
        if (one.failing() != FailureCase.SOME) {
            assertThat(failures).as("failures: %s", one).hasSize(one.failing());
        }
        producer.close();
    }

    /** Messages on their way when a limit is reached may still be taken, so sending continues until one meets it. */
    private static void send(FailureCase one, RecordingProducer producer) {
        int rounds = one.failing() == FailureCase.SOME ? ROUNDS : 1;
        long id = 0;
        for (int round = 0; round < rounds && producer.failed().isEmpty(); round++) {
            for (int message = 0; message < one.messages(); message++) {
                producer.send(++id, one.payloadBytes(), null);
            }
            producer.awaitOutcomes();
        }
    }
}
