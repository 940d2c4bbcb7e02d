package dev.assay.systems.memory.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Serves a thousand messages per second: a millisecond each, one after the other. */
class CapacityLawTest {
    private static final long MS = 1_000_000;

    private static LatencySource law(long capacity) throws Exception {
        return MemoryProvider.latency(Map.of(
                "law", "none",
                "mean-nanos", "0",
                "stall-at-nanos", "0",
                "stall-nanos", "0",
                "capacity-per-second", String.valueOf(capacity)));
    }

    /** Returns when messages sent at intervals of {@code gapNanos} are served. */
    private static long[] served(long gapNanos, int messages) throws Exception {
        FirstSend system = new FirstSend();
        double service = law(1_000).serviceNanos();
        return LongStream.range(0, messages)
                .map(message -> system.served(message * gapNanos, service))
                .toArray();
    }

    @Test
    void belowItsCapacityEachMessageTakesItsOwnTime() throws Exception {
        assertThat(served(2 * MS, 4)).containsExactly(MS, 3 * MS, 5 * MS, 7 * MS);
    }

    @Test
    void beyondItMessagesQueueForAsLongAsThereAreMoreOfThem() throws Exception {
        assertThat(served(MS / 2, 5)).containsExactly(MS, 2 * MS, 3 * MS, 4 * MS, 5 * MS);
    }

    @Test
    void whatHasQueuedIsWorkedOffAtItsCapacity() throws Exception {
        FirstSend system = new FirstSend();
        double service = law(1_000).serviceNanos();
        for (int message = 0; message < 100; message++) {
            system.served(0, service);
        }
        assertThat(system.served(50 * MS, service)).isEqualTo(101 * MS);
        assertThat(system.served(500 * MS, service)).isEqualTo(501 * MS);
    }

    @Test
    void aSystemWithoutOneServesAtOnce() throws Exception {
        assertThat(new FirstSend().served(7, law(0).serviceNanos())).isEqualTo(7);
        assertThat(law(0).immediate()).isTrue();
        assertThat(law(1_000).immediate()).isFalse();
    }
}
