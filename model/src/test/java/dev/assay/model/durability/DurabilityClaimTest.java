package dev.assay.model.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.durability.DurabilityClaim.Promise;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DurabilityClaimTest {
    private static Set<Fault> survivedAt(DurabilityLevel level, int copies) {
        return Arrays.stream(Fault.values())
                .filter(fault -> DurabilityClaim.of(level, fault, copies).promise() == Promise.SURVIVES)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Fault.class)));
    }

    @Test
    void syncedOnSeveralNodesSurvivesEveryFault() {
        assertThat(survivedAt(DurabilityLevel.LEVEL_1, 3)).containsExactly(Fault.values());
    }

    @Test
    void inMemoryOfSeveralNodesSurvivesAllButTheLossOfPowerOfAll() {
        assertThat(survivedAt(DurabilityLevel.LEVEL_2, 3))
                .containsExactlyElementsOf(EnumSet.complementOf(EnumSet.of(Fault.POWER_ALL)));
    }

    @Test
    void oneNodeOfSeveralPromisesNothingAsAnotherMayTakeOver() {
        assertThat(survivedAt(DurabilityLevel.LEVEL_3, 3)).isEmpty();
        assertThat(survivedAt(DurabilityLevel.LEVEL_4, 3)).isEmpty();
    }

    @Test
    void theOnlyCopySurvivesTheLossOfPowerOnDiskAlone() {
        assertThat(survivedAt(DurabilityLevel.LEVEL_3, 1)).containsExactly(Fault.values());
        assertThat(survivedAt(DurabilityLevel.LEVEL_4, 1))
                .containsExactlyElementsOf(EnumSet.complementOf(EnumSet.of(Fault.POWER_ONE, Fault.POWER_ALL)));
    }

    @ParameterizedTest
    @EnumSource
    void everyClaimHasItsReason(Fault fault) {
        for (DurabilityLevel level : DurabilityLevel.values()) {
            assertThat(DurabilityClaim.of(level, fault, 3).reason()).isNotBlank();
            assertThat(DurabilityClaim.of(level, fault, 1).reason()).isNotBlank();
        }
    }

    @Test
    void noCopyIsRefused() {
        assertThatThrownBy(() -> DurabilityClaim.of(DurabilityLevel.LEVEL_1, Fault.KILL_ONE, 0))
                .hasMessageContaining("copies")
                .hasMessageContaining("0");
    }
}
