package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailureCounterTest {
    private static final long SECOND = 1_000_000_000;
    private static final Failure FULL = new Failure(FailureClass.FULL, "10077", "maximum messages exceeded");

    private final FailureCounter counter = new FailureCounter(new LoadTimeline(Timeline.of(
            List.of(new Phase(Phase.WARMUP, 0, SECOND), new Phase(Phase.MEASURE, SECOND, 2 * SECOND)),
            LoadProfile.NONE)));

    @Test
    void failuresAreCountedByClassCodeAndPhaseWithTheFirstMessageAndTheirTimes() {
        counter.add(FailedOperation.SEND, FULL, 0, SECOND / 2);
        counter.add(FailedOperation.SEND, new Failure(FailureClass.FULL, "10077", "another"), 1, 2 * SECOND);
        counter.add(FailedOperation.SEND, FULL, 1, SECOND);
        counter.add(FailedOperation.RECEIVE, FULL, 1, SECOND);

        assertThat(counter.counts())
                .containsExactly(
                        new FailureCount(
                                FailedOperation.SEND,
                                FailureClass.FULL,
                                "10077",
                                "maximum messages exceeded",
                                Map.of(Phase.WARMUP, 1L, Phase.MEASURE, 2L),
                                0.5,
                                2),
                        new FailureCount(
                                FailedOperation.RECEIVE,
                                FailureClass.FULL,
                                "10077",
                                "maximum messages exceeded",
                                Map.of(Phase.MEASURE, 1L),
                                1,
                                1));
    }

    @Test
    void howeverManyCodesAreMadeUpTheRestIsCountedByClass() {
        int codes = 10 * FailureCount.MAX_KINDS;
        for (int round = 0; round < 2; round++) {
            for (int code = 0; code < codes; code++) {
                FailureClass kind = code % 2 == 0 ? FailureClass.REFUSED : FailureClass.OTHER;
                counter.add(FailedOperation.SEND, new Failure(kind, "E" + code, "m"), 1, SECOND);
            }
        }
        List<FailureCount> counts = counter.counts();
        assertThat(counts).hasSize(FailureCount.MAX_KINDS + 2);
        assertThat(FailureCount.total(counts, count -> true)).isEqualTo(2L * codes);
        assertThat(FailureCount.total(counts, count -> count.kind() == FailureClass.REFUSED))
                .isEqualTo(codes);
        assertThat(counts)
                .filteredOn(count -> count.code().equals(FailureCount.REST))
                .extracting(FailureCount::kind)
                .containsExactlyInAnyOrder(FailureClass.REFUSED, FailureClass.OTHER);
    }

    @Test
    void noneIsMissedWhereManyThreadsReportAtOnce() throws Exception {
        int each = 50_000;
        List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < each; i++) {
                    counter.add(FailedOperation.SEND, new Failure(FailureClass.OTHER, "E" + i % 50, "m"), i % 2, i);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(FailureCount.total(counter.counts(), count -> true)).isEqualTo(4L * each);
    }
}
