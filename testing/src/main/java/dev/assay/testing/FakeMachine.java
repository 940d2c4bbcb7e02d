package dev.assay.testing;

import dev.assay.host.Machine;
import dev.assay.model.metric.Sample;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Repeats the samples of a test every second. */
public final class FakeMachine implements Machine {
    private final String name;
    private final String bootId;
    private final List<Sample> samples;
    private final AtomicInteger watched = new AtomicInteger();

    /**
     * @param bootId machines with different ids count as different
     * @param samples of each second
     */
    public FakeMachine(String name, String bootId, Sample... samples) {
        this.name = name;
        this.bootId = bootId;
        this.samples = List.of(samples);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String bootId() {
        return bootId;
    }

    @Override
    public Map<String, String> facts(Path data) {
        return Map.of("cpu.model", "a processor");
    }

    @Override
    public Watch watch() {
        watched.incrementAndGet();
        return nanoTime -> samples;
    }

    public int watched() {
        return watched.get();
    }
}
