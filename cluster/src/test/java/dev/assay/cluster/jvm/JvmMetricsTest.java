package dev.assay.cluster.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reads a JVM whose beans are made up. */
class JvmMetricsTest {
    private static final long SECOND = 1_000_000_000;
    private static final String YOUNG = "java.lang:name=G1 Young Generation,type=GarbageCollector";
    private static final String REMARK = "java.lang:name=G1 Concurrent GC,type=GarbageCollector";
    private static final String CYCLES = "java.lang:name=ZGC Cycles,type=GarbageCollector";
    private static final Labels NODE = Labels.of(Labels.NODE, "broker-1");

    private final FakeBeans beans = new FakeBeans();
    private final JvmMetrics metrics = new JvmMetrics(
            "broker-1", () -> beans, (from, labels, seconds) -> List.of(Metrics.NODE_WRITES.of(labels, 7)));

    private static final class FakeBeans implements Beans {
        private final Map<String, Double> millis = new HashMap<>(Map.of(YOUNG, 500.0, REMARK, 20.0, CYCLES, 9000.0));
        private boolean closed;

        @Override
        public Map<String, Double> numbers(String bean, String... attributes) throws IOException {
            if (closed) {
                throw new IOException("closed");
            }
            return Map.of("CollectionTime", millis.getOrDefault(bean, 0.0));
        }

        @Override
        public Set<String> matching(String pattern) {
            return millis.keySet();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @Test
    void pausesAreOfTheTimeSinceTheReadingBeforeAndCyclesAreNone() throws IOException {
        assertThat(metrics.next(0)).containsExactly(Metrics.NODE_WRITES.of(NODE, 7));
        beans.millis.put(YOUNG, 530.0);
        beans.millis.put(REMARK, 25.0);
        beans.millis.put(CYCLES, 9900.0);
        assertThat(metrics.next(SECOND))
                .containsExactly(Metrics.NODE_GC_PAUSE.of(NODE, 0.035), Metrics.NODE_WRITES.of(NODE, 7));
        assertThat(metrics.next(2 * SECOND)).contains(Metrics.NODE_GC_PAUSE.of(NODE, 0));
    }

    @Test
    void afterAnAnswerThatTookTwoSecondsPausesAreStillThoseOfASecond() throws IOException {
        metrics.next(0);
        beans.millis.put(YOUNG, 600.0);
        assertThat(metrics.next(2 * SECOND)).contains(Metrics.NODE_GC_PAUSE.of(NODE, 0.05));
    }

    @Test
    void whatWasLetGoOfIsNotConnectedToAgain() throws IOException {
        metrics.close();
        assertThatThrownBy(() -> metrics.next(0)).isInstanceOf(IOException.class);
        assertThat(beans.closed).isTrue();
    }
}
