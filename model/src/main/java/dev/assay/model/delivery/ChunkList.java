package dev.assay.model.delivery;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a chunk of a {@link SequenceSet} that is nearly full or nearly empty as a sorted list of the sequences that it lacks or
 * holds: 2 B each, and 24 B for array and heading. Lists are never changed.
 *
 * <p>The heading says how many are listed and whether they are lacking or held; then come their positions in the chunk, four
 * to a word.
 */
final class ChunkList {
    /** A longer list would take a quarter or more of what cells take, and adding to it would take too long. */
    static final int MAX = 1024;

    private static final int BITS = Short.SIZE;
    private static final int AT_ONCE = Long.SIZE / BITS;
    private static final long LACKS = 1L << Integer.SIZE;

    private ChunkList() {}

    static boolean fits(long count) {
        return count <= MAX || count >= SequenceSet.CHUNK - MAX;
    }

    /** Lists these sequences; null where the list would be too long. */
    static long @Nullable [] of(long[] words) {
        int count = (int) SequenceSet.bits(words);
        if (!fits(count)) {
            return null;
        }
        boolean lacks = count > MAX;
        int size = lacks ? SequenceSet.CHUNK - count : count;
        long[] list = new long[1 + (size + AT_ONCE - 1) / AT_ONCE];
        list[0] = size | (lacks ? LACKS : 0);
        int place = 0;
        for (int word = 0; word < words.length; word++) {
            for (long remaining = lacks ? ~words[word] : words[word]; remaining != 0; remaining &= remaining - 1) {
                long position = (long) word * Long.SIZE + Long.numberOfTrailingZeros(remaining);
                list[1 + place / AT_ONCE] |= position << (BITS * (place % AT_ONCE));
                place++;
            }
        }
        return list;
    }

    static int size(long[] list) {
        return (int) list[0];
    }

    /** Tells whether the list is of the sequences that the chunk lacks. */
    static boolean lacks(long[] list) {
        return (list[0] & LACKS) != 0;
    }

    static int position(long[] list, int place) {
        return (int) (list[1 + place / AT_ONCE] >>> (BITS * (place % AT_ONCE))) & 0xffff;
    }

    static int count(long[] list) {
        return lacks(list) ? SequenceSet.CHUNK - size(list) : size(list);
    }

    static int bits(long[] list, int cell) {
        int min = cell * Integer.SIZE;
        int bits = 0;
        for (int place = firstFrom(list, min); place < size(list); place++) {
            int position = position(list, place);
            if (position >= min + Integer.SIZE) {
                break;
            }
            bits |= 1 << position;
        }
        return lacks(list) ? ~bits : bits;
    }

    private static int firstFrom(long[] list, int min) {
        int from = 0;
        int to = size(list);
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (position(list, middle) < min) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /** Returns the sequences as words of 64. */
    static long[] words(long[] list) {
        long[] words = new long[SequenceSet.WORDS];
        for (int place = 0; place < size(list); place++) {
            int position = position(list, place);
            words[position / Long.SIZE] |= 1L << position;
        }
        if (lacks(list)) {
            Arrays.setAll(words, word -> ~words[word]);
        }
        return words;
    }

    /** Makes cells serve the chunk that is listed, without allocating anything. The caller publishes them with release. */
    static void dedicate(long[] cells, int chunk, long[] list) {
        int place = 0;
        for (int cell = 0; cell < ChunkCells.COUNT; cell++) {
            int bits = 0;
            while (place < size(list) && position(list, place) / Integer.SIZE == cell) {
                bits |= 1 << position(list, place);
                place++;
            }
            ChunkCells.put(cells, chunk, cell, lacks(list) ? ~bits : bits);
        }
        ChunkCells.forgetCount(cells);
    }
}
