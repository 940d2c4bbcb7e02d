package dev.assay.driver.contract;

import dev.assay.driver.Driver;
import dev.assay.driver.TopicSpec;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.spec.VendorSettings;

/**
 * Describes something valid and harmless that makes messages fail, and how the failures must be reported.
 *
 * @param name what is wrong, for people
 * @param settings of the driver and the topic
 * @param preparation done once the producer is open, before anything is sent
 * @param frozen whether the system is frozen until all messages have an outcome
 * @param messages how many are sent, one right after the other, to a topic with one partition and one subscription
 * @param failing how many of them fail, all with that class and code; {@value #SOME} for at least one
 */
public record FailureCase(
        String name,
        VendorSettings settings,
        Step preparation,
        boolean frozen,
        int messages,
        int payloadBytes,
        FailureClass kind,
        String code,
        int failing) {
    /** At least one message fails; as many again are sent until one does, for systems that take more than their limit says. */
    public static final int SOME = -1;

    private static final Step NOTHING = (_, _) -> {};

    @FunctionalInterface
    public interface Step {
        void run(Driver driver, TopicSpec topic) throws Exception;
    }

    /** Creates a case whose messages of the usual size all fail. */
    public static FailureCase of(String name, VendorSettings settings, int messages, FailureClass kind, String code) {
        return new FailureCase(name, settings, NOTHING, false, messages, TestMessage.USUAL_BYTES, kind, code, messages);
    }

    public FailureCase after(Step step) {
        return new FailureCase(name, settings, step, frozen, messages, payloadBytes, kind, code, failing);
    }

    public FailureCase whileFrozen() {
        return new FailureCase(name, settings, preparation, true, messages, payloadBytes, kind, code, failing);
    }

    public FailureCase of(int bytes) {
        return new FailureCase(name, settings, preparation, frozen, messages, bytes, kind, code, failing);
    }

    /** Returns this case with only {@code some} of its messages failing. */
    public FailureCase failing(int some) {
        return new FailureCase(name, settings, preparation, frozen, messages, payloadBytes, kind, code, some);
    }

    @Override
    public String toString() {
        return name;
    }
}
