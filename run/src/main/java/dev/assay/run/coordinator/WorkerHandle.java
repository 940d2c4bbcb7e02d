package dev.assay.run.coordinator;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Gives the starter's knowledge of a worker, to explain why it has ended. */
public interface WorkerHandle {
    WorkerHandle ELSEWHERE = new WorkerHandle() {
        @Override
        public Optional<String> death(Duration patience) {
            return Optional.empty();
        }

        @Override
        public List<String> logTail() {
            return List.of();
        }
    };

    /**
     * Returns how the process ended, such as {@code killed by signal 9}; empty while it runs, or when that is not known.
     *
     * @param patience how long to wait for an end that may just be happening
     */
    Optional<String> death(Duration patience);

    List<String> logTail();
}
