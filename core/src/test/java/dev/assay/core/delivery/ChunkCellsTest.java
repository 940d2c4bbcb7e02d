package dev.assay.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkCellsTest {
    private final long[] cells = new long[ChunkCells.COUNT];

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 32, 33, 63, 64, SequenceSet.CHUNK - 1})
    void addsASequenceOnce(int position) {
        ChunkCells.dedicate(cells, 3);
        assertThat(ChunkCells.contains(cells, 3, position)).isFalse();
        assertThat(ChunkCells.add(cells, 3, position)).isTrue();
        assertThat(ChunkCells.add(cells, 3, position)).isFalse();
        assertThat(ChunkCells.contains(cells, 3, position)).isTrue();

        long[] words = ChunkCells.words(cells, 3);
        assertThat(words[position / Long.SIZE]).isEqualTo(1L << position);
        assertThat(SequenceSet.bits(words)).isOne();
    }

    @Test
    void whoComesLateFindsAFullChunkAndChangesNothing() {
        ChunkCells.dedicate(cells, 3);
        fill(3);
        assertThat(ChunkCells.areFull(cells)).isTrue();
        ChunkCells.dedicate(cells, 7);

        assertThat(ChunkCells.add(cells, 3, 100)).isFalse();
        ChunkCells.addWord(cells, 3, 5, -1);
        assertThat(ChunkCells.contains(cells, 3, 100)).isTrue();
        assertThat(SequenceSet.bits(ChunkCells.words(cells, 3))).isEqualTo(SequenceSet.CHUNK);
        assertThat(SequenceSet.bits(ChunkCells.words(cells, 7))).isZero();

        assertThat(ChunkCells.add(cells, 7, 100)).isTrue();
        assertThat(ChunkCells.areFull(cells)).isFalse();
    }

    @Test
    void theLastChunkHasANumberOfItsOwn() {
        int last = (int) (SequenceSet.LIMIT / SequenceSet.CHUNK) - 1;
        ChunkCells.dedicate(cells, last);
        assertThat(ChunkCells.add(cells, last, 5)).isTrue();
        assertThat(ChunkCells.contains(cells, last, 6)).isFalse();
        assertThat(ChunkCells.contains(cells, 0, 6)).isTrue();
    }

    private void fill(int chunk) {
        for (int word = 0; word < SequenceSet.WORDS; word++) {
            ChunkCells.addWord(cells, chunk, word, -1);
        }
    }
}
