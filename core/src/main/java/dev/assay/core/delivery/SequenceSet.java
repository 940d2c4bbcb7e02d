package dev.assay.core.delivery;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A set of message sequences that is exact, can be added to by any number of threads without locking, and stays small
 * while the sequences are dense: a chunk of 32 768 sequences takes 8 KiB until {@link #compact()} finds it full, and
 * nothing afterwards. Its memory serves a later chunk then, so a dense set that is compacted now and then allocates
 * nothing in the steady state.
 */
public final class SequenceSet {
    private static final int CHUNK_BITS = 15;

    /** Sequences of one chunk. */
    public static final int CHUNK = 1 << CHUNK_BITS;

    /** The first sequence that can't be held; a run of 10^9 messages is far below. */
    public static final long LIMIT = 1L << 40;

    static final int WORDS = CHUNK / Long.SIZE;

    /** So much memory is kept for chunks to come: one mebibyte. */
    private static final int SPARES = 128;

    private static final int CHUNKS = (int) (LIMIT / CHUNK);
    private static final byte EMPTY_KIND = 0;
    private static final byte FULL_KIND = 1;
    private static final byte WORDS_KIND = 2;
    private static final long[] FULL = new long[WORDS];
    private static final long[] EMPTY = new long[WORDS];
    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[][].class);

    static {
        Arrays.fill(FULL, -1L);
    }

    /**
     * The cells of each chunk as {@link ChunkCells} knows them, or {@link #FULL}. Grown and filled under the lock only; read
     * without it. A stale read finds no chunk and takes the lock, or cells that serve another chunk by now, which says that
     * its own was full.
     */
    private volatile long[][] chunks = new long[4][];

    private final Deque<long[]> spares = new ArrayDeque<>();
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
        int index = (int) (sequence >>> CHUNK_BITS);
        long[] cells = chunkFor(index);
        return cells != FULL && ChunkCells.add(cells, index, (int) sequence & (CHUNK - 1));
    }

    private long[] chunkFor(int index) {
        long[] cells = present(index);
        return cells == null ? newChunk(index) : cells;
    }

    private long @Nullable [] present(int index) {
        long[][] seen = chunks;
        return index < seen.length ? (long[]) CELLS.getAcquire(seen, index) : null;
    }

    private synchronized long[] newChunk(int index) {
        long[][] grown = chunks;
        if (index >= grown.length) {
            grown = Arrays.copyOf(grown, Math.max(index + 1, grown.length * 2));
        }
        if (grown[index] == null) {
            long[] spare = spares.poll();
            long[] cells = spare == null ? new long[ChunkCells.COUNT] : spare;
            ChunkCells.dedicate(cells, index);
            CELLS.setRelease(grown, index, cells);
        }
        chunks = grown;
        return grown[index];
    }

    /**
     * Adds up to 64 sequences: the bits of a word, of which the first stands for 64 times its index.
     *
     * @return the bits that were not there
     * @throws IllegalArgumentException when the word is negative or can't be held
     */
    long addWord(long word, long bits) {
        if (word < 0 || word >= LIMIT / Long.SIZE) {
            throw new IllegalArgumentException("word must be between 0 and " + LIMIT / Long.SIZE + ", but is " + word);
        }
        int index = (int) (word / WORDS);
        long[] cells = chunkFor(index);
        return cells == FULL ? 0 : bits & ~ChunkCells.addWord(cells, index, (int) (word % WORDS), bits);
    }

    /** Takes words of 64 sequences. */
    interface WordSink {
        void accept(long word, long bits);
    }

    /** Gives the sequences that the other set does not have, word by word; the sink may add them to it. */
    void withoutThoseOf(SequenceSet other, WordSink sink) {
        int present = chunkCount();
        for (int index = other.firstNotFull(); index < present; index++) {
            long[] own = present(index);
            long[] others = other.present(index);
            if (own == null || others == FULL) {
                continue;
            }
            for (int word = 0; word < WORDS; word++) {
                long missing = wordOf(own, index, word) & ~wordOf(others, index, word);
                if (missing != 0) {
                    sink.accept((long) index * WORDS + word, missing);
                }
            }
        }
    }

    private synchronized int firstNotFull() {
        return firstNotFull;
    }

    private static long wordOf(long @Nullable [] cells, int index, int word) {
        if (cells == null) {
            return 0;
        }
        return cells == FULL ? -1 : ChunkCells.word(cells, index, word);
    }

    /** Chunks that take memory: neither empty nor known to be full. */
    int heldChunks() {
        int held = 0;
        for (int index = 0; index < chunkCount(); index++) {
            long[] cells = present(index);
            held += cells == null || cells == FULL ? 0 : 1;
        }
        return held;
    }

    /** Whether the sequence has been added; never true of one that can't be held. */
    public boolean contains(long sequence) {
        if (sequence < 0 || sequence >= LIMIT) {
            return false;
        }
        int index = (int) (sequence >>> CHUNK_BITS);
        long[] cells = present(index);
        return cells == FULL || (cells != null && ChunkCells.contains(cells, index, (int) sequence & (CHUNK - 1)));
    }

    /** How many of the sequences from one on up to, but without, another have been added; exact when nobody adds meanwhile. */
    public long count(long from, long to) {
        long count = 0;
        long last = Math.min(to, (long) chunkCount() * CHUNK);
        for (long first = from; first < last; first = (first / CHUNK + 1) * CHUNK) {
            int index = (int) (first / CHUNK);
            long start = (long) index * CHUNK;
            long end = Math.min(last, start + CHUNK);
            long[] words = chunk(index);
            if (first == start && end == start + CHUNK) {
                count += bits(words);
            } else {
                for (long sequence = first; sequence < end; sequence++) {
                    int position = (int) (sequence - start);
                    count += words[position / Long.SIZE] >>> position % Long.SIZE & 1;
                }
            }
        }
        return count;
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

    /** Takes back the memory of chunks that are full; safe while others add. */
    public synchronized void compact() {
        boolean onlyFullSoFar = true;
        for (int index = firstNotFull; index < chunks.length; index++) {
            long[] cells = chunks[index];
            if (cells != null && cells != FULL && ChunkCells.areFull(cells)) {
                CELLS.setRelease(chunks, index, FULL);
                keep(cells);
            }
            onlyFullSoFar &= chunks[index] == FULL;
            if (onlyFullSoFar) {
                firstNotFull = index + 1;
            }
        }
    }

    private void keep(long[] cells) {
        if (spares.size() < SPARES) {
            spares.push(cells);
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

    /** The sequences of a chunk as words of 64 bits, all zero where nothing was added; not to be written to. */
    long[] chunk(int index) {
        long[] cells = present(index);
        if (cells == null) {
            return EMPTY;
        }
        return cells == FULL ? FULL : ChunkCells.words(cells, index);
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
     * The chunks {@code [from, to)} as bytes, little more than 4 KiB each, for {@link #merge}. Chunks beyond
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
                    CELLS.setRelease(chunks, index, FULL);
                }
                case WORDS_KIND -> mergeWords(index, in);
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

    private void mergeWords(int index, ByteBuffer in) {
        long[] cells = chunkFor(index);
        for (int word = 0; word < WORDS; word++) {
            long bits = in.getLong();
            if (cells != FULL) {
                ChunkCells.addWord(cells, index, word, bits);
            }
        }
    }
}
