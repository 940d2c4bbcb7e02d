package dev.assay.cli.run;

import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.PulsarSpec;
import dev.assay.core.unit.ByteSize;
import java.util.Locale;

/** What a Pulsar cluster needs of this machine, for people. */
final class PulsarRequirements {
    /** What a JVM uses besides its heap: class data, code, stacks, and buffers outside of the heap. Seen on small nodes. */
    private static final long BESIDE_HEAP_BYTES = 300L << 20;

    private static final long ZOOKEEPER_BYTES = 250L << 20;

    private PulsarRequirements() {}

    static String of(PulsarSpec pulsar) {
        return pulsar.deployment() == Deployment.EXISTING
                ? "needs: an existing Pulsar at " + pulsar.serviceUrl()
                : "needs: Pulsar %s from Maven Central (about 245 MB, once, and as much unpacked), ZooKeeper, %d bookies and %d brokers here (%s), about %s of memory, free ports on 127.0.0.1"
                        .formatted(
                                pulsar.version(),
                                pulsar.bookies(),
                                pulsar.brokers(),
                                pulsar.placement().name().toLowerCase(Locale.ROOT),
                                memory(pulsar));
    }

    private static String memory(PulsarSpec pulsar) {
        long bytes = ZOOKEEPER_BYTES
                + pulsar.bookies() * (pulsar.bookieHeap().bytes() + BESIDE_HEAP_BYTES)
                + pulsar.brokers() * (pulsar.heap().bytes() + BESIDE_HEAP_BYTES);
        return new ByteSize(bytes >> 20 << 20).toString();
    }
}
