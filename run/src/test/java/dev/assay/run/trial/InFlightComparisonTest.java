package dev.assay.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.InFlightRoom;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.InFlight;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InFlightComparisonTest {
    private static final EffectiveConfig USUAL = InFlightRoom.shownIn(EffectiveConfig.NONE, InFlight.DEFAULT);

    @Test
    void trialsWithTheSameLimitAreCompared() {
        assertThat(InFlightComparison.finding(List.of(USUAL, USUAL))).isEmpty();
        assertThat(InFlightComparison.finding(List.of(USUAL, EffectiveConfig.NONE)))
                .as("one that was written before limits were")
                .isEmpty();
    }

    @Test
    void differentLimitsAreTold() {
        EffectiveConfig own = new EffectiveConfig(
                Map.of("producer", Map.of("in-flight", "5000 messages, but window=1000 is lower")), Map.of());

        assertThat(InFlightComparison.finding(List.of(
                        USUAL,
                        USUAL,
                        InFlightRoom.shownIn(own, InFlight.DEFAULT),
                        InFlightRoom.shownIn(EffectiveConfig.NONE, InFlight.CLIENT))))
                .contains(
                        "in-flight limits differ: 5000 messages (2 of 4 trials); 5000 messages, but window=1000 is lower (1 of 4 trials); as many as the client allows (1 of 4 trials); where producers waited, differences between the trials may come from these limits, not from the systems");
    }
}
