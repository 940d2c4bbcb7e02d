package dev.assay.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkCellsTest {
    private static final int CELL = 5;

    private final long[] cells = new long[ChunkCells.LENGTH];

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 32, 33, 63, 64, SequenceSet.CHUNK - 1})
    void addsASequenceOnce(int position) {
        ChunkCells.dedicate(cells, 3);
        int cell = position / Integer.SIZE;
        int bit = 1 << position;
        assertThat(ChunkCells.bits(cells, 3, cell)).isZero();
        assertThat(ChunkCells.add(cells, 3, cell, bit)).isZero();
        assertThat(ChunkCells.add(cells, 3, cell, bit)).isEqualTo(Integer.toUnsignedLong(bit));
        assertThat(ChunkCells.bits(cells, 3, cell)).isEqualTo(Integer.toUnsignedLong(bit));

        assertThat(ChunkCells.count(cells)).isOne();
        long[] words = ChunkCells.close(cells);
        assertThat(words[position / Long.SIZE]).isEqualTo(1L << position);
        assertThat(SequenceSet.bits(words)).isOne();
    }

    @Test
    void whoComesLateIsToldAndChangesNothing() {
        ChunkCells.dedicate(cells, 3);
        ChunkCells.add(cells, 3, CELL, 6);
        assertThat(SequenceSet.bits(ChunkCells.close(cells))).isEqualTo(2);
        assertThat(ChunkCells.add(cells, 3, CELL, 1)).isEqualTo(ChunkCells.MOVED);
        assertThat(ChunkCells.bits(cells, 3, CELL)).isEqualTo(ChunkCells.MOVED);

        ChunkCells.dedicate(cells, 7);
        assertThat(ChunkCells.add(cells, 3, CELL, -1)).isEqualTo(ChunkCells.MOVED);
        assertThat(ChunkCells.bits(cells, 3, CELL)).isEqualTo(ChunkCells.MOVED);
        assertThat(ChunkCells.count(cells)).isZero();
        assertThat(ChunkCells.add(cells, 7, CELL, -1)).isZero();
        assertThat(ChunkCells.bits(cells, 7, CELL)).isEqualTo(0xffff_ffffL).isNotEqualTo(ChunkCells.MOVED);
    }

    @Test
    void comesBackWithWhatItHeld() {
        ChunkCells.dedicate(cells, 3);
        ChunkCells.add(cells, 3, CELL, 6);
        long[] words = ChunkCells.close(cells);
        ChunkCells.dedicate(cells, 3, words);
        assertThat(ChunkCells.add(cells, 3, CELL, 7)).isEqualTo(6);
        assertThat(ChunkCells.count(cells)).isEqualTo(3);
    }

    @Test
    void hasSettledWhenNothingWasAddedSinceTheLastLook() {
        ChunkCells.dedicate(cells, 3);
        assertThat(ChunkCells.isSettled(cells, ChunkCells.count(cells))).isFalse();
        assertThat(ChunkCells.isSettled(cells, ChunkCells.count(cells))).isTrue();
        ChunkCells.add(cells, 3, CELL, 1);
        assertThat(ChunkCells.isSettled(cells, ChunkCells.count(cells))).isFalse();
        assertThat(ChunkCells.isSettled(cells, ChunkCells.count(cells))).isTrue();
    }

    @Test
    void theLastChunkHasANumberOfItsOwn() {
        int last = (int) (SequenceSet.LIMIT / SequenceSet.CHUNK) - 1;
        ChunkCells.dedicate(cells, last);
        assertThat(ChunkCells.add(cells, last, CELL, 1)).isZero();
        assertThat(ChunkCells.add(cells, 0, CELL, 1)).isEqualTo(ChunkCells.MOVED);
        ChunkCells.close(cells);
        assertThat(ChunkCells.add(cells, last, CELL, 1)).isEqualTo(ChunkCells.MOVED);
    }
}
