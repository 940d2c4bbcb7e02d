package dev.assay.analysis.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.RulesPage;
import dev.assay.analysis.correlation.CorrelatedEventsTest.Line;
import dev.assay.model.metric.Labels;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Measures how often a series without relation to the spikes <em>recurs</em>, and how often a related one is found. The table is
 * in docs/RULES.md.
 */
@Tag("slow")
class RecursTest {
    private static final Pattern NUMBER = Pattern.compile("[0-9]+\\.[0-9]");
    private static final double ALLOWED = 0.05;
    private static final int SERIES = 69;

    private static final int FEW = 60;
    private static final int MANY = 300;

    private interface Kind {
        double[] series(int seconds, SplittableRandom random);
    }

    private interface Spikes {
        Set<Integer> of(int seconds, SplittableRandom random);
    }

    private static Kind noise(double scatter, double correlation) {
        return (seconds, random) -> {
            double[] values = new double[seconds];
            double state = random.nextGaussian();
            for (int i = 0; i < seconds; i++) {
                values[i] = Math.exp(scatter * state);
                state = correlation * state + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            }
            return values;
        };
    }

    /** Grows up to tenfold, or falls. */
    private static Kind trend(double scatter) {
        return (seconds, random) -> {
            double[] values = noise(scatter, 0.5).series(seconds, random);
            double end = 10 * random.nextDouble();
            for (int i = 0; i < seconds; i++) {
                values[i] += 1 + (end - 1) * i / seconds;
            }
            return values;
        };
    }

    /** Peaks every 5 to 30 s, on top of noise. */
    private static Kind periodic() {
        return (seconds, random) -> {
            double[] values = noise(0.3, 0.3).series(seconds, random);
            int period = random.nextInt(5, 31);
            for (int i = random.nextInt(period); i < seconds; i += period) {
                values[i] += 5;
            }
            return values;
        };
    }

    private static Spikes anywhere(int count) {
        return (seconds, random) -> {
            Set<Integer> spikes = new HashSet<>();
            while (spikes.size() < count) {
                int at = random.nextInt(1, seconds + 1);
                if (IntStream.rangeClosed(at - 2, at + 2).noneMatch(spikes::contains)) {
                    spikes.add(at);
                }
            }
            return spikes;
        };
    }

    private static Spikes late(int count) {
        return (seconds, random) -> {
            Set<Integer> spikes = new HashSet<>();
            anywhere(count).of(seconds / 3, random).forEach(at -> spikes.add(at + seconds - seconds / 3));
            return spikes;
        };
    }

    private static Spikes every(int period) {
        return (seconds, random) -> {
            Set<Integer> spikes = new HashSet<>();
            for (int at = random.nextInt(1, period + 1); at <= seconds; at += period) {
                spikes.add(at);
            }
            return spikes;
        };
    }

    private static List<Line> lines(int seconds, Kind kind, SplittableRandom random) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < SERIES; i++) {
            double[] values = kind.series(seconds, random);
            lines.add(new Line(Labels.of(Labels.NODE, "n" + i), second -> values[second - 1]));
        }
        return lines;
    }

    /** Returns the fraction of trials with a property. */
    private static double rate(
            int trials, Kind kind, Spikes spikes, int seconds, double cause, Function<CorrelatedEvents, Boolean> of) {
        return IntStream.range(0, trials)
                        .parallel()
                        .filter(seed -> of.apply(trial(seed, kind, spikes, seconds, cause)))
                        .count()
                / (double) trials;
    }

    /** Multiplies the first series by five in a second of that fraction of the spikes, rounded to a whole number; 0 for no cause. */
    private static CorrelatedEvents trial(int seed, Kind kind, Spikes spikes, int seconds, double cause) {
        SplittableRandom random = new SplittableRandom(seed);
        Set<Integer> at = spikes.of(seconds, random);
        List<Line> lines = lines(seconds, kind, random);
        if (cause > 0) {
            Line first = lines.getFirst();
            Set<Integer> caused = new HashSet<>(
                    at.stream().sorted().limit(Math.round(cause * at.size())).toList());
            lines.set(
                    0,
                    new Line(
                            first.labels(),
                            second -> (caused.contains(second) ? 20 : 1)
                                    * first.bySecond().applyAsDouble(second)));
        }
        return CorrelatedEventsTest.of(seconds, at, lines);
    }

    private static boolean recurs(CorrelatedEvents found, String node) {
        return found.recurring().stream().anyMatch(one -> one.labels().equals(Labels.of(Labels.NODE, node)));
    }

    private static List<String> falsely(int trials, double slack) {
        List<String> rows = new ArrayList<>();
        for (double correlation : new double[] {0.3, 0.5, 0.9}) {
            for (int seconds : new int[] {30, 60, 180}) {
                int count = Math.max(3, seconds / 12);
                rows.add(falsely(
                        "noise, correlation " + correlation,
                        count + " anywhere",
                        noise(1, correlation),
                        anywhere(count),
                        seconds,
                        trials,
                        slack));
            }
        }
        rows.add(falsely("trends", "5 in the last third", trend(0.3), late(5), 60, trials, slack));
        rows.add(falsely("noise, correlation 0.9", "5 in the last third", noise(1, 0.9), late(5), 60, trials, slack));
        rows.add(falsely("every 5 to 30 s", "5 anywhere", periodic(), anywhere(5), 60, trials, slack));
        rows.add(falsely("every 5 to 30 s", "every 12 s", periodic(), every(12), 180, trials, slack));
        return rows;
    }

    private static String falsely(
            String what, String where, Kind kind, Spikes spikes, int seconds, int trials, double slack) {
        double rate = rate(
                trials, kind, spikes, seconds, 0, found -> !found.recurring().isEmpty());
        String row = "| %s | %s of %d s | %s |".formatted(what, where, seconds, percent(rate));
        assertThat(rate).as(row).isLessThanOrEqualTo(ALLOWED + slack);
        return row;
    }

    private static List<String> found(int trials) {
        List<String> rows = new ArrayList<>();
        for (double correlation : new double[] {0.3, 0.9}) {
            for (int seconds : new int[] {30, 60, 180}) {
                int count = Math.max(3, seconds / 12);
                for (double cause : seconds == 30 ? new double[] {0.8} : new double[] {0.8, 0.6}) {
                    double rate = rate(
                            trials,
                            noise(0.5, correlation),
                            anywhere(count),
                            seconds,
                            cause,
                            found -> recurs(found, "n0"));
                    rows.add("| %d of %d spikes in %d s, among noise of correlation %s | %s |"
                            .formatted(Math.round(cause * count), count, seconds, correlation, percent(rate)));
                }
            }
        }
        return rows;
    }

    private static String percent(double rate) {
        return String.format(Locale.ROOT, "%.1f", 100 * rate);
    }

    /** In so few trials a true rate of 5 % shows as 13 % once in a hundred times. */
    @Test
    void whatHasNothingToDoWithSpikesRecursInOneOfTwentyTrialsAtMost() {
        assertThat(falsely(FEW, 0.085)).hasSize(13);
    }

    @Test
    void whatCoincidesWithMostSpikesIsFound() {
        assertThat(rate(FEW, noise(0.5, 0.5), anywhere(5), 60, 0.8, found -> recurs(found, "n0")))
                .isGreaterThan(0.9);
        assertThat(rate(FEW, noise(0.5, 0.5), anywhere(5), 60, 0.2, found -> recurs(found, "n0")))
                .as("one of five spikes is no cause")
                .isLessThan(0.1);
    }

    @Test
    void whatChanceNamesBesideASpikeIsWhatIsSaid() {
        for (double correlation : new double[] {0.3, 0.9}) {
            List<CorrelatedEvents> all = IntStream.range(0, FEW)
                    .parallel()
                    .mapToObj(seed -> trial(seed, noise(1, correlation), anywhere(5), 60, 0))
                    .toList();
            double named = all.stream()
                    .flatMap(found -> found.spikes().stream())
                    .mapToInt(spike -> spike.with().size())
                    .average()
                    .orElseThrow();
            double said = all.stream()
                    .mapToDouble(CorrelatedEvents::byChance)
                    .average()
                    .orElseThrow();
            assertThat(named).as("correlation " + correlation).isCloseTo(said, within(0.2 * said));
        }
    }

    @Test
    @Timeout(value = 45, unit = TimeUnit.MINUTES)
    void theTablesInTheDocumentsAreThese() throws IOException {
        for (List<String> table : List.of(falsely(MANY, 0), found(MANY))) {
            String start = table.getFirst()
                    .substring(
                            0,
                            table.getFirst().lastIndexOf('|', table.getFirst().length() - 2));
            RulesPage.assertHas("", start, table, NUMBER, 0.5);
        }
    }
}
