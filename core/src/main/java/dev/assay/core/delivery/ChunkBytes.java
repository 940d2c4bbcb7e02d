package dev.assay.core.delivery;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A chunk of a {@link SequenceSet} as bytes: its kind, then what the kind needs. */
final class ChunkBytes {
    /** That a chunk takes. */
    static final int MOST = 1 + SequenceSet.WORDS * Long.BYTES;

    private static final byte EMPTY_KIND = 0;
    private static final byte FULL_KIND = 1;
    private static final byte WORDS_KIND = 2;
    private static final byte LACKING_KIND = 3;
    private static final byte HOLDING_KIND = 4;

    private ChunkBytes() {}

    /** Writes a chunk in the shortest of the forms. */
    static void write(long[] words, ByteBuffer out) {
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
     * @return the words; null for none
     * @throws IllegalArgumentException when it is none of that
     */
    static long @Nullable [] read(ByteBuffer in) {
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
        if (size > ChunkList.MOST) {
            throw new IllegalArgumentException(
                    "a chunk of a sequence set lists " + size + " sequences, but may only " + ChunkList.MOST);
        }
        long[] words = lacking ? SequenceSet.FULL.clone() : new long[SequenceSet.WORDS];
        int before = -1;
        for (int place = 0; place < size; place++) {
            int position = Short.toUnsignedInt(in.getShort());
            if (position <= before || position >= SequenceSet.CHUNK) {
                throw new IllegalArgumentException("a chunk of a sequence set lists position " + position + " after "
                        + before + ", but they must ascend to below " + SequenceSet.CHUNK);
            }
            words[position / Long.SIZE] ^= 1L << position;
            before = position;
        }
        return words;
    }
}
