package dev.assay.testing;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;

/** Passes everything on to another consumer, for tests that override what they want to be different. */
public class WrappedConsumer implements DriverConsumer {
    private final DriverConsumer sound;

    /** Wraps a consumer, which is closed with this one. */
    public WrappedConsumer(DriverConsumer sound) {
        this.sound = sound;
    }

    @Override
    public int assignedPartitions() {
        return sound.assignedPartitions();
    }

    @Override
    public boolean sharesPartitions() {
        return sound.sharesPartitions();
    }

    @Override
    public boolean atEnd() throws DriverException {
        return sound.atEnd();
    }

    @Override
    public void pause() {
        sound.pause();
    }

    @Override
    public void resume() {
        sound.resume();
    }

    @Override
    public void close() throws DriverException {
        sound.close();
    }
}
