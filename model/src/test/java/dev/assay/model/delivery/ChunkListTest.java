package dev.assay.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChunkListTest {
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "3, 1", "4, 2", "5, 2", "1023, 3", "1024, 3", "1024, 4"})
    void holdsWhatAPlainSetHolds(int listed, long seed) {
        BitSet some = random(listed, seed);
        assertSame(some);
        BitSet rest = (BitSet) some.clone();
        rest.flip(0, SequenceSet.CHUNK);
        assertSame(rest);
    }

    private static void assertSame(BitSet model) {
        long[] words = Arrays.copyOf(model.toLongArray(), SequenceSet.WORDS);
        long[] list = Objects.requireNonNull(ChunkList.of(words));
        assertThat(list).hasSizeLessThanOrEqualTo(1 + ChunkList.MAX / 4);
        assertThat(ChunkList.count(list)).isEqualTo(model.cardinality());
        assertThat(ChunkList.words(list)).isEqualTo(words);
        long[] cells = new long[ChunkCells.LENGTH];
        ChunkList.dedicate(cells, 9, list);
        for (int cell = 0; cell < ChunkCells.COUNT; cell++) {
            int bits = ChunkCells.half(words, cell);
            assertThat(ChunkList.bits(list, cell)).isEqualTo(bits);
            assertThat(ChunkCells.bits(cells, 9, cell)).isEqualTo(Integer.toUnsignedLong(bits));
        }
    }

    @Test
    void doesNotListMoreThanItSays() {
        BitSet some = random(ChunkList.MAX + 1, 5);
        assertThat(ChunkList.of(Arrays.copyOf(some.toLongArray(), SequenceSet.WORDS)))
                .isNull();
        some.flip(0, SequenceSet.CHUNK);
        assertThat(ChunkList.of(Arrays.copyOf(some.toLongArray(), SequenceSet.WORDS)))
                .isNull();
        assertThat(ChunkList.fits(ChunkList.MAX)).isTrue();
        assertThat(ChunkList.fits(ChunkList.MAX + 1)).isFalse();
        assertThat(ChunkList.fits(SequenceSet.CHUNK - ChunkList.MAX)).isTrue();
        assertThat(ChunkList.fits(SequenceSet.CHUNK - ChunkList.MAX - 1)).isFalse();
    }

    /** Returns {@code count} positions, among them the first and the last where there are two or more. */
    private static BitSet random(int count, long seed) {
        Random random = new Random(seed);
        BitSet set = new BitSet();
        if (count > 1) {
            set.set(0);
            set.set(SequenceSet.CHUNK - 1);
        }
        while (set.cardinality() < count) {
            set.set(random.nextInt(SequenceSet.CHUNK));
        }
        return set;
    }
}
