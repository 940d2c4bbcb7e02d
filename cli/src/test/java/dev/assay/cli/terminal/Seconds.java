package dev.assay.cli.terminal;

import dev.assay.model.result.LoadTotals;
import dev.assay.run.live.LoadPlace;
import dev.assay.run.live.LoadSecond;
import dev.assay.run.live.NodeLoad;
import dev.assay.run.live.TimeLeft;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** Makes up seconds of a load: a warm-up of 3 s and a measured phase of 30 s. */
final class Seconds {
    static final int WARMUP = 3;
    private static final int MEASURE = 30;

    private Seconds() {}

    /** Returns a usual second: 50 000 messages offered, 49 987 acknowledged, a hundredth of them slowly. */
    static LoadSecond usual(int second) {
        return of(second, 49_987, 3_400_000);
    }

    /** Returns a second with so many acknowledged messages, each 50th of them with the slow latency. */
    static LoadSecond of(int second, long acked, long slowNanos) {
        Histogram response = new Histogram(3);
        response.recordValueWithCount(1_230_000, acked - acked / 50);
        response.recordValueWithCount(slowNanos, acked / 50);
        Histogram endToEnd = new Histogram(3);
        endToEnd.recordValueWithCount(1_500_000, acked - acked / 50);
        endToEnd.recordValueWithCount(slowNanos + 20_000_000, acked / 50);
        return new LoadSecond(
                place(second),
                second,
                1,
                new LoadTotals(50_000, 50_000, acked, second == 5 ? 3 : 0, List.of()),
                second == 4 ? 1234 : 12,
                response,
                endToEnd,
                servers(),
                List.of(new NodeLoad("coordinator", OptionalDouble.of(0.93), OptionalDouble.of(0.12))),
                new TimeLeft(
                        Duration.ofSeconds(WARMUP + MEASURE - second),
                        Duration.ofSeconds(WARMUP + MEASURE - second + 90),
                        false));
    }

    static LoadSecond afterLoad() {
        return usual(WARMUP + MEASURE + 1);
    }

    private static LoadPlace place(int second) {
        if (second > WARMUP + MEASURE) {
            return new LoadPlace("drain", 1, Duration.ZERO);
        }
        return second <= WARMUP
                ? new LoadPlace("warmup", second, Duration.ofSeconds(WARMUP))
                : new LoadPlace("measure", second - WARMUP, Duration.ofSeconds(MEASURE));
    }

    private static List<NodeLoad> servers() {
        return List.of(
                new NodeLoad("broker-1", OptionalDouble.of(0.432), OptionalDouble.of(12_340_000)),
                new NodeLoad("broker-2", OptionalDouble.of(1.43), OptionalDouble.of(12_000_000)),
                new NodeLoad("broker-3", OptionalDouble.of(0.4), OptionalDouble.empty()));
    }
}
