package dev.assay.model.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SplitMixTest {
    /** The first outputs of Vigna's splitmix64.c for seed 0. */
    private static final long[] OF_SEED_0 = {
        0xE220A8397B1DCDAFL, 0x6E789E6AA1B965F4L, 0x06C45D188009454FL, 0xF88BB8A8724C81ECL
    };

    /** The first outputs for seed 1234567, as listed on Rosetta Code. */
    private static final String[] OF_SEED_1234567 = {
        "6457827717110365317",
        "3203168211198807973",
        "9817491932198370423",
        "4593380528125082431",
        "16408922859458223821"
    };

    @Test
    void bitsAreThoseOfSplitMix64() {
        for (int i = 0; i < OF_SEED_0.length; i++) {
            assertThat(SplitMix.bits(0, i)).isEqualTo(OF_SEED_0[i]);
        }
        for (int i = 0; i < OF_SEED_1234567.length; i++) {
            assertThat(Long.toUnsignedString(SplitMix.bits(1234567, i))).isEqualTo(OF_SEED_1234567[i]);
        }
    }

    @Test
    void uniformNumbersAreAboveZeroAndAtMostOneWithMeanOneHalf() {
        double sum = 0;
        int n = 1_000_000;
        for (int i = 0; i < n; i++) {
            double uniform = SplitMix.uniform(42, i);
            assertThat(uniform > 0 && uniform <= 1).isTrue();
            sum += uniform;
        }
        // Five standard errors: 5 / sqrt(12 n).
        assertThat(Math.abs(sum / n - 0.5)).isLessThan(5 / Math.sqrt(12.0 * n));
    }

    @Test
    void theSmallestBitsGiveNoZero() {
        // A zero would become an infinite gap. The seed is the one whose output function yields 0: mix(-gamma) = 0.
        assertThat(SplitMix.mix(-0x9E3779B97F4A7C15L)).isZero();
        assertThat(SplitMix.uniform(-0x9E3779B97F4A7C15L, 0)).isEqualTo(0x1.0p-53);
    }
}
