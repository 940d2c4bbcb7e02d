package dev.assay.core.delivery;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A set of message sequences that is exact, can be added to by any number of threads without locking, and stays small
 * while the sequences are dense: a chunk of 65 536 sequences takes 8 KiB until {@link #compact()} finds it full, and
 * nothing afterwards.
 */
public final class SequenceSet {
    /** Sequences of one chunk. */
    public static final int CHUNK = 1 << 16;

    /** The first sequence that can't be held; a run of 10^9 messages is far below. */
    public static final long LIMIT = 1L << 40;

    static final int WORDS = CHUNK / Long.SIZE;
    private static final int CHUNKS = (int) (LIMIT / CHUNK);
    private static final byte EMPTY_KIND = 0;
    private static final byte FULL_KIND = 1;
    private static final byte WORDS_KIND = 2;
    private static final long[] FULL = new long[WORDS];
    private static final long[] EMPTY = new long[WORDS];
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    static {
        Arrays.fill(FULL, -1L);
    }

    /** Grown and filled under the lock only; read without it. A stale read finds no chunk and takes the lock. */
    private volatile long[][] chunks = new long[4][];

    private int firstNotFull;

    /**
     * Adds a sequence.
     *
     * @return false when it was there already
     * @throws IllegalArgumentException when it is negative or not below {@link #LIMIT}
     */
    public boolean add(long sequence) {
        if (sequence < 0 || sequence >= LIMIT) {
            throw new IllegalArgumentException("sequence must be between 0 and " + LIMIT + ", but is " + sequence);
        }
        long[] words = chunkFor((int) (sequence >>> 16));
        long bit = 1L << sequence;
        if (words == FULL) {
            return false;
        }
        return ((long) WORD.getAndBitwiseOr(words, (int) (sequence >>> 6) & (WORDS - 1), bit) & bit) == 0;
    }

    private long[] chunkFor(int index) {
        long[][] seen = chunks;
        if (index < seen.length) {
            long[] words = seen[index];
            if (words != null) {
                return words;
            }
        }
        return newChunk(index);
    }

    private synchronized long[] newChunk(int index) {
        long[][] grown = chunks;
        if (index >= grown.length) {
            grown = Arrays.copyOf(grown, Math.max(index + 1, grown.length * 2));
        }
        if (grown[index] == null) {
            grown[index] = new long[WORDS];
        }
        chunks = grown;
        return grown[index];
    }

    /** Whether the sequence has been added; never true of one that can't be held. */
    public boolean contains(long sequence) {
        if (sequence < 0 || sequence >= LIMIT) {
            return false;
        }
        long[] words = chunk((int) (sequence >>> 16));
        return ((long) WORD.getVolatile(words, (int) (sequence >>> 6) & (WORDS - 1)) & (1L << sequence)) != 0;
    }

    /** How many sequences have been added; exact when nobody adds meanwhile. */
    public long count() {
        long count = 0;
        int present = chunkCount();
        for (int index = 0; index < present; index++) {
            count += bits(chunk(index));
        }
        return count;
    }

    /** Gives back the memory of chunks that are full. Bits are never cleared, so this is safe while others add. */
    public synchronized void compact() {
        boolean onlyFullSoFar = true;
        for (int index = firstNotFull; index < chunks.length; index++) {
            long[] words = chunks[index];
            if (words != null && words != FULL && Arrays.equals(words, FULL)) {
                chunks[index] = FULL;
            }
            onlyFullSoFar &= chunks[index] == FULL;
            if (onlyFullSoFar) {
                firstNotFull = index + 1;
            }
        }
    }

    /** Number of chunks up to the last that may hold something. */
    public int chunkCount() {
        long[][] seen = chunks;
        int count = seen.length;
        while (count > 0 && seen[count - 1] == null) {
            count--;
        }
        return count;
    }

    /** The words of a chunk, all zero where nothing was added; not to be written to. */
    long[] chunk(int index) {
        long[][] seen = chunks;
        return index < seen.length && seen[index] != null ? seen[index] : EMPTY;
    }

    static long bits(long[] words) {
        if (words == FULL) {
            return CHUNK;
        }
        long count = 0;
        for (long word : words) {
            count += Long.bitCount(word);
        }
        return count;
    }

    /**
     * The chunks {@code [from, to)} as bytes, little more than 8 KiB each, for {@link #merge}. Chunks beyond
     * {@link #chunkCount()} are empty.
     *
     * @throws IllegalArgumentException when that is no range of chunks
     */
    public byte[] encode(int from, int to) {
        checkChunks(from, to);
        compact();
        ByteBuffer out =
                ByteBuffer.allocate(8 + (to - from) * (1 + WORDS * Long.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(from).putInt(to - from);
        for (int index = from; index < to; index++) {
            encodeChunk(chunk(index), out);
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    private static void encodeChunk(long[] words, ByteBuffer out) {
        if (words == FULL) {
            out.put(FULL_KIND);
        } else if (words == EMPTY) {
            out.put(EMPTY_KIND);
        } else {
            out.put(WORDS_KIND);
            for (long word : words) {
                out.putLong(word);
            }
        }
    }

    /**
     * Adds all sequences of what {@link #encode} gave.
     *
     * @throws IllegalArgumentException when the bytes are not such; a part of them may have been added then
     */
    public synchronized void merge(byte[] encoded) {
        ByteBuffer in = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
        try {
            mergeChunks(in);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("a sequence set of " + encoded.length + " bytes ends too early", e);
        }
        if (in.hasRemaining()) {
            throw new IllegalArgumentException(in.remaining() + " bytes too many after a sequence set");
        }
    }

    private void mergeChunks(ByteBuffer in) {
        int from = in.getInt();
        int to = from + in.getInt();
        checkChunks(from, to);
        for (int index = from; index < to; index++) {
            byte kind = in.get();
            switch (kind) {
                case EMPTY_KIND -> {}
                case FULL_KIND -> {
                    newChunk(index);
                    chunks[index] = FULL;
                }
                case WORDS_KIND -> mergeWords(chunkFor(index), in);
                default -> throw new IllegalArgumentException("unknown kind of chunk " + kind + " in a sequence set");
            }
        }
    }

    private static void checkChunks(int from, int to) {
        if (from < 0 || to < from || to > CHUNKS) {
            throw new IllegalArgumentException(
                    "chunks must be a range between 0 and " + CHUNKS + ", but are from " + from + " to " + to);
        }
    }

    private static void mergeWords(long[] words, ByteBuffer in) {
        for (int i = 0; i < WORDS; i++) {
            long word = in.getLong();
            if (words != FULL) {
                WORD.getAndBitwiseOr(words, i, word);
            }
        }
    }
}
