package dev.assay.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests sets from which sequences are missing, or that have few: what is kept of them is exact and small. */
class SequenceSetGapsTest {
    private static final int CHUNKS = 12;
    private static final int RANGE = CHUNKS * SequenceSet.CHUNK;
    private static final int THREADS = 4;

    /** Is the size of an array with its heading. */
    private static final long LIST_BYTES = 24;

    private static final long CELLS_BYTES = 16 + 8L * ChunkCells.LENGTH;

    private final SequenceSet set = new SequenceSet();
    private final BitSet model = new BitSet();

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 16);
    }

    /** Chunks of all kinds are filled, settle, get more, and settle again. */
    @ParameterizedTest
    @MethodSource("seeds")
    void holdsWhatAPlainSetHoldsThroughAllForms(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 4; round++) {
            for (int chunk = 0; chunk < CHUNKS; chunk++) {
                addSome(chunk, random);
            }
            if (random.nextBoolean()) {
                settle();
            }
            if (random.nextBoolean()) {
                addWords(random);
            }
            for (int i = 0; i < 200; i++) {
                addBoth(random.nextInt(RANGE));
            }
        }
        assertSame(set, model);
        settle();
        assertSame(set, model);
        assertThat(set.count(17, RANGE - 17_000))
                .isEqualTo(model.get(17, RANGE - 17_000).cardinality());
    }

    private void addSome(int chunk, Random random) {
        double[] shares = {0, 0, 0.0001, 0.02, 0.04, 0.5, 0.96, 0.98, 0.9999, 1};
        double share = shares[random.nextInt(shares.length)];
        for (int position = 0; share > 0 && position < SequenceSet.CHUNK; position++) {
            if (random.nextDouble() < share) {
                addBoth(chunk * SequenceSet.CHUNK + position);
            }
        }
    }

    private void addBoth(int sequence) {
        boolean isNew = !model.get(sequence);
        model.set(sequence);
        assertThat(set.add(sequence)).isEqualTo(isNew);
    }

    private void addWords(Random random) {
        for (int i = 0; i < 50; i++) {
            int word = random.nextInt(RANGE / Long.SIZE);
            long bits = random.nextLong() & 0x0f0f_f0f0_3333_5555L;
            BitSet presentBits = model.get(word * Long.SIZE, (word + 1) * Long.SIZE);
            long presentWord = presentBits.isEmpty() ? 0 : presentBits.toLongArray()[0];
            assertThat(set.addWord(word, bits)).isEqualTo(bits & ~presentWord);
            for (int bit = 0; bit < Long.SIZE; bit++) {
                if ((bits >>> bit & 1) != 0) {
                    model.set(word * Long.SIZE + bit);
                }
            }
        }
    }

    private void settle() {
        set.compact();
        set.compact();
    }

    private static void assertSame(SequenceSet actual, BitSet expected) {
        assertThat(actual.count()).isEqualTo(expected.cardinality());
        for (int sequence = 0; sequence < RANGE + 100; sequence++) {
            if (actual.contains(sequence) != expected.get(sequence)) {
                assertThat(sequence).as("held by one of both only").isNegative();
            }
        }
    }

    /** Ledgers are shipped by takeStock, repeatedly, and merged by the coordinator after a restarted reading. */
    @ParameterizedTest
    @MethodSource("seeds")
    void comesBackFromItsBytesAndMergesToTheUnion(long seed) {
        Random random = new Random(seed);
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            addSome(chunk, random);
        }
        SequenceSet back = new SequenceSet();
        back.merge(set.encode(0, CHUNKS));
        assertSame(back, model);
        settle();
        back.merge(set.encode(0, CHUNKS));
        assertSame(back, model);
        assertThat(back.heldBytes()).isLessThanOrEqualTo(CHUNKS * CELLS_BYTES);

        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            addSome(chunk, random);
        }
        back.compact();
        back.merge(set.encode(0, CHUNKS));
        assertSame(back, model);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void givesWhatAnotherSetLacksInWhateverForm(long seed) {
        Random random = new Random(seed);
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            addSome(chunk, random);
        }
        SequenceSet other = new SequenceSet();
        other.merge(set.encode(0, CHUNKS));
        for (int i = 0; i < 300; i++) {
            addBoth(random.nextInt(RANGE));
            if (i % 100 == 0) {
                settle();
            }
        }
        long missing = model.cardinality() - other.count();
        long[] passed = {0};
        set.withoutThoseOf(other, (word, bits) -> {
            assertThat(other.addWord(word, bits)).isEqualTo(bits);
            passed[0] += Long.bitCount(bits);
        });
        assertThat(passed[0]).isEqualTo(missing);
        assertSame(other, model);
        set.withoutThoseOf(other, (word, bits) -> assertThat(bits).isZero());
    }

    /** The closed form: two bytes for each that is missing, and 24 for its chunk; rounded up to words of four. */
    @ParameterizedTest
    @CsvSource({"1", "4", "5", "33", "1000", "1024"})
    void aMissingMessageTakesTwoBytes(int missing) {
        int every = SequenceSet.CHUNK / missing;
        for (int sequence = 0; sequence < RANGE; sequence++) {
            int position = sequence % SequenceSet.CHUNK;
            if (position % every != 7 || position / every >= missing) {
                addBoth(sequence);
            }
        }
        settle();
        assertThat(set.heldBytes()).isEqualTo(CHUNKS * (LIST_BYTES + 8L * Math.ceilDiv(missing, 4)));
        assertThat(set.encode(0, CHUNKS)).hasSize(8 + CHUNKS * (3 + 2 * missing));

        // All of them arrive after all.
        for (int sequence = 0; sequence < RANGE; sequence++) {
            if (!model.get(sequence)) {
                addBoth(sequence);
            }
        }
        set.compact();
        assertThat(set.heldBytes()).isZero();
    }

    @Test
    void oneThatFailedAmongManyTakesAsLittle() {
        for (int sequence = 100; sequence < RANGE; sequence += SequenceSet.CHUNK) {
            addBoth(sequence);
        }
        settle();
        assertThat(set.heldBytes()).isEqualTo(CHUNKS * (LIST_BYTES + 8));
    }

    /** Settled chunks get one message each, far more chunks than there is memory for cells. */
    @Test
    void lateMessagesOfManyChunksDoNotBringTheirCellsBack() {
        int chunks = 2000;
        for (int chunk = 0; chunk < chunks; chunk++) {
            long first = (long) chunk * SequenceSet.CHUNK;
            for (long word = 0; word < SequenceSet.WORDS; word++) {
                set.addWord(first / Long.SIZE + word, word == 3 ? -8L : -1L);
            }
            settle();
        }
        for (int chunk = 0; chunk < chunks; chunk++) {
            assertThat(set.add((long) chunk * SequenceSet.CHUNK + 3L * Long.SIZE))
                    .isTrue();
        }
        assertThat(set.heldBytes()).isLessThan(chunks * (LIST_BYTES + 8) + 3 * CELLS_BYTES);
        settle();
        assertThat(set.heldBytes()).isEqualTo(chunks * (LIST_BYTES + 8));
        assertThat(set.count()).isEqualTo((long) chunks * (SequenceSet.CHUNK - 2));
    }

    /** Threads add the same few and many while others settle their chunks under their hands. */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 40", "3, 2000", "4, 30000"})
    void eachSequenceIsNewToExactlyOneWhileChunksSettle(long seed, int each) throws Exception {
        AtomicBoolean adding = new AtomicBoolean(true);
        try (ExecutorService pool = Executors.newFixedThreadPool(THREADS + 1)) {
            Future<?> settling = pool.submit(() -> {
                while (adding.get()) {
                    settle();
                }
            });
            List<Future<Long>> counts = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                boolean upwards = thread % 2 == 0;
                counts.add(pool.submit(() -> addChosen(new Random(seed), each, upwards)));
            }
            long sum = 0;
            for (Future<Long> one : counts) {
                sum += one.get();
            }
            adding.set(false);
            settling.get();
            assertThat(sum).isEqualTo(set.count());
        }
        addChosen(new Random(seed), each, true);
        assertThat(set.count()).isEqualTo((long) CHUNKS * each);
    }

    /** Adds the same sequences in each thread, in different orders. */
    private long addChosen(Random random, int each, boolean upwards) {
        BitSet chosen = new BitSet();
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            int first = chunk * SequenceSet.CHUNK;
            while (chosen.get(first, first + SequenceSet.CHUNK).cardinality() < each) {
                for (int i = 0; i <= each / 64; i++) {
                    int sequence = first + random.nextInt(SequenceSet.CHUNK);
                    if (chosen.get(first, first + SequenceSet.CHUNK).cardinality() < each) {
                        chosen.set(sequence);
                    }
                }
            }
        }
        int[] sequences = chosen.stream().toArray();
        long added = 0;
        for (int i = 0; i < sequences.length; i++) {
            added += set.add(sequences[upwards ? i : sequences.length - 1 - i]) ? 1 : 0;
        }
        return added;
    }

    @Test
    void refusesListsThatAreNone() {
        byte[] tooMany = {0, 0, 0, 0, 1, 0, 0, 0, 3, 1, 4};
        byte[] descending = {0, 0, 0, 0, 1, 0, 0, 0, 4, 2, 0, 5, 0, 5, 0};
        byte[] beyond = {0, 0, 0, 0, 1, 0, 0, 0, 4, 1, 0, 0, (byte) 0x80};
        assertThatThrownBy(() -> set.merge(tooMany)).hasMessageContaining("lists 1025 sequences, but may only 1024");
        assertThatThrownBy(() -> set.merge(descending)).hasMessageContaining("lists position 5 after 5");
        assertThatThrownBy(() -> set.merge(beyond)).hasMessageContaining("lists position 32768 after -1");
        assertThat(set.count()).isZero();
    }
}
