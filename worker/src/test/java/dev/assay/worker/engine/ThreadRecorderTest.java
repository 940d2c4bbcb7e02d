package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ThreadRecorderTest {
    private static final List<String> PHASES = List.of("measure");
    private static final List<String> SUBSCRIPTIONS = List.of("s1");
    private static final int MESSAGES = 2_000_000;

    @Test
    void nothingIsLostOrCountedTwiceWhileTheRecorderIsDrainedAgainAndAgain() throws InterruptedException {
        ThreadRecorder recorder = new ThreadRecorder(1, 1);
        CountDownLatch done = new CountDownLatch(1);
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < MESSAGES; i++) {
                recorder.recordCall(0, i % 1000);
                recorder.recordAcknowledgement(0, i, 3L * i);
            }
            done.countDown();
        });
        Histogram scheduleLag = new Histogram(3);
        Histogram service = new Histogram(3);
        Histogram response = new Histogram(3);
        boolean last;
        do {
            last = done.getCount() == 0;
            LatencyHistograms histograms = new LatencyHistograms(1, 1);
            recorder.drainInto(histograms);
            scheduleLag.add(of(histograms, LatencyMetric.SCHEDULE_LAG));
            service.add(of(histograms, LatencyMetric.SERVICE));
            response.add(of(histograms, LatencyMetric.RESPONSE));
        } while (!last);
        writer.join();

        Histogram expectedDelay = new Histogram(3);
        Histogram expectedService = new Histogram(3);
        Histogram expectedResponse = new Histogram(3);
        for (int i = 0; i < MESSAGES; i++) {
            expectedDelay.recordValue(i % 1000);
            expectedService.recordValue(i);
            expectedResponse.recordValue(3L * i);
        }
        assertThat(scheduleLag).isEqualTo(expectedDelay);
        assertThat(service).isEqualTo(expectedService);
        assertThat(response).isEqualTo(expectedResponse);
    }

    @Test
    void negativeLatenciesCountAsZeroAndAreNoted() {
        ThreadRecorder recorder = new ThreadRecorder(1, 1);
        recorder.recordAcknowledgement(0, -5, 7);
        recorder.recordAcknowledgement(0, -9, 8);
        LatencyHistograms histograms = new LatencyHistograms(1, 1);
        recorder.drainInto(histograms);
        assertThat(histograms.histograms(PHASES, SUBSCRIPTIONS))
                .filteredOn(recorded -> recorded.metric() == LatencyMetric.SERVICE)
                .singleElement()
                .satisfies(recorded -> {
                    assertThat(recorded.negatives()).isEqualTo(2);
                    assertThat(recorded.worstNegativeNanos()).isEqualTo(-9);
                    assertThat(recorded.histogram().getTotalCount()).isEqualTo(2);
                    assertThat(recorded.histogram().getMaxValue()).isZero();
                });
    }

    @Test
    void arrivalsAreToldApartBySubscription() {
        ThreadRecorder recorder = new ThreadRecorder(2, 2);
        recorder.recordArrival(0, 0, 10, 5);
        recorder.recordArrival(1, 0, 20, 15);
        recorder.recordArrival(1, 1, 30, 25);
        LatencyHistograms histograms = new LatencyHistograms(2, 2);
        recorder.drainInto(histograms);
        assertThat(histograms.histograms(List.of("warmup", "measure"), List.of("s1", "late")))
                .extracting(one -> one.phase() + " " + one.metric().tag() + " " + one.subscription() + " "
                        + one.histogram().getMaxValue())
                .containsExactly(
                        "warmup end-to-end s1 10",
                        "warmup send-to-receive s1 5",
                        "measure end-to-end s1 20",
                        "measure send-to-receive s1 15",
                        "measure end-to-end late 30",
                        "measure send-to-receive late 25");
    }

    private static Histogram of(LatencyHistograms histograms, LatencyMetric metric) {
        return histograms.histograms(PHASES, SUBSCRIPTIONS).stream()
                .filter(recorded -> recorded.metric() == metric)
                .map(IntervalHistogram::histogram)
                .findFirst()
                .orElse(new Histogram(3));
    }
}
