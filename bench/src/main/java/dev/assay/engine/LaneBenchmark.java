package dev.assay.engine;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Recording what is recorded of one message; in the engine's package, because a lane is nobody else's business. */
@State(Scope.Thread)
public class LaneBenchmark {
    private final Lane lane = new Lane(1, 1);
    private long number;

    /** All five latencies of one message. */
    @Benchmark
    public void record() {
        long nanos = 1_000_000 + (number++ & 0xFFFFF);
        lane.recordCall(0, nanos);
        lane.recordAcknowledgement(0, nanos, nanos);
        lane.recordArrival(0, nanos, nanos);
    }
}
