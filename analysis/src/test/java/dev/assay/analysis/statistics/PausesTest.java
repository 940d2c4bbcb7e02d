package dev.assay.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PausesTest {
    private static final long MILLI = 1_000_000;
    private static final long PHASE = 10_000 * MILLI;

    /** Draws sleeps of a millisecond, each a little late, and pauses with the hiccups that they swallow. */
    private static Histogram hiccups(SplittableRandom random) {
        Histogram hiccups = new Histogram(3);
        for (int sleep = 0; sleep < 9_000; sleep++) {
            hiccups.recordValue(random.nextLong(20_000, 200_000));
        }
        for (int pause = 0; pause < random.nextInt(5); pause++) {
            hiccups.recordValueWithExpectedInterval(random.nextLong(2 * MILLI, 300 * MILLI), MILLI);
        }
        return hiccups;
    }

    /**
     * Returns the longest value reached by more hiccups than lie above the percentile, each weighted by the share of messages that
     * pass its worker.
     */
    private static long expected(SortedMap<String, Histogram> byWorker, double percent, int workers) {
        List<Long> values = new ArrayList<>();
        byWorker.values()
                .forEach(histogram -> histogram.recordedValues().forEach(value -> {
                    for (long i = 0; i < value.getCountAddedInThisIterationStep(); i++) {
                        values.add(value.getValueIteratedTo());
                    }
                }));
        values.sort(Comparator.reverseOrder());
        int passed = Math.min(workers, byWorker.size());
        double rest = (100 - percent) / 100 * PHASE / MILLI;
        for (int above = 1; above <= values.size(); above++) {
            if (above * passed > rest * byWorker.size()) {
                return values.get(above - 1);
            }
        }
        return 0;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aWaitIsThatOfTheLongestHiccups(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int several = 1; several <= 4; several++) {
            TreeMap<String, Histogram> byWorker = new TreeMap<>();
            for (int worker = 0; worker < several; worker++) {
                byWorker.put("w" + worker, hiccups(random));
            }
            Pauses pauses = new Pauses(byWorker, PHASE);
            for (double percent : List.of(0.0, 5.0, 50.0, 90.0, 99.0, 99.9, 99.99, 100.0)) {
                for (int workers = 1; workers <= 2; workers++) {
                    assertThat(pauses.waitAt(percent, workers))
                            .as("p%s of %d workers, %d passed", percent, several, workers)
                            .isEqualTo(expected(byWorker, percent, workers));
                }
            }
        }
    }

    @Test
    void whereNothingWasRecordedNothingWaits() {
        assertThat(new Pauses(new TreeMap<>(), PHASE).waitAt(50, 1)).isZero();
    }
}
