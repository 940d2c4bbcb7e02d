package dev.assay.analysis.steady;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.SteadyRecord.SeriesRecord;
import dev.assay.model.result.SteadyRecord.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Measures how often the words are false for recorded trials: three Kafka, Pulsar or RabbitMQ nodes on a virtual machine with two
 * processors, 2000 messages a second, from the first second at that rate on. The records have each second's completions, and the
 * processor time of the busiest compiler as a mean of ten seconds. The seconds that followed show whether a word was false.
 */
class RecordedTrialsTest {
    private static final Path RECORDED = Path.of("src/test/resources/dev/assay/analysis/steady/recorded");
    private static final Path METHODOLOGY = Path.of("../docs/RULES.md");
    private static final double ALLOWED = 0.05;

    private static final Tolerance P50 = new Tolerance(0.25, 0.2);
    private static final Tolerance P99 = new Tolerance(1, 2);
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int MEASURED = 30;
    private static final double AHEAD = MEASURED * 2 / 3.0;
    private static final double COMPILERS_CORES = 0.05;

    /** Holds the seconds of a trial. */
    private static final class Recorded {
        private final double[] responseP50;
        private final double[] responseP99;
        private final double[] endToEndP50;
        private final double[] cores;

        private Recorded(List<double[]> rows) {
            responseP50 = column(rows, 1);
            responseP99 = column(rows, 2);
            endToEndP50 = column(rows, 3);
            cores = column(rows, 4);
        }

        static Recorded of(Path file) {
            List<double[]> rows = new ArrayList<>();
            try (Stream<String> lines = Files.lines(file)) {
                lines.skip(1)
                        .map(line -> Stream.of(line.split(","))
                                .mapToDouble(Double::parseDouble)
                                .toArray())
                        .forEach(rows::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new Recorded(rows);
        }

        private static double[] column(List<double[]> rows, int number) {
            return rows.stream().mapToDouble(row -> row[number]).toArray();
        }

        int seconds() {
            return responseP50.length;
        }

        /** Examines a phase that began at {@code from}. */
        State look(int from, int to) {
            List<State> all = List.of(
                    Steadiness.of(Arrays.copyOfRange(responseP50, from, to), P50, AHEAD)
                            .state(),
                    Steadiness.of(Arrays.copyOfRange(responseP99, from, to), P99, AHEAD)
                            .state(),
                    Steadiness.of(Arrays.copyOfRange(endToEndP50, from, to), P50, AHEAD)
                            .state());
            if (all.contains(State.CHANGING)) {
                return State.CHANGING;
            }
            return all.contains(State.NOT_KNOWN) || cores[to - 1] >= COMPILERS_CORES ? State.NOT_KNOWN : State.STEADY;
        }

        /**
         * Returns where a warm-up that begins there has been steady at two looks in a row; 0 if never while there is as much left to
         * measure.
         */
        int steadyAfter(int from) {
            State before = State.NOT_KNOWN;
            int step = (int) SteadyWatch.LOOK_SECONDS;
            for (int end = from + SeriesRecord.MIN_FIGURES; end + MEASURED <= seconds(); end += step) {
                State word = look(from, end);
                if (word == State.STEADY && before == State.STEADY) {
                    return end;
                }
                before = word;
            }
            return 0;
        }

        /** Judges the drift of p50 in the phase that is measured from there on. */
        State drift(int from) {
            MannKendall.Series values = new MannKendall.Series();
            for (int at = from; at < from + MEASURED; at++) {
                values.add(responseP50[at] * NANOS_PER_MILLI);
            }
            return Drift.ofFactors(values).state(new Tolerance(P50.fraction(), P50.min() * NANOS_PER_MILLI));
        }

        /** Tells whether the medians of first and last third of the phase measured from there on differ by more than the tolerance. */
        boolean isApart(int from) {
            double first = Medians.of(Arrays.copyOfRange(responseP50, from, from + MEASURED / 3));
            double last = Medians.of(Arrays.copyOfRange(responseP50, from + MEASURED * 2 / 3, from + MEASURED));
            return P50.exceededBy(last - first, Math.min(first, last));
        }

        /** Returns from when on each stretch of so many seconds has the median of all that follows, to an eighth. */
        int settled() {
            for (int from = 0; from + 2 * MEASURED <= seconds(); from += 5) {
                double level = Medians.of(Arrays.copyOfRange(responseP50, from, seconds()));
                boolean all = true;
                for (int at = from; at + MEASURED <= seconds(); at++) {
                    double here = Medians.of(Arrays.copyOfRange(responseP50, at, at + MEASURED));
                    all &= !P50.times(0.5).exceededBy(here - level, level);
                }
                if (all) {
                    return from;
                }
            }
            return seconds();
        }
    }

    private static List<Recorded> all() throws IOException {
        try (Stream<Path> files = Files.list(RECORDED)) {
            return files.sorted().map(Recorded::of).toList();
        }
    }

    private static final class Rate {
        private final String word;
        private final String of;
        private int n;
        private int said;
        private int falsely;

        private int shown;
        private int apart;

        Rate(String word, String of) {
            this.word = word;
            this.of = of;
        }

        void count(boolean saying, boolean wrong) {
            n++;
            said += saying ? 1 : 0;
            falsely += saying && wrong ? 1 : 0;
        }

        /** Describes what followed the word: noise hides a drift from the table, and can produce one of the medians alone. */
        String followed() {
            return ("Of the %d that were called steady, the next 30 s are shown to stay in %d and to drift in %d; of %d it is not known."
                            + " By the medians of first and last third alone, with all their noise, %d differ by more than a quarter")
                    .formatted(said, shown, falsely, said - shown - falsely, apart);
        }

        String row() {
            return String.format(
                    Locale.ROOT, "| %s | %s | %d | %d | %.1f %% |", word, of, n, said, falsely * 100.0 / n);
        }
    }

    private static List<Rate> rates() throws IOException {
        Rate steady = new Rate("*steady*", "warm-ups that begin at each tenth second");
        Rate changing = new Rate("*still changing*", "looks at a level that stays");
        Rate drift = new Rate("*drift*", "phases at a level that stays");
        Rate levels = new Rate("*two levels*", "the same");
        Rate since = new Rate("*another level*", "the same, after 30 s of warm-up");
        for (Recorded one : all()) {
            for (int from = 0; from + SeriesRecord.MIN_FIGURES + MEASURED <= one.seconds(); from += 10) {
                int end = one.steadyAfter(from);
                steady.count(end > 0, end > 0 && one.drift(end) == State.CHANGING);
                steady.shown += end > 0 && one.drift(end) == State.STEADY ? 1 : 0;
                steady.apart += end > 0 && one.isApart(end) ? 1 : 0;
            }
            int settled = one.settled();
            for (int from = settled; from + MEASURED <= one.seconds(); from += 5) {
                double[] phase = Arrays.copyOfRange(one.responseP50, from, from + MEASURED);
                State look = Steadiness.of(phase, P50, AHEAD).state();
                changing.count(look == State.CHANGING, true);
                drift.count(one.drift(from) == State.CHANGING, true);
                levels.count(TwoLevels.of(phase, P50) != null, true);
                if (from >= settled + MEASURED) {
                    double before = Medians.of(Arrays.copyOfRange(one.responseP50, from - MEASURED, from));
                    since.count(TwoLevels.since(before, MEASURED, phase, P50) == State.CHANGING, true);
                }
            }
        }
        return List.of(steady, changing, drift, levels, since);
    }

    @Test
    void noWordIsFalseMoreOftenThanOnceInTwenty() throws IOException {
        assertThat(rates()).allSatisfy(rate -> {
            assertThat(rate.n).isGreaterThan(50);
            assertThat(rate.falsely).as(rate.row()).isLessThanOrEqualTo((int) (ALLOWED * rate.n));
        });
    }

    @Test
    void theTableInTheDocumentsIsThis() throws IOException {
        List<String> rows = new ArrayList<>(rates().stream().map(Rate::row).toList());
        rows.add(rates().getFirst().followed());
        assertThat(Files.readString(METHODOLOGY)).as(String.join("\n", rows)).contains(rows);
    }

    @Test
    void mostAreCalledSteadyAtSomeTime() throws IOException {
        assertThat(all()).filteredOn(one -> one.steadyAfter(0) > 0).hasSizeGreaterThan(all().size() * 3 / 4);
    }
}
