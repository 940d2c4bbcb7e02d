package dev.assay.cluster.telemetry;

import dev.assay.model.metric.Sample;
import java.io.IOException;
import java.util.List;

/**
 * Reads values that one server reports about itself, such as how long its requests waited. It is asked by one thread at a time, about once
 * a second; differences of two answers are of the time between them.
 */
public interface ServerMetrics extends AutoCloseable {
    String node();

    /**
     * Asks the server, and waits as long as that takes.
     *
     * @param nanoTime now, on the clock of {@link System#nanoTime()}
     * @return the values since the previous answer; unknown ones are absent, as are all differences in the first answer
     * @throws IOException when the server does not answer; it is not asked again
     */
    List<Sample> next(long nanoTime) throws IOException;

    /** Releases the server. May be called by another thread while {@link #next} waits. */
    @Override
    void close() throws IOException;
}
