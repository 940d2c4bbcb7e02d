package dev.assay.worker.engine;

import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.failure.FailureCount;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Counts failures by class and code, each of which goes to the log once. Any thread may add. A failure of a known kind takes
 * no lock; memory is bounded, however many codes there are.
 */
final class FailureCounter {
    private static final System.Logger LOG = System.getLogger(FailureCounter.class.getName());
    private static final double NANOS_PER_SECOND = 1e9;

    private final LoadTimeline timeline;
    private final int phases;
    private final Map<Key, Kind> kinds = new ConcurrentHashMap<>();

    FailureCounter(LoadTimeline timeline) {
        this.timeline = timeline;
        this.phases = timeline.phases().size();
    }

    private record Key(FailedOperation operation, FailureClass kind, String code) {}

    private static final class Kind {
        private final String message;
        private final long firstNanos;
        private final AtomicLongArray counts;
        private volatile long lastNanos;

        Kind(String message, long nanos, int phases) {
            this.message = message;
            this.firstNanos = nanos;
            this.lastNanos = nanos;
            this.counts = new AtomicLongArray(phases);
        }

        void add(int phase, long nanos) {
            // Two threads at once may leave the earlier of two times that are next to each other.
            if (nanos > lastNanos) {
                lastNanos = nanos;
            }
            counts.getAndIncrement(phase);
        }
    }

    /**
     * @param phase index of the phase that it counts for
     * @param sinceStartNanos when it was reported, from the start of the load
     */
    void add(FailedOperation operation, Failure failure, int phase, long sinceStartNanos) {
        Kind kind = kinds.get(new Key(operation, failure.kind(), failure.code()));
        if (kind == null) {
            kind = opened(operation, failure, sinceStartNanos);
        }
        kind.add(phase, sinceStartNanos);
    }

    private synchronized Kind opened(FailedOperation operation, Failure failure, long sinceStartNanos) {
        Key key = new Key(operation, failure.kind(), failure.code());
        long kindsOfOperation = kinds.keySet().stream()
                .filter(each -> each.operation() == operation)
                .count();
        if (kindsOfOperation >= FailureCount.MAX_KINDS && !kinds.containsKey(key)) {
            key = new Key(operation, failure.kind(), FailureCount.REST);
        }
        Kind kind = kinds.get(key);
        if (kind == null) {
            kind = new Kind(FailureCount.shown(failure.message()), sinceStartNanos, phases);
            kinds.put(key, kind);
            if (failure.kind() != FailureClass.REBALANCED) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "failed to {0}: {1}, {2}: {3} (logged once)",
                        operation.code(),
                        failure.kind().words(),
                        key.code(),
                        kind.message);
            }
        }
        return kind;
    }

    List<FailureCount> counts() {
        List<FailureCount> all = new ArrayList<>();
        kinds.forEach((key, kind) -> {
            FailureCount count = count(key, kind);
            if (count != null) {
                all.add(count);
            }
        });
        return FailureCount.sum(List.of(all));
    }

    /** Returns null while the first of its kind is being added. */
    private @Nullable FailureCount count(Key key, Kind kind) {
        Map<String, Long> byPhase = new LinkedHashMap<>();
        for (int phase = 0; phase < phases; phase++) {
            long count = kind.counts.get(phase);
            if (count > 0) {
                byPhase.put(timeline.phases().get(phase).name(), count);
            }
        }
        return byPhase.isEmpty()
                ? null
                : new FailureCount(
                        key.operation(),
                        key.kind(),
                        key.code(),
                        kind.message,
                        byPhase,
                        kind.firstNanos / NANOS_PER_SECOND,
                        kind.lastNanos / NANOS_PER_SECOND);
    }
}
