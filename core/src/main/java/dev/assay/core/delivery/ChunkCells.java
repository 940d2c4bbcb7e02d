package dev.assay.core.delivery;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The memory of one chunk of a {@link SequenceSet}: cells of 64 bits, of which the lower 32 stand for sequences and the upper
 * 32 say which chunk the cell serves. That makes it safe to use the memory of a full chunk for another one while a thread
 * may still be about to write to it: that thread compares the whole cell, sees the other chunk's number, and so knows that
 * its own chunk was full. A chunk that was full never gets cells again, so a number never comes back.
 */
final class ChunkCells {
    /** Cells of one chunk. */
    static final int COUNT = SequenceSet.CHUNK / Integer.SIZE;

    private static final int ALL = -1;
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

    private ChunkCells() {}

    /** Makes cells serve a chunk that holds nothing yet. To be published to other threads with release. */
    static void dedicate(long[] cells, int chunk) {
        long empty = (long) chunk << Integer.SIZE;
        for (int cell = 0; cell < COUNT; cell++) {
            CELL.setOpaque(cells, cell, empty);
        }
    }

    /**
     * Adds a sequence.
     *
     * @param position of the sequence within the chunk
     * @return false when it was there already
     */
    static boolean add(long[] cells, int chunk, int position) {
        return (addBits(cells, chunk, position / Integer.SIZE, bit(position)) & bit(position)) == 0;
    }

    /** Adds up to 64 sequences, the bits of a word; gives those that were there before. */
    static long addWord(long[] cells, int chunk, int word, long bits) {
        long lower = Integer.toUnsignedLong(addBits(cells, chunk, 2 * word, (int) bits));
        long upper = addBits(cells, chunk, 2 * word + 1, (int) (bits >>> Integer.SIZE));
        return upper << Integer.SIZE | lower;
    }

    /** The sequences of a word. */
    static long word(long[] cells, int chunk, int word) {
        long lower = Integer.toUnsignedLong(bitsFor(chunk, (long) CELL.getVolatile(cells, 2 * word)));
        long upper = bitsFor(chunk, (long) CELL.getVolatile(cells, 2 * word + 1));
        return upper << Integer.SIZE | lower;
    }

    /** Gives the bits that were there before. */
    private static int addBits(long[] cells, int chunk, int cell, int bits) {
        long before = (long) CELL.getVolatile(cells, cell);
        while (true) {
            int there = bitsFor(chunk, before);
            if ((there & bits) == bits) {
                return there;
            }
            long witness = (long) CELL.compareAndExchange(cells, cell, before, before | Integer.toUnsignedLong(bits));
            if (witness == before) {
                return there;
            }
            before = witness;
        }
    }

    static boolean contains(long[] cells, int chunk, int position) {
        long cell = (long) CELL.getVolatile(cells, position / Integer.SIZE);
        return (bitsFor(chunk, cell) & bit(position)) != 0;
    }

    /** Cells that serve another chunk by now were those of a full one. */
    private static int bitsFor(int chunk, long cell) {
        return (int) (cell >>> Integer.SIZE) == chunk ? (int) cell : ALL;
    }

    private static int bit(int position) {
        return 1 << position;
    }

    /** Whether all sequences of the chunk that the cells serve are there. */
    static boolean areFull(long[] cells) {
        for (long cell : cells) {
            if ((int) cell != ALL) {
                return false;
            }
        }
        return true;
    }

    /** A copy as words of 64 sequences. */
    static long[] words(long[] cells, int chunk) {
        long[] words = new long[SequenceSet.WORDS];
        for (int word = 0; word < words.length; word++) {
            words[word] = word(cells, chunk, word);
        }
        return words;
    }
}
