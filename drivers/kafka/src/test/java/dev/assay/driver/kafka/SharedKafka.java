package dev.assay.driver.kafka;

import org.jspecify.annotations.Nullable;

/** One cluster of three nodes for all test classes of the module; it is killed with the JVM. */
final class SharedKafka {
    private static @Nullable RealKafka kafka;

    private SharedKafka() {}

    static synchronized RealKafka get() throws Exception {
        RealKafka running = kafka;
        if (running == null) {
            running = RealKafka.start(3);
            kafka = running;
        }
        return running;
    }
}
