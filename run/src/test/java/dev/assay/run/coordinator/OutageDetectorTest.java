package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.LoadTotals;
import dev.assay.run.coordinator.VerificationRunner.OutageDetector;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutageDetectorTest {
    private static final long MILLI = 1_000_000;

    private final OutageDetector watch = new OutageDetector(0);

    private void news(long atMillis, long acked) {
        watch.onProgress(new LoadTotals(1000, 1000, acked, 0, List.of()), atMillis * MILLI);
    }

    @Test
    void theLongestSilenceIsFromTheLastAcknowledgementToTheNext() {
        news(200, 10);
        news(400, 20);
        watch.watchFrom(450 * MILLI);
        news(600, 20);
        news(1600, 20);
        news(1800, 30);
        news(2400, 40);
        watch.end(2600 * MILLI);
        assertThat(watch.longestNanos()).isEqualTo(1400 * MILLI);
        assertThat(watch.sinceAck(2600 * MILLI)).isEqualTo(200 * MILLI);
        assertThat(watch.acked()).isEqualTo(40);
    }

    @Test
    void aSilenceThatLastsToTheEndCounts() {
        news(200, 10);
        watch.watchFrom(300 * MILLI);
        news(400, 10);
        watch.end(3200 * MILLI);
        assertThat(watch.longestNanos()).isEqualTo(3000 * MILLI);
    }

    @Test
    void whatWasBeforeDoesNotCountAndNeitherDoesTheBeatOfTheNews() {
        news(200, 10);
        news(2200, 20);
        watch.watchFrom(2250 * MILLI);
        news(2400, 30);
        news(2800, 40);
        watch.end(3000 * MILLI);
        assertThat(watch.longestNanos()).isZero();
    }
}
