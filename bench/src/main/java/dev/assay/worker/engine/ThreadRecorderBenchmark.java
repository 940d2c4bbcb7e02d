package dev.assay.worker.engine;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Measures recording all latencies of one message; in the engine's package, because recorders are internal to it. */
@State(Scope.Thread)
public class ThreadRecorderBenchmark {
    private final ThreadRecorder recorder = new ThreadRecorder(1, 1);
    private long number;

    @Benchmark
    public void record() {
        long nanos = 1_000_000 + (number++ & 0xFFFFF);
        recorder.recordCall(0, nanos);
        recorder.recordAcknowledgement(0, nanos, nanos);
        recorder.recordArrival(0, 0, nanos, nanos);
    }
}
