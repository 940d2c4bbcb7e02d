package dev.assay.model.delivery;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Encodes chunks of a {@link SequenceSet} as bytes: the first chunk and their number, then the kind of each and what the
 * kind needs.
 */
final class ChunkBytes {
    private static final int MAX = 1 + SequenceSet.WORDS * Long.BYTES;

    private static final byte EMPTY_KIND = 0;
    private static final byte FULL_KIND = 1;
    private static final byte WORDS_KIND = 2;
    private static final byte LACKING_KIND = 3;
    private static final byte HOLDING_KIND = 4;

    private ChunkBytes() {}

    interface Sink {
        void accept(int index, long[] words);
    }

    static void checkRange(int from, int to) {
        if (from < 0 || to < from || to > SequenceSet.CHUNKS) {
            throw new IllegalArgumentException("chunks must be a range between 0 and " + SequenceSet.CHUNKS
                    + ", but are from " + from + " to " + to);
        }
    }

    static byte[] encode(int from, int to, IntFunction<long[]> chunks) {
        ByteBuffer out = ByteBuffer.allocate(8 + (to - from) * MAX).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(from).putInt(to - from);
        for (int index = from; index < to; index++) {
            write(chunks.apply(index), out);
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    /**
     * Passes on the chunks that hold a sequence.
     *
     * @param max that there can be
     * @throws IllegalArgumentException when the bytes are none of {@link #encode}; some chunks may have been passed on by then
     */
    static void decode(byte[] encoded, int max, Sink sink) {
        ByteBuffer in = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
        try {
            int from = in.getInt();
            int to = from + in.getInt();
            checkRange(from, to);
            if (to > max) {
                throw new IllegalArgumentException(
                        "a sequence set has at most " + max + " chunks here, but the bytes are of chunk " + (to - 1));
            }
            for (int index = from; index < to; index++) {
                long[] words = read(in);
                if (words != null) {
                    sink.accept(index, words);
                }
            }
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("a sequence set of " + encoded.length + " bytes ends too early", e);
        }
        if (in.hasRemaining()) {
            throw new IllegalArgumentException(in.remaining() + " bytes too many after a sequence set");
        }
    }

    /** Writes a chunk in the shortest of the forms. */
    private static void write(long[] words, ByteBuffer out) {
        long count = SequenceSet.bits(words);
        if (count == 0 || count == SequenceSet.CHUNK) {
            out.put(count == 0 ? EMPTY_KIND : FULL_KIND);
            return;
        }
        long[] list = ChunkList.of(words);
        if (list == null) {
            out.put(WORDS_KIND);
            for (long word : words) {
                out.putLong(word);
            }
        } else {
            out.put(ChunkList.lacks(list) ? LACKING_KIND : HOLDING_KIND).putShort((short) ChunkList.size(list));
            for (int place = 0; place < ChunkList.size(list); place++) {
                out.putShort((short) ChunkList.position(list, place));
            }
        }
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @return the words; null for an empty chunk
     * @throws IllegalArgumentException when the bytes are of no known form
     */
    private static long @Nullable [] read(ByteBuffer in) {
        byte kind = in.get();
        return switch (kind) {
            case EMPTY_KIND -> null;
            case FULL_KIND -> SequenceSet.FULL;
            case WORDS_KIND -> words(in);
            case LACKING_KIND, HOLDING_KIND -> listed(kind == LACKING_KIND, in);
            default -> throw new IllegalArgumentException("unknown kind of chunk " + kind + " in a sequence set");
        };
    }

    private static long[] words(ByteBuffer in) {
        long[] words = new long[SequenceSet.WORDS];
        for (int word = 0; word < words.length; word++) {
            words[word] = in.getLong();
        }
        return words;
    }

    private static long[] listed(boolean lacking, ByteBuffer in) {
        int size = Short.toUnsignedInt(in.getShort());
        if (size > ChunkList.MAX) {
            throw new IllegalArgumentException(
                    "a chunk of a sequence set lists " + size + " sequences, but may only " + ChunkList.MAX);
        }
        long[] words = lacking ? SequenceSet.FULL.clone() : new long[SequenceSet.WORDS];
        int previous = -1;
        for (int place = 0; place < size; place++) {
            int position = Short.toUnsignedInt(in.getShort());
            if (position <= previous || position >= SequenceSet.CHUNK) {
                throw new IllegalArgumentException("a chunk of a sequence set lists position " + position + " after "
                        + previous + ", but they must ascend to below " + SequenceSet.CHUNK);
            }
            words[position / Long.SIZE] ^= 1L << position;
            previous = position;
        }
        return words;
    }
}
