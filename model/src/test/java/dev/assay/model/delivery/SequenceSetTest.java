package dev.assay.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceSetTest {
    private static final int THREADS = 4;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void holdsWhatWasAdded(long seed) {
        Random random = new Random(seed);
        int range = 1 << (8 + random.nextInt(12));
        Set<Long> model = new HashSet<>();
        SequenceSet set = new SequenceSet();
        for (int i = 0; i < 300_000; i++) {
            long sequence = random.nextInt(range);
            assertThat(set.add(sequence)).isEqualTo(model.add(sequence));
            if (random.nextInt(10_000) == 0) {
                set.compact();
            }
        }
        assertThat(set.count()).isEqualTo(model.size());
        for (long sequence = 0; sequence < range + 100; sequence++) {
            assertThat(set.contains(sequence)).isEqualTo(model.contains(sequence));
        }
    }

    @Test
    void eachSequenceIsNewToExactlyOneOfManyThreads() throws Exception {
        int range = 20 * SequenceSet.CHUNK + 77;
        SequenceSet set = new SequenceSet();
        AtomicBoolean adding = new AtomicBoolean(true);
        try (ExecutorService pool = Executors.newFixedThreadPool(THREADS + 1)) {
            Future<?> compacting = pool.submit(() -> {
                while (adding.get()) {
                    set.compact();
                }
            });
            List<Future<Long>> counts = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                boolean upwards = thread % 2 == 0;
                counts.add(pool.submit(() -> addAll(set, range, upwards)));
            }
            long sum = 0;
            for (Future<Long> one : counts) {
                sum += one.get();
            }
            adding.set(false);
            compacting.get();
            assertThat(sum).isEqualTo(range);
            assertThat(set.count()).isEqualTo(range);
        }
    }

    private static long addAll(SequenceSet set, int range, boolean upwards) {
        long added = 0;
        for (int i = 0; i < range; i++) {
            added += set.add(upwards ? i : range - 1 - i) ? 1 : 0;
        }
        return added;
    }

    /** All threads go the same way, so chunks fill, and their memory serves the next ones, while others still add to them. */
    @Test
    void memoryGoesRoundWhileOthersAdd() throws Exception {
        int range = 200 * SequenceSet.CHUNK;
        SequenceSet set = new SequenceSet();
        try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
            List<Future<Long>> counts = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                counts.add(pool.submit(() -> addAllCompacting(set, range)));
            }
            long sum = 0;
            for (Future<Long> one : counts) {
                sum += one.get();
            }
            assertThat(sum).isEqualTo(range);
        }
        assertThat(set.count()).isEqualTo(range);
    }

    private static long addAllCompacting(SequenceSet set, int range) {
        long added = 0;
        for (int i = 0; i < range; i++) {
            added += set.add(i) ? 1 : 0;
            if (i % 1000 == 0) {
                set.compact();
            }
        }
        return added;
    }

    @Test
    void threadsThatShareWordsLoseNothing() throws Exception {
        int range = 5 * SequenceSet.CHUNK;
        SequenceSet set = new SequenceSet();
        try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
            List<Future<Boolean>> done = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int first = thread;
                done.add(pool.submit(() -> {
                    boolean allNew = true;
                    for (int i = first; i < range; i += THREADS) {
                        allNew &= set.add(i);
                    }
                    return allNew;
                }));
            }
            for (Future<Boolean> one : done) {
                assertThat(one.get()).isTrue();
            }
        }
        assertThat(set.count()).isEqualTo(range);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void comesBackFromItsPieces(long seed) {
        SequenceSet set = randomSet(seed);
        SequenceSet back = new SequenceSet();
        int chunks = set.chunkCount();
        for (int from = 0; from < chunks; from += 3) {
            back.merge(set.encode(from, Math.min(chunks, from + 3)));
        }
        assertSame(back, set);
        back.merge(set.encode(0, chunks));
        assertSame(back, set);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void mergesToTheUnion(long seed) {
        SequenceSet one = randomSet(seed);
        SequenceSet other = randomSet(seed + 100);
        SequenceSet union = new SequenceSet();
        for (SequenceSet set : List.of(one, other)) {
            for (long i = 0; i < 8L * SequenceSet.CHUNK; i++) {
                if (set.contains(i)) {
                    union.add(i);
                }
            }
        }
        one.merge(other.encode(0, other.chunkCount()));
        assertSame(one, union);
    }

    @Test
    void fullChunksTakeOneByteEach() {
        SequenceSet set = dense(3L * SequenceSet.CHUNK);
        assertThat(set.encode(0, 3)).hasSize(8 + 3);
        set.add(3L * SequenceSet.CHUNK);
        assertThat(set.encode(0, 4)).hasSize(8 + 3 + 1 + 2 + 2);
        for (long i = 4L * SequenceSet.CHUNK; i < 5L * SequenceSet.CHUNK; i += 2) {
            set.add(i);
        }
        assertThat(set.encode(4, 5)).hasSize(8 + 1 + 4096);
        assertThat(set.encode(5, 7)).hasSize(8 + 2);
    }

    @Test
    void refusesSequencesOutOfBounds() {
        SequenceSet set = new SequenceSet();
        assertThatThrownBy(() -> set.add(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> set.add(SequenceSet.LIMIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sequence must be between 0 and 1099511627776, but is 1099511627776");
        assertThat(set.contains(-1)).isFalse();
        assertThat(set.contains(SequenceSet.LIMIT)).isFalse();
        assertThat(set.contains(Long.MIN_VALUE)).isFalse();
        set.add(1);
        assertThat(set.contains(1L + (1L << 48))).isFalse();
        assertThat(set.count()).isOne();
    }

    @Test
    void refusesBytesThatAreNoSet() {
        SequenceSet set = new SequenceSet();
        byte[] good = dense(10).encode(0, 1);
        assertRefused(set, Arrays.copyOf(good, good.length - 1));
        assertRefused(set, Arrays.copyOf(good, good.length + 1));
        assertRefused(set, new byte[3]);
        assertRefused(set, new byte[] {0, 0, 0, 0, 1, 0, 0, 0, 9});
        assertRefused(set, new byte[] {-1, -1, -1, -1, 1, 0, 0, 0, 1});
        assertRefused(set, new byte[] {0, 0, 0, 0, -1, -1, -1, -1});
        assertRefused(set, new byte[] {0, 0, 0, 0x7f, 1, 0, 0, 0, 1});
        assertThatThrownBy(() -> set.encode(2, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertRefused(SequenceSet set, byte[] bytes) {
        assertThatThrownBy(() -> set.merge(bytes)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aHundredMillionDenseSequencesStayBelowOneMebibyte() {
        long bytesBefore = usedAfterCollection();
        SequenceSet set = new SequenceSet();
        for (long i = 0; i < 100_000_000; i++) {
            set.add(i);
            if (i % 1_000_000 == 0) {
                set.compact();
            }
        }
        set.compact();
        assertThat(usedAfterCollection() - bytesBefore).isLessThan(1 << 20);
        assertThat(set.count()).isEqualTo(100_000_000);
    }

    /** One of each chunk is missing: 32 B for each, and 8 B for the chunk's place. */
    @Test
    void threeThousandMissingOfAHundredMillionStayBelowOneMebibyte() {
        long bytesBefore = usedAfterCollection();
        SequenceSet set = new SequenceSet();
        for (long i = 0; i < 100_000_000; i++) {
            if (i % SequenceSet.CHUNK != 77) {
                set.add(i);
            }
            if (i % 1_000_000 == 0) {
                set.compact();
            }
        }
        set.compact();
        set.compact();
        // The memory of the few chunks that were open at a time is kept.
        assertThat(usedAfterCollection() - bytesBefore).isLessThan(1 << 20);
        assertThat(set.count()).isEqualTo(100_000_000 - Math.ceilDiv(100_000_000 - 77, SequenceSet.CHUNK));
    }

    @Test
    void denseSequencesAllocateNothingOnceAFewChunksAreThere() {
        SequenceSet set = new SequenceSet();
        addCompacting(set, 0, 10_000_000);
        long bytesBefore = allocated();
        addCompacting(set, 10_000_000, 30_000_000);
        // The references to its chunks are an array that doubles.
        assertThat(allocated() - bytesBefore).isLessThan(16 << 10);
    }

    private static void addCompacting(SequenceSet set, long from, long to) {
        for (long i = from; i < to; i++) {
            set.add(i);
            if (i % 100_000 == 0) {
                set.compact();
            }
        }
    }

    private static long allocated() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class)
                .getThreadAllocatedBytes(Thread.currentThread().threadId());
    }

    private static long usedAfterCollection() {
        long min = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            ManagementFactory.getMemoryMXBean().gc();
            min = Math.min(
                    min,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return min;
    }

    private static SequenceSet randomSet(long seed) {
        Random random = new Random(seed);
        SequenceSet set = new SequenceSet();
        for (int chunk = 0; chunk < 8; chunk++) {
            int share = random.nextInt(4);
            for (int i = 0; i < SequenceSet.CHUNK; i++) {
                // Full, empty, and two thirds full chunks.
                if (share == 3 || (share > 0 && random.nextInt(3) != 0)) {
                    set.add((long) chunk * SequenceSet.CHUNK + i);
                }
            }
        }
        return set;
    }

    private static SequenceSet dense(long count) {
        SequenceSet set = new SequenceSet();
        for (long i = 0; i < count; i++) {
            set.add(i);
        }
        return set;
    }

    private static void assertSame(SequenceSet actual, SequenceSet expected) {
        assertThat(actual.count()).isEqualTo(expected.count());
        for (long i = 0; i < 9L * SequenceSet.CHUNK; i++) {
            assertThat(actual.contains(i) == expected.contains(i))
                    .as("sequence %d", i)
                    .isTrue();
        }
    }
}
