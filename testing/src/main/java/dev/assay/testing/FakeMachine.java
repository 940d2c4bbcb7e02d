package dev.assay.testing;

import dev.assay.host.Machine;
import dev.assay.model.metric.Sample;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A machine that does what a test says, second by second the same. */
public final class FakeMachine implements Machine {
    private final String name;
    private final String bootId;
    private final List<Sample> samples;
    private final AtomicInteger watched = new AtomicInteger();

    /**
     * A machine of its own wherever the id of its boot is another's.
     *
     * @param samples what it does each second
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
    public Watch watch() {
        watched.incrementAndGet();
        return nanoTime -> samples;
    }

    /** How often someone began to watch it. */
    public int watched() {
        return watched.get();
    }
}
