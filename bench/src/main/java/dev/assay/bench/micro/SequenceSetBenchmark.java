package dev.assay.bench.micro;

import dev.assay.model.delivery.SequenceSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Measures adding one sequence after the other; full chunks are released now and then, as in a trial. */
@State(Scope.Thread)
public class SequenceSetBenchmark {
    private static final long COMPACT_MASK = (1L << 20) - 1;

    private SequenceSet set = new SequenceSet();
    private long next;

    @Benchmark
    public boolean add() {
        long sequence = next++;
        if ((sequence & COMPACT_MASK) == COMPACT_MASK) {
            set.compact();
        }
        if (next == SequenceSet.LIMIT) {
            set = new SequenceSet();
            next = 0;
        }
        return set.add(sequence);
    }
}
