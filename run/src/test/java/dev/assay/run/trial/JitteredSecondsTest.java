package dev.assay.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialSecond;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** On a busy machine workers report late, skip seconds, and are heard of in any order; the seconds of the trial have it all, once. */
class JitteredSecondsTest {
    private static final long SECOND = 1_000_000_000;
    private static final double LASTS = 40;
    private static final int RATE = 1000;

    private final List<TrialSecond> seconds = new ArrayList<>();
    private final Map<Integer, Long> endBySample = new HashMap<>();

    /** @param heard when the coordinator gets it, in seconds */
    private record Report(WorkerInterval interval, int sample, double heard) {}

    static IntStream seeds() {
        return IntStream.range(0, 100);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void allThatWorkersReportIsInTheSecondsOnce(int seed) {
        Random random = new Random(seed);
        int workers = 1 + random.nextInt(4);
        TrialSeconds joined =
                new TrialSeconds(workers, Set.of(), List.of(new TrialSubscription("s1", "tail", true)), seconds::add);
        List<Report> reports = new ArrayList<>();
        for (int worker = 1; worker <= workers; worker++) {
            reports.addAll(reports("w" + worker, random));
        }
        reports.sort(Comparator.comparingDouble(Report::heard));
        Map<String, Long> reported = new HashMap<>();

        for (Report report : reports) {
            joined.onInterval(report.interval());
            endBySample.put(report.sample(), report.interval().endNanos());
            reported.put(report.interval().worker(), report.interval().endNanos());
            assertNothingWaitsThatAllHavePassed(workers, reported);
        }
        int complete = seconds.size();
        joined.finish();

        assertThat(seconds).extracting(TrialSecond::seconds).isSorted().doesNotHaveDuplicates();
        assertThat(samples(TrialSecond::response)).containsExactlyInAnyOrderElementsOf(endBySample.keySet());
        assertThat(samples(TrialSecond::endToEnd)).containsExactlyInAnyOrderElementsOf(endBySample.keySet());
        for (TrialSecond second : seconds.subList(0, complete)) {
            assertThat((double) second.totals().acked())
                    .as("by %s s", second.seconds())
                    .isCloseTo(workers * RATE * second.seconds(), within(workers + 1.0));
        }
        long all =
                reported.values().stream().mapToLong(JitteredSecondsTest::count).sum();
        assertThat(seconds.getLast().totals()).isEqualTo(new LoadTotals(all, all, all, 0, List.of(all)));
        assertEachSampleIsInItsSecond();
    }

    /**
     * Returns intervals most of which end soon after the second, as workers report; some end much later, and the last whenever the load is
     * over.
     */
    private static List<Report> reports(String worker, Random random) {
        List<Report> reports = new ArrayList<>();
        double busy = random.nextDouble();
        double start = 0;
        double heard = 0;
        while (start < LASTS) {
            double late = random.nextInt(20) == 0 ? 8 * random.nextDouble() : busy * random.nextDouble();
            double end = Math.floor(start) + 1 + late * random.nextDouble();
            heard = Math.max(heard, end + random.nextDouble());
            reports.add(report(worker, start, end, reports.size(), heard));
            start = end;
        }
        reports.add(report(worker, start, start + 0.01 + random.nextDouble(), reports.size(), heard + 1));
        return reports;
    }

    private static Report report(String worker, double start, double end, int number, double heard) {
        int sample = 1 + 4 * number + (worker.charAt(1) - '1');
        Histogram one = new Histogram(3);
        one.recordValue(sample);
        long count = count(nanos(end));
        WorkerInterval interval = new WorkerInterval(
                worker,
                nanos(start),
                nanos(end),
                new LoadTotals(count, count, count, 0, List.of(count)),
                new HarnessSample(0, 0, 0, 0, new Histogram(3)),
                List.of(
                        new IntervalHistogram(Phase.MEASURE, LatencyMetric.RESPONSE, one, 0, 0),
                        new IntervalHistogram(Phase.MEASURE, LatencyMetric.SERVICE, one, 0, 0),
                        new IntervalHistogram(Phase.MEASURE, LatencyMetric.END_TO_END, "s1", one, 0, 0)));
        return new Report(interval, sample, heard);
    }

    private static long nanos(double seconds) {
        return (long) (seconds * SECOND);
    }

    private static long count(long endNanos) {
        return endNanos * RATE / SECOND;
    }

    private void assertNothingWaitsThatAllHavePassed(int workers, Map<String, Long> reported) {
        if (reported.size() < workers) {
            assertThat(seconds).isEmpty();
            return;
        }
        long passed =
                reported.values().stream().mapToLong(Long::longValue).min().orElseThrow() / SECOND;
        List<Integer> merged = samples(TrialSecond::response);
        assertThat(endBySample.entrySet())
                .filteredOn(sample -> sample.getValue() / SECOND < passed)
                .allSatisfy(sample -> assertThat(merged).contains(sample.getKey()));
        assertThat(seconds)
                .allSatisfy(second -> assertThat((long) second.seconds()).isLessThanOrEqualTo(passed));
    }

    private List<Integer> samples(Function<TrialSecond, Histogram> of) {
        List<Integer> samples = new ArrayList<>();
        seconds.forEach(second -> of.apply(second).recordedValues().forEach(value -> {
            for (long i = 0; i < value.getCountAtValueIteratedTo(); i++) {
                samples.add((int) value.getValueIteratedTo());
            }
        }));
        return samples;
    }

    /** Allows the next second, too, where its own had been passed on. */
    private void assertEachSampleIsInItsSecond() {
        for (TrialSecond second : seconds) {
            second.response()
                    .recordedValues()
                    .forEach(value -> assertThat((long) second.seconds()
                                    - endBySample.getOrDefault((int) value.getValueIteratedTo(), -1L) / SECOND)
                            .isBetween(0L, 1L));
        }
    }
}
