package dev.assay.scenario.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.durability.Fault;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.verification.Accounting;
import dev.assay.model.verification.FaultPlan;
import dev.assay.model.verification.LossBound;
import dev.assay.model.verification.VerificationEvidence;
import dev.assay.model.verification.VerificationEvidence.FaultMoment;
import dev.assay.model.verification.VerificationEvidence.Service;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Measures how often <em>none lost; loss per cut below x (95 %)</em>, with which a claim <em>holds</em> and a level is
 * <em>verified</em>, and <em>acknowledgements y ms early would have been seen</em> are false. docs/RULES.md has the tables.
 */
class VerificationWordsTest {
    private static final Path METHODOLOGY = Path.of("../docs/RULES.md");
    private static final Pattern RATE = Pattern.compile("[0-9]+\\.[0-9]");

    /** Suffices to know a rate of 5 % to 0.1 %. */
    private static final int RUNS = 40_000;

    /** Allows three standard errors of a simulated 5 %, since right at a bound 5 % of the words are false. */
    private static final double ALLOWED = 0.05 + 3 * Math.sqrt(0.05 * 0.95 / RUNS);

    private static final int[] CUTS = {1, LossBound.CUTS_FOR_VERIFIED, 10, 20};

    /** Simulates how a system loses messages. */
    private interface Loss {
        /** Tells whether a cut loses messages. */
        boolean at(FaultTiming timing, SplittableRandom random);
    }

    /**
     * Describes a kind of system.
     *
     * @param perCut the probability that a cut loses messages, over all moments, nodes and clusters
     * @param inconclusive the fraction of cuts that are inconclusive
     */
    private record Kind(String name, double perCut, double inconclusive, Fault fault, Loss loss) {}

    private static Kind often(double perCut) {
        return new Kind(
                "in %.1f %% of cuts".formatted(100 * perCut),
                perCut,
                0,
                Fault.POWER_ALL,
                (timing, random) -> random.nextDouble() < perCut);
    }

    private static List<Kind> kinds() {
        return List.of(
                often(0.05),
                often(0.14),
                often(0.26),
                often(0.4),
                often(0.451),
                often(0.951),
                // Each run has a new cluster with a random probability of loss.
                new Kind(
                        "in 0 to 100 % of cuts, by cluster", 0.5, 0, Fault.POWER_ALL, VerificationWordsTest::byCluster),
                new Kind(
                        "in 45.1 % of cuts, and 3 in 10 tell nothing",
                        0.451, 0.3, Fault.POWER_ALL, (timing, random) -> random.nextDouble() < 0.451),
                new Kind(
                        "in each cut 8 to 11 s after the load began",
                        0.2,
                        0,
                        Fault.POWER_ALL,
                        (timing, random) ->
                                timing.load().toSeconds() >= 8 && timing.load().toSeconds() < 11),
                new Kind(
                        "in each cut of one of three nodes",
                        1 / 3.0,
                        0,
                        Fault.POWER_ONE,
                        (timing, random) -> timing.node() % 3 == 1));
    }

    private static boolean byCluster(FaultTiming timing, SplittableRandom random) {
        double perCut = random.nextDouble();
        return random.nextDouble() < perCut;
    }

    /**
     * Holds fractions of runs.
     *
     * @param said runs that report no loss
     * @param falsely runs that report no loss with a bound that is too low
     */
    private record Said(double said, double falsely) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.1f, %.1f", said * 100, falsely * 100);
        }
    }

    private static Said said(Kind kind, int cuts) {
        int said = 0;
        int falsely = 0;
        for (int run = 0; run < RUNS; run++) {
            SplittableRandom random = new SplittableRandom(run);
            int conclusive = 0;
            boolean lost = false;
            for (int repetition = 1; repetition <= cuts; repetition++) {
                FaultTiming timing = FaultTiming.of(kind.fault(), repetition, run);
                if (random.nextDouble() >= kind.inconclusive()) {
                    conclusive++;
                    lost |= kind.loss().at(timing, random);
                }
            }
            if (!lost && conclusive > 0) {
                said++;
                double told = Math.ceil(1000 * new LossBound(kind.fault(), conclusive, 1).lossPerCut()) / 1000;
                falsely += kind.perCut() >= told ? 1 : 0;
            }
        }
        return new Said(said / (double) RUNS, falsely / (double) RUNS);
    }

    private static List<String> ofCuts() {
        return kinds().stream()
                .map(kind -> {
                    List<String> cells = new ArrayList<>(List.of(kind.name()));
                    for (int cuts : CUTS) {
                        Said said = said(kind, cuts);
                        assertThat(said.falsely())
                                .as("too low a bound after %d cuts: %s", cuts, kind.name())
                                .isLessThanOrEqualTo(ALLOWED);
                        cells.add(said.toString());
                    }
                    return "| " + String.join(" | ", cells) + " |";
                })
                .toList();
    }

    /**
     * Describes the distribution of acknowledgements over time.
     *
     * @param led number of partitions that each node leads; one of the nodes is cut, or all where there is a single entry
     * @param told whether the system reports the leaders
     */
    private record Acks(
            String name, boolean even, double scatter, double correlation, int batch, List<Integer> led, boolean told) {
        Acks(String name, boolean even, double scatter, double correlation, int batch) {
            this(name, even, scatter, correlation, batch, List.of(1), true);
        }

        /** Returns the reported time after a cut of that node, in seconds. */
        double early(double perSecond, int seconds, int node) {
            Map<String, String> details = new HashMap<>();
            if (told) {
                String leaders = IntStream.range(0, led.size())
                        .mapToObj(each -> each + "=" + led.get(each))
                        .collect(Collectors.joining(", ", "{", "}"));
                details.put(FaultMoment.LEADERS, leaders);
            }
            Fault fault = led.size() == 1 ? Fault.POWER_ALL : Fault.POWER_ONE;
            FaultMoment moment = new FaultMoment(
                    List.of("broker-" + node),
                    "",
                    seconds * 1_000_000_000L,
                    0,
                    Math.round(perSecond * seconds),
                    0,
                    details);
            VerificationRecord held = new VerificationRecord(
                    new TrialIdentity(1, "", 1, Map.of()),
                    new FaultPlan(Map.of(), fault, DurabilityClaim.of(DurabilityLevel.LEVEL_1, fault, 3), false, 1),
                    new SystemIdentity("kafka", "4.3.1", "", "local", led.size()),
                    DurabilityStatement.holding(DurabilityLevel.LEVEL_1),
                    EffectiveConfig.NONE,
                    "",
                    VerificationOutcome.HOLDS,
                    "",
                    Optional.of(new VerificationEvidence(
                            new Accounting(1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0),
                            moment,
                            new Service(1, 1, true, 1, 1, 1))));
            return LossBound.of(List.of(held)).orElseThrow().earlyNanos() / 1e9 * batch;
        }

        double fractionOf(int node) {
            return led.get(node)
                    / (double) led.stream().mapToInt(Integer::intValue).sum();
        }
    }

    private static final List<Acks> ACKS = List.of(
            new Acks("evenly", true, 0, 0, 1),
            new Acks("at random", false, 0, 0, 1),
            new Acks("at random, the rate differs by 25 %, correlation 0.3", false, 0.25, 0.3, 1),
            new Acks("at random, the rate differs by 25 %, correlation 0.5", false, 0.25, 0.5, 1),
            new Acks("in batches of 5, told as 5 times as early", false, 0, 0, 5),
            new Acks("at random, one of three nodes is cut", false, 0, 0, 1, List.of(1, 1, 1), true),
            new Acks(
                    "at random, one of three nodes is cut, who leads is not told",
                    false,
                    0,
                    0,
                    1,
                    List.of(1, 1, 1),
                    false),
            new Acks(
                    "at random, one of three nodes is cut, which lead 5, 2 and 1 partitions",
                    false,
                    0,
                    0,
                    1,
                    List.of(5, 2, 1),
                    true),
            new Acks(
                    "at random, the rate differs by 25 %, correlation 0.5, one of three nodes is cut",
                    false, 0.25, 0.5, 1, List.of(1, 1, 1), true));

    /** Returns the fraction of cuts in which nothing was acknowledged within the reported time. */
    private static double unseen(Acks acks, double perSecond) {
        int unseen = 0;
        for (int run = 0; run < RUNS; run++) {
            SplittableRandom random = new SplittableRandom(run);
            int seconds = 5 + run % 15;
            double state = random.nextGaussian();
            double rate = 0;
            double sum = 0;
            for (int second = 0; second < seconds; second++) {
                rate = perSecond * Math.exp(acks.scatter() * state);
                sum += rate;
                state = acks.correlation() * state
                        + Math.sqrt(1 - acks.correlation() * acks.correlation()) * random.nextGaussian();
            }
            int node = run % acks.led().size();
            double early = acks.early(sum / seconds, seconds, node);
            double expected = early * rate * acks.fractionOf(node) / acks.batch();
            double none = acks.even() ? Math.max(0, 1 - expected) : Math.exp(-expected);
            unseen += random.nextDouble() < none ? 1 : 0;
        }
        return unseen / (double) RUNS;
    }

    private static List<String> ofAcks() {
        return ACKS.stream()
                .map(acks -> {
                    List<String> cells = new ArrayList<>(List.of(acks.name()));
                    for (int perSecond : new int[] {500, 4_000}) {
                        double unseen = unseen(acks, perSecond);
                        assertThat(unseen)
                                .as("not seen at %d/s: %s", perSecond, acks.name())
                                .isLessThanOrEqualTo(ALLOWED);
                        cells.add(String.format(Locale.ROOT, "%.1f", unseen * 100));
                    }
                    return "| " + String.join(" | ", cells) + " |";
                })
                .toList();
    }

    /** Fails if a word is false too often, or if a table in the documents differs from the results. */
    @Test
    void noWordIsFalseMoreOftenThanOnceInTwentyAndTheTablesInTheDocumentsAreThese() throws IOException {
        List<String> document = Files.readAllLines(METHODOLOGY);
        for (List<String> table : List.of(ofCuts(), ofAcks())) {
            String start = table.getFirst().substring(0, table.getFirst().indexOf('|', 2));
            List<String> told = document.stream()
                    .dropWhile(line -> !line.startsWith(start))
                    .limit(table.size())
                    .toList();
            String all = String.join("\n", table);
            assertThat(told.stream().map(VerificationWordsTest::words).toList())
                    .as(all)
                    .isEqualTo(table.stream().map(VerificationWordsTest::words).toList());
            List<Double> rates = rates(table);
            assertThat(rates(told)).as(all).hasSameSizeAs(rates);
            IntStream.range(0, rates.size())
                    .forEach(i -> assertThat(rates(told).get(i)).as(all).isCloseTo(rates.get(i), within(0.3)));
        }
    }

    private static String words(String row) {
        return RATE.matcher(row).replaceAll("n");
    }

    private static List<Double> rates(List<String> rows) {
        return rows.stream()
                .flatMap(row -> RATE.matcher(row).results().map(MatchResult::group))
                .map(Double::valueOf)
                .toList();
    }
}
