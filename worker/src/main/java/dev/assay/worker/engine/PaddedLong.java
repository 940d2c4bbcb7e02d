package dev.assay.worker.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Holds a number that one thread writes with every message. It has a cache line of its own wherever the collector puts it:
 * next to something that another thread uses, both would wait for each other.
 */
final class PaddedLong {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

    /** With an array's header of 16 bytes, 64 bytes or more lie on both sides of this element. */
    private static final int MIDDLE = 7;

    private final long[] line = new long[2 * MIDDLE + 2];

    /** Adds one without an atomic instruction; for the only writer. */
    void increment() {
        CELL.setRelease(line, MIDDLE, line[MIDDLE] + 1);
    }

    /** Returns what the only writer wrote last; for that writer. */
    long getPlain() {
        return line[MIDDLE];
    }

    /** Sets a number that no other thread reads. */
    void setPlain(long value) {
        line[MIDDLE] = value;
    }

    void setVolatile(long value) {
        CELL.setVolatile(line, MIDDLE, value);
    }

    long getVolatile() {
        return (long) CELL.getVolatile(line, MIDDLE);
    }
}
