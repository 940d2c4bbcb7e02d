package dev.assay.model.delivery;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Holds message sequences exactly, can be added to by any number of threads without locking, and stays small while the
 * sequences are dense: a chunk of 32 768 sequences takes 8 KiB until {@link #compact()} finds it full, and nothing
 * afterwards; or until it is found nearly full and unchanged since the last time: then it takes 2 B for each sequence that
 * is missing, and some 24. Its memory serves a later chunk, so a set that is compacted now and then allocates nothing for
 * sequences that come in about their order.
 */
public final class SequenceSet {
    private static final int CHUNK_BITS = 15;

    public static final int CHUNK = 1 << CHUNK_BITS;

    /** Is the first sequence that can't be held; a run of 10^9 messages is far below. */
    public static final long LIMIT = 1L << 40;

    static final int WORDS = CHUNK / Long.SIZE;

    /** Stands for the words of a chunk in which nothing is missing; not to be written to. */
    static final long[] FULL = new long[WORDS];

    /** Memory of this many chunks, one mebibyte, is kept for later chunks. */
    private static final int SPARES = 128;

    static final int CHUNKS = (int) (LIMIT / CHUNK);
    private static final int ARRAY_HEADER_BYTES = 16;
    private static final long[] EMPTY = new long[WORDS];
    private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(long[][].class);

    static {
        Arrays.fill(FULL, -1L);
    }

    /**
     * Holds each chunk as {@link ChunkCells}, as a {@link ChunkList} when it has settled, or {@link #FULL}; null before its first
     * sequence. Grown and filled under the lock only; read without it. A stale read finds no chunk and takes the lock; or cells
     * that no longer serve the chunk, which say so; or a list that lacks what has been added since, which is added under the lock.
     */
    private volatile long[][] chunks = new long[4][];

    private final Deque<long[]> spares = new ArrayDeque<>();

    /** No chunk before this one has cells. */
    private int firstOpen;

    /**
     * @return false when it was there already
     * @throws IllegalArgumentException when it is negative or not below {@link #LIMIT}
     */
    public boolean add(long sequence) {
        if (sequence < 0 || sequence >= LIMIT) {
            throw new IllegalArgumentException("sequence must be between 0 and " + LIMIT + ", but is " + sequence);
        }
        int cell = ((int) sequence & (CHUNK - 1)) / Integer.SIZE;
        return addToCell((int) (sequence >>> CHUNK_BITS), cell, 1 << sequence) != 0;
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
        int cell = 2 * (int) (word % WORDS);
        long lower = Integer.toUnsignedLong(addToCell(index, cell, (int) bits));
        long upper = addToCell(index, cell + 1, (int) (bits >>> Integer.SIZE));
        return upper << Integer.SIZE | lower;
    }

    /** Adds bits to a cell and returns those that were new. */
    private int addToCell(int index, int cell, int bits) {
        long[] chunk = chunkFor(index);
        if (ChunkCells.are(chunk)) {
            long earlierBits = ChunkCells.add(chunk, index, cell, bits);
            if (earlierBits != ChunkCells.MOVED) {
                return bits & ~(int) earlierBits;
            }
        } else if (chunk == FULL || (bits & ~ChunkList.bits(chunk, cell)) == 0) {
            return 0;
        }
        return addToSettled(index, cell, bits);
    }

    private long[] chunkFor(int index) {
        long[] chunk = present(index);
        return chunk == null ? newChunk(index) : chunk;
    }

    private long @Nullable [] present(int index) {
        long[][] seen = chunks;
        return index < seen.length ? (long[]) ENTRY.getAcquire(seen, index) : null;
    }

    private synchronized long[] newChunk(int index) {
        makeRoom(index);
        long[] present = chunks[index];
        if (present != null) {
            return present;
        }
        long[] spare = spares.poll();
        long[] cells = spare == null ? new long[ChunkCells.LENGTH] : spare;
        ChunkCells.dedicate(cells, index);
        publish(index, cells);
        return cells;
    }

    private void makeRoom(int index) {
        if (index >= chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(index + 1, chunks.length * 2));
        }
    }

    private void publish(int index, long[] chunk) {
        ENTRY.setRelease(chunks, index, chunk);
        if (ChunkCells.are(chunk)) {
            firstOpen = Math.min(firstOpen, index);
        }
    }

    /**
     * Adds bits to a chunk that has settled. That opens the chunk again where there is memory for it already, so that
     * what follows takes no lock; else the list is made anew, so that memory doesn't grow with chunks that get little.
     */
    private synchronized int addToSettled(int index, int cell, int bits) {
        int missing = bits & ~bits(index, cell);
        long[] chunk = chunks[index];
        if (missing == 0) {
            return 0;
        }
        if (!ChunkCells.are(chunk)) {
            long[] spare = spares.poll();
            if (spare == null) {
                long[] words = ChunkList.words(chunk);
                words[cell / 2] |= Integer.toUnsignedLong(missing) << (Integer.SIZE * (cell % 2));
                publish(index, stored(index, words));
                return missing;
            }
            ChunkList.dedicate(spare, index, chunk);
            publish(index, spare);
            chunk = spare;
        }
        // Other threads may add the same sequence numbers at the same time.
        return bits & ~(int) ChunkCells.add(chunk, index, cell, bits);
    }

    private static long[] stored(int index, long[] words) {
        if (bits(words) == CHUNK) {
            return FULL;
        }
        long[] list = ChunkList.of(words);
        if (list != null) {
            return list;
        }
        long[] cells = new long[ChunkCells.LENGTH];
        ChunkCells.dedicate(cells, index, words);
        return cells;
    }

    interface WordSink {
        void accept(long word, long bits);
    }

    /** Passes on the sequences that the other set does not have, word by word; the sink may add them to the other set. */
    void withoutThoseOf(SequenceSet other, WordSink sink) {
        int present = chunkCount();
        for (int index = 0; index < present; index++) {
            long[] chunk = present(index);
            long[] otherChunk = other.present(index);
            if (chunk == null || otherChunk == FULL || areSameLists(chunk, otherChunk)) {
                continue;
            }
            for (int word = 0; word < WORDS; word++) {
                long missing = word(index, word) & ~other.word(index, word);
                if (missing != 0) {
                    sink.accept((long) index * WORDS + word, missing);
                }
            }
        }
    }

    /** Tells whether both chunks are equal lists, which is nearly always so of what has settled in both sets. */
    private static boolean areSameLists(long[] chunk, long @Nullable [] otherChunk) {
        return !ChunkCells.are(chunk) && chunk != FULL && Arrays.equals(chunk, otherChunk);
    }

    private long word(int index, int word) {
        long lower = Integer.toUnsignedLong(bits(index, 2 * word));
        long upper = bits(index, 2 * word + 1);
        return upper << Integer.SIZE | lower;
    }

    private int bits(int index, int cell) {
        long[] chunk = present(index);
        if (chunk == null || chunk == FULL) {
            return chunk == null ? 0 : -1;
        }
        if (!ChunkCells.are(chunk)) {
            return ChunkList.bits(chunk, cell);
        }
        long cellBits = ChunkCells.bits(chunk, index, cell);
        return cellBits == ChunkCells.MOVED ? bitsOfMoved(index, cell) : (int) cellBits;
    }

    /** Reads the bits of a cell that had moved; under the lock, nothing moves. */
    private synchronized int bitsOfMoved(int index, int cell) {
        return bits(index, cell);
    }

    /** Returns the memory of the chunks, in bytes, without their places in the set and without the memory kept for chunks to come. */
    long heldBytes() {
        long bytes = 0;
        for (int index = 0; index < chunkCount(); index++) {
            long[] chunk = present(index);
            bytes += chunk == null || chunk == FULL ? 0 : ARRAY_HEADER_BYTES + (long) chunk.length * Long.BYTES;
        }
        return bytes;
    }

    /** Tells whether the sequence has been added; false for one that can't be held. */
    public boolean contains(long sequence) {
        if (sequence < 0 || sequence >= LIMIT) {
            return false;
        }
        int cell = ((int) sequence & (CHUNK - 1)) / Integer.SIZE;
        return (bits((int) (sequence >>> CHUNK_BITS), cell) & (1 << sequence)) != 0;
    }

    /** Counts the sequences in {@code [from, to)}; exact when nobody adds meanwhile. */
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

    /** Counts all sequences; exact when nobody adds meanwhile. */
    public long count() {
        long count = 0;
        int present = chunkCount();
        for (int index = 0; index < present; index++) {
            count += bits(chunk(index));
        }
        return count;
    }

    /**
     * Takes back the memory of chunks that are full, and lists the gaps of those that are nearly full and the sequences of
     * those that are nearly empty, where nothing has been added to them since the last time; safe while others add.
     */
    public synchronized void compact() {
        int open = chunks.length;
        for (int index = firstOpen; index < chunks.length; index++) {
            long[] chunk = chunks[index];
            if (chunk != null && ChunkCells.are(chunk) && !isPutAway(index, chunk)) {
                open = Math.min(open, index);
            }
        }
        firstOpen = open;
    }

    /** Takes the cells from a chunk that no longer needs them; tells whether it did. */
    private boolean isPutAway(int index, long[] cells) {
        int count = ChunkCells.count(cells);
        if (count == CHUNK) {
            publish(index, FULL);
            keep(cells);
            return true;
        }
        if (!ChunkCells.isSettled(cells, count) || !ChunkList.fits(count)) {
            return false;
        }
        long[] words = ChunkCells.close(cells);
        if (!ChunkList.fits(bits(words))) {
            // Other threads have added meanwhile.
            ChunkCells.dedicate(cells, index, words);
            return false;
        }
        publish(index, stored(index, words));
        keep(cells);
        return true;
    }

    private void keep(long[] cells) {
        if (spares.size() < SPARES) {
            spares.push(cells);
        }
    }

    /** Returns the number of chunks up to the last that may hold something. */
    public int chunkCount() {
        long[][] seen = chunks;
        int count = seen.length;
        while (count > 0 && seen[count - 1] == null) {
            count--;
        }
        return count;
    }

    /** Returns the sequences of a chunk as words of 64 bits, all zero where nothing was added; not to be written to. */
    long[] chunk(int index) {
        long[] chunk = present(index);
        if (chunk == null || chunk == FULL) {
            return chunk == null ? EMPTY : FULL;
        }
        if (!ChunkCells.are(chunk)) {
            return ChunkList.words(chunk);
        }
        long[] words = new long[WORDS];
        Arrays.setAll(words, word -> word(index, word));
        return words;
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
     * Encodes the chunks {@code [from, to)} for {@link #merge}: little more than 4 KiB each, and 2 B for each sequence that
     * one lacks or holds where those are few. Chunks beyond {@link #chunkCount()} are empty.
     *
     * @throws IllegalArgumentException when that is no range of chunks
     */
    public byte[] encode(int from, int to) {
        ChunkBytes.checkRange(from, to);
        compact();
        return ChunkBytes.encode(from, to, this::chunk);
    }

    /** Adds all sequences of bytes that {@link #encode} returned in this process. */
    public synchronized void merge(byte[] encoded) {
        merge(encoded, CHUNKS);
    }

    /**
     * Adds all sequences of encoded chunks. A few bytes can ask for memory for all chunks, so what comes from elsewhere is bounded.
     *
     * @param max chunks that the set can have
     * @throws IllegalArgumentException when the bytes are no encoded chunks, or of chunks beyond; a part of them may have been
     *     added then
     */
    public synchronized void merge(byte[] encoded, int max) {
        ChunkBytes.decode(encoded, max, this::mergeWords);
    }

    private void mergeWords(int index, long[] words) {
        makeRoom(index);
        long[] chunk = chunks[index];
        if (chunk == null || !ChunkCells.are(chunk)) {
            long[] earlierWords = chunk(index);
            long[] union = new long[WORDS];
            Arrays.setAll(union, word -> words[word] | earlierWords[word]);
            publish(index, stored(index, union));
            return;
        }
        for (int cell = 0; cell < ChunkCells.COUNT; cell++) {
            ChunkCells.add(chunk, index, cell, ChunkCells.half(words, cell));
        }
    }
}
