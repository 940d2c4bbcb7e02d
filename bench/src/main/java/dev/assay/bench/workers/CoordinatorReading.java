package dev.assay.bench.workers;

import dev.assay.bench.load.ChildJvm;
import dev.assay.run.CoordinatorSample;
import dev.assay.worker.wire.HostPort;
import java.util.stream.Stream;

/** One reading of a coordinator, in a JVM of its own. */
final class CoordinatorReading {
    private CoordinatorReading() {}

    /**
     * Takes the reading.
     *
     * @param arguments seconds before the reading, seconds of it, then the address of each worker
     */
    public static void main(String[] arguments) throws Exception {
        new CoordinatorSample(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]), ChildJvm::tell)
                .run(Stream.of(arguments).skip(2).map(HostPort::parse).toList());
        System.exit(0); // gRPC's threads may linger.
    }
}
