package dev.assay.run.workers;

import dev.assay.model.spec.SystemSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * @param count at least one
 * @param heapBytes of each, where they are started on this machine
 * @param system that they drive, with the versions of the clients
 * @param logs folder for their logs, where those are written on this machine; it must exist
 */
public record WorkerDemand(int count, long heapBytes, SystemSpec system, Path logs) {
    public WorkerDemand {
        if (count < 1) {
            throw new IllegalArgumentException("count of workers must be at least 1, but is " + count);
        }
    }

    public WorkerDemand(int count, SystemSpec system, Path logs) {
        this(count, WorkerJvm.DEFAULT_HEAP_BYTES, system, logs);
    }

    /** Returns the names of the workers of each process: one of its own for each, or one for all where the system is in them. */
    List<List<String>> processes() {
        List<String> names =
                IntStream.rangeClosed(1, count).mapToObj(number -> "w" + number).toList();
        return system.isInWorkers()
                ? List.of(names)
                : names.stream().map(List::of).toList();
    }
}
