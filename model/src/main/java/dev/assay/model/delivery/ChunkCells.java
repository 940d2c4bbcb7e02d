package dev.assay.model.delivery;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Keeps one chunk of a {@link SequenceSet} in cells of 64 bits, of which the lower 32 stand for sequences and the upper
 * 32 say which chunk the cell serves. That makes it safe to store a chunk in another way, and to use its memory for another
 * one, while a thread may still be about to write to it: that thread compares the whole cell, sees another number, and so
 * knows that it has to look for its chunk again.
 */
final class ChunkCells {
    static final int COUNT = SequenceSet.CHUNK / Integer.SIZE;

    /**
     * The array has the cells, and after them the count that {@link #isSettled} found last. No other array that a set holds is
     * as long.
     */
    static final int LENGTH = COUNT + 1;

    /** Is returned by {@link #add} and {@link #bits} when the cells no longer serve their chunk. */
    static final long MOVED = -1;

    private static final int NO_CHUNK = -1;
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

    private ChunkCells() {}

    /** Tells whether an array holds cells, by its length. */
    static boolean are(long[] chunk) {
        return chunk.length == LENGTH;
    }

    /** Makes cells serve a chunk that holds nothing yet. The caller publishes them to other threads with release. */
    static void dedicate(long[] cells, int chunk) {
        for (int cell = 0; cell < COUNT; cell++) {
            put(cells, chunk, cell, 0);
        }
        forgetCount(cells);
    }

    /**
     * Makes cells serve a chunk that holds these sequences. Each cell is written once: a thread that knows the cells from the last
     * time that they served the chunk may add to them from then on.
     */
    static void dedicate(long[] cells, int chunk, long[] words) {
        for (int cell = 0; cell < COUNT; cell++) {
            put(cells, chunk, cell, half(words, cell));
        }
        forgetCount(cells);
    }

    static void put(long[] cells, int chunk, int cell, int bits) {
        CELL.setOpaque(cells, cell, (long) chunk << Integer.SIZE | Integer.toUnsignedLong(bits));
    }

    static void forgetCount(long[] cells) {
        cells[COUNT] = -1;
    }

    static int half(long[] words, int cell) {
        return (int) (words[cell / 2] >>> (Integer.SIZE * (cell % 2)));
    }

    /**
     * Adds up to 32 sequences, the bits of a cell.
     *
     * @return the cell's earlier bits, or {@link #MOVED} where nothing was added
     */
    static long add(long[] cells, int chunk, int cell, int bits) {
        long current = (long) CELL.getVolatile(cells, cell);
        while ((int) (current >>> Integer.SIZE) == chunk) {
            int present = (int) current;
            if ((present & bits) == bits) {
                return Integer.toUnsignedLong(present);
            }
            long witness = (long) CELL.compareAndExchange(cells, cell, current, current | Integer.toUnsignedLong(bits));
            if (witness == current) {
                return Integer.toUnsignedLong(present);
            }
            current = witness;
        }
        return MOVED;
    }

    /** Returns the bits of a cell, or {@link #MOVED}. */
    static long bits(long[] cells, int chunk, int cell) {
        long current = (long) CELL.getVolatile(cells, cell);
        return (int) (current >>> Integer.SIZE) == chunk ? Integer.toUnsignedLong((int) current) : MOVED;
    }

    /** Counts the sequences; may miss those that other threads add meanwhile. */
    static int count(long[] cells) {
        int count = 0;
        for (int cell = 0; cell < COUNT; cell++) {
            count += Integer.bitCount((int) cells[cell]);
        }
        return count;
    }

    /** Tells whether nothing was added since the last call; to be called by one thread at a time. */
    static boolean isSettled(long[] cells, int count) {
        boolean settled = cells[COUNT] == count;
        cells[COUNT] = count;
        return settled;
    }

    /** Takes all sequences out, so that nothing can be added any more, and returns them as words of 64. */
    static long[] close(long[] cells) {
        long[] words = new long[SequenceSet.WORDS];
        for (int cell = 0; cell < COUNT; cell++) {
            long last = (long) CELL.getAndSet(cells, cell, (long) NO_CHUNK << Integer.SIZE);
            words[cell / 2] |= Integer.toUnsignedLong((int) last) << (Integer.SIZE * (cell % 2));
        }
        return words;
    }
}
