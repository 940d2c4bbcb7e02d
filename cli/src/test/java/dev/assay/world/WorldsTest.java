package dev.assay.world;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs worlds by seed; each that fails is reported with the smallest that still does. */
class WorldsTest {
    private static void assertHold(long from, long to) throws InterruptedException {
        assertThat(Worlds.failing(from, to, System.out)).isEmpty();
    }

    /** Runs the first 200 seeds, or those that {@code worlds.seeds} names, as {@code bin/worlds} does. */
    @Test
    void allOraclesHold() throws Exception {
        String[] range = System.getProperty("worlds.seeds", "1..200").split("\\.\\.", -1);
        assertHold(Long.parseLong(range[0]), Long.parseLong(range[1]));
    }

    @Test
    @Tag("slow")
    void allOraclesHoldForTheNext800Seeds() throws Exception {
        assertHold(201, 1000);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                1067, 1349, 1474, 1656, 1739, 1840, 2096, 2160, 2334, 2440, 2485, 2518, 2632, 3356, 4444, 4552, 4560
            })
    @Tag("slow")
    void laterSeedsThatHaveFailedHold(long seed) throws Exception {
        assertHold(seed, seed);
    }
}
