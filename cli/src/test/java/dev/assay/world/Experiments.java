package dev.assay.world;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.LocalClock;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Interval;
import dev.assay.model.trial.TrialEvent;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.trial.VirtualWorkers;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.FakeMachine;
import dev.assay.testing.time.VirtualClock;
import dev.assay.world.Oracles.Failure;
import dev.assay.world.VirtualLaunch.Beginning;
import dev.assay.world.VirtualLaunch.Surroundings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Draws runs of several trials by seed, searches of a capacity and comparisons of two variants, and compares what they conclude with
 * what the in-memory system was given.
 */
final class Experiments {
    private static final long CONSTANT = 0x5EA7C4;

    /** Searches for a capacity have this remainder by {@link #EVERY}, and comparisons the other one. */
    private static final int SEARCHES = 5;

    private static final int COMPARISONS = 15;
    private static final int EVERY = 20;
    private static final int RESUMED_EVERY = 4;

    /** Acknowledged of what was offered, where a rate is sustained: less than this is not. */
    private static final double SUSTAINED = 0.999;

    private static final int DECIDE_SECONDS = 4;

    private static final int WARMUP_SECONDS = 1;

    /** Counts are whole: what a trial misses by one message at each of its ends, nobody can tell. */
    private static final double WHOLE = 2;

    /** What was offered so shortly before a phase ends may be under way, as docs/RULES.md says of rate-missed; with the longest mean. */
    private static final double FORGIVEN_SECONDS = 0.1 + 0.02;

    /** A rate that is confirmed passes that often in a row. */
    private static final int CONFIRMATIONS = 5;

    /** The share of intervals that are to cover the truth. */
    private static final double COVERED = 0.95;

    private final long seed;
    private final SplittableRandom random;
    private final int workers;
    private final List<Failure> failures = new ArrayList<>();
    private final List<Boolean> covers = new ArrayList<>();
    private final List<PlannedTrial> begun = new ArrayList<>();
    private int events;
    private String scenario = "";

    private Experiments(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed ^ CONSTANT);
        this.workers = 1 + random.nextInt(2);
    }

    /**
     * Holds what is wrong with an experiment.
     *
     * @param covers for each interval that has to cover the truth in 95 of 100 cases, whether it does
     */
    record Outcome(List<Failure> failures, List<Boolean> covers) {}

    /** Runs the experiment of a seed; most have none. */
    static Outcome of(long seed, Path base) throws Exception {
        Experiments experiment = new Experiments(seed);
        switch ((int) (seed % EVERY)) {
            case SEARCHES -> experiment.search(base);
            case COMPARISONS -> experiment.comparison(base);
            default -> {}
        }
        return new Outcome(experiment.failures, experiment.covers);
    }

    /**
     * Prints how many intervals cover the truth, and returns a complaint where they are fewer than one of a thousand equal sets of seeds
     * would have; empty where they are not.
     */
    static String uncovered(List<Boolean> covers, PrintStream progress) {
        long covering = covers.stream().filter(cover -> cover).count();
        progress.printf("%d of %d intervals cover the truth%n", covering, covers.size());
        double chance = 0;
        double term = Math.pow(1 - COVERED, covers.size());
        for (int count = 0; count <= covering; count++) {
            chance += term;
            term *= COVERED / (1 - COVERED) * (covers.size() - count) / (count + 1);
        }
        return chance < 1e-3
                ? covering + " of " + covers.size() + " intervals cover the truth" + System.lineSeparator()
                : "";
    }

    private void holds(String what, boolean condition) {
        if (!condition) {
            failures.add(new Failure("experiment", what + ", in" + System.lineSeparator() + scenario));
        }
    }

    private double logarithmic(double least, double most) {
        return least * Math.pow(most / least, random.nextDouble());
    }

    /** Runs the scenario; every fourth one is interrupted as well and resumed, and has to give the same rows. */
    private RunDirectory run(Path base, double sigma) throws Exception {
        Beginning beginning = (trial, clock) -> {
            begun.add(trial);
            return new Noisy(trial, clock, sigma);
        };
        VirtualLaunch launch = new VirtualLaunch(base.resolve("one"), scenario, workers, 0, beginning);
        RunDirectory directory = launch.run();
        Oracles.odd(launch.printed()).forEach(odd -> holds("it prints '" + odd + "'", false));
        if (seed / EVERY % RESUMED_EVERY == 0) {
            RunDirectory resumed = Interruptions.resumed(
                    seed,
                    events,
                    base.resolve("two"),
                    interrupting -> new VirtualLaunch(base.resolve("two"), scenario, workers, 0, interrupting),
                    (trial, clock) -> new Noisy(trial, clock, sigma));
            String rows = WorldRun.rows(RunAnalyzer.analyze(directory));
            String after = WorldRun.rows(RunAnalyzer.analyze(resumed));
            holds("resumed, it has other rows: " + Worlds.difference(rows, after), rows.equals(after));
        }
        return directory;
    }

    // ---- Capacity

    private void search(Path base) throws Exception {
        double capacity = Math.round(logarithmic(30, 150));
        boolean byConsumers = random.nextInt(100) < 30;
        int consumers = 1 + random.nextInt(3);
        double from = Math.max(1, Math.round(capacity * (random.nextInt(100) < 10 ? 1.2 : logarithmic(0.2, 0.7))));
        double to = Math.round(
                random.nextInt(100) < 10
                        ? Math.max(from + 1, 0.8 * capacity)
                        : Math.max(from + 1, capacity * logarithmic(1.3, 6)));
        int repeat = random.nextInt(100) < 20 ? 2 : 1;
        double precision = 1 + random.nextInt(10);
        scenario = """
                name: search
                seed: %d
                systems: { memory: { law: constant, mean: %d us%s } }
                durability: level-4
                workload:
                  producers: %d
                  partitions: %d
                  message: { size: 60 B }
                  rate: { search: { from: %.0f/s, to: %.0f/s, precision: %.0f %%, probe: 3 s, decide: %d s, warmup: 1 s, curve: false } }
                  groups: { all: { consumers: %d%s } }
                timing: { drain: 60 s }
                repeat: %d
                """.formatted(
                random.nextInt(1_000_000),
                Math.round(logarithmic(10, 20_000)),
                byConsumers ? "" : ", capacity: %.0f".formatted(capacity),
                1 + random.nextInt(3),
                1 + random.nextInt(4),
                from,
                to,
                precision,
                DECIDE_SECONDS,
                consumers,
                byConsumers ? ", queue: true, processing: %d ns".formatted(Math.round(1e9 * consumers / capacity)) : "",
                repeat);
        RunDirectory directory = run(base, 0);
        List<CapacityRecord> searches = directory.record().capacities();
        holds("of " + repeat + " searches there are " + searches.size(), searches.size() == repeat);
        holds(
                "of the trials that were begun, others have finished: " + directory.finished(),
                directory
                        .finished()
                        .equals(begun.stream()
                                .map(PlannedTrial::folder)
                                .sorted()
                                .toList()));
        for (CapacityRecord search : searches) {
            found(search, capacity, from, to, precision / 100);
        }
    }

    private void found(CapacityRecord search, double capacity, double from, double to, double precision) {
        double highest = highest(capacity, DECIDE_SECONDS);
        double lowest = capacity - WHOLE / DECIDE_SECONDS;
        State state = from > highest ? State.BELOW_RANGE : to < lowest ? State.ABOVE_RANGE : State.FOUND;
        holds("of " + capacity + "/s it says " + search, search.state() == state);
        search.lowerPerSecond()
                .ifPresent(lower -> holds("the lower bound of " + capacity + "/s is " + lower, lower <= highest));
        search.upperPerSecond()
                .ifPresent(upper -> holds("the upper bound of " + capacity + "/s is " + upper, upper >= lowest));
        if (search.state() == State.FOUND) {
            holds(
                    "the bounds lie apart by " + search.width() + " of " + precision,
                    search.width().orElseThrow() <= precision + 1e-9);
            holds("it is confirmed by " + search.confirmations(), search.confirmations() == CONFIRMATIONS);
        }
        for (CapacityTrial trial : search.trials()) {
            if (trial.purpose() == CapacityTrial.Purpose.PROBE) {
                continue; // It is short, and what queues in it excuses more of itself; it decides nothing.
            }
            boolean sound = switch (trial.outcome()) {
                case GOOD -> trial.ratePerSecond() <= highest(capacity, trial.seconds());
                case BAD -> trial.ratePerSecond() >= capacity - WHOLE / trial.seconds();
                case NO_EVIDENCE -> false;
            };
            holds("of " + capacity + "/s it says " + trial + " above " + highest, sound);
        }
    }

    /**
     * Returns the highest rate that a trial can't tell from one that is sustained: at the end of a phase the last messages offered are
     * forgiven, and one in a thousand of all; what queues until then grows from the start of the warm-up.
     */
    private static double highest(double capacity, double seconds) {
        double forgiven = FORGIVEN_SECONDS + (1 - SUSTAINED) * seconds;
        return capacity / (1 - forgiven / (seconds + WARMUP_SECONDS)) + WHOLE / seconds;
    }

    // ---- Comparison

    private void comparison(Path base) throws Exception {
        int repeat = 3 + random.nextInt(5);
        long baseline = Math.round(logarithmic(500, 50_000));
        long candidate = Math.round(baseline * logarithmic(0.7, 1.5));
        int rate = 20 + random.nextInt(60);
        scenario = """
                name: comparison
                seed: %d
                systems: { memory: { law: constant, mean: [%d us, %d us] } }
                durability: level-4
                workload: { producers: 1, message: { size: 60 B }, rate: %d/s, arrivals: constant }
                timing: { warmup: 1 s, measure: 2 s, drain: 5 s }
                repeat: %d
                result: [response.p50]
                fail-if: ['response.p50 > 1.20x']
                """.formatted(random.nextInt(1_000_000), baseline, candidate, rate, repeat);
        RunAnalysis analysis = RunAnalyzer.analyze(run(base, logarithmic(0.01, 0.3)));
        blocks(repeat, 2);
        for (TrialAnalysis trial : analysis.trials()) {
            Delivery delivery = trial.trial().delivery();
            holds(
                    "of " + 3 * rate + " messages " + delivery.acked() + " are acknowledged",
                    delivery.scheduled() == 3L * rate && delivery.acked() == 3L * rate);
        }
        List<Comparison.Pair> pairs =
                Comparison.within(analysis, ComparisonRequest.USUALLY).pairs();
        holds("two variants give the pairs " + pairs, pairs.size() == 1);
        Interval ratio = pairs.getFirst()
                .compared("response.p50")
                .orElseThrow()
                .estimate()
                .orElseThrow()
                .interval();
        double truth = (double) candidate / baseline;
        covers.add(ratio.low() <= truth && truth <= ratio.high());
    }

    /** Checks that each block has each point once, and that every second one has the order of the one before it, reversed. */
    private void blocks(int repeat, int points) {
        holds("there are " + begun.size() + " trials in " + repeat + " blocks", begun.size() == repeat * points);
        List<List<String>> blocks = IntStream.rangeClosed(1, repeat)
                .mapToObj(block -> begun.stream()
                        .filter(trial -> trial.repetition() == block)
                        .map(PlannedTrial::label)
                        .toList())
                .toList();
        for (int block = 0; block < repeat; block++) {
            holds(
                    "block " + block + " has " + blocks.get(block),
                    blocks.get(block).stream().distinct().count() == points);
            holds(
                    "block " + block + " of " + blocks + " is not that before it, reversed",
                    block % 2 == 0
                            || blocks.get(block).equals(blocks.get(block - 1).reversed()));
        }
    }

    /**
     * Gives a trial a system whose mean is another one than was asked for, by a factor of its own and one that all trials of its block
     * have in common.
     */
    private final class Noisy implements Surroundings {
        private final VirtualClock clock;
        private final double factor;

        /** @param sigma standard deviation of the logarithm of the trial's own factor */
        Noisy(PlannedTrial trial, VirtualClock clock, double sigma) {
            this.clock = clock;
            this.factor =
                    sigma == 0 ? 1 : Math.exp(0.3 * normal(1000 + trial.repetition()) + sigma * normal(trial.number()));
        }

        private double normal(long number) {
            return new SplittableRandom(
                            new SplittableRandom(seed ^ CONSTANT).split().nextLong() + number)
                    .nextGaussian();
        }

        @Override
        public VirtualWorkers workers() throws CoordinationException {
            return VirtualWorkers.start(
                    clock,
                    IntStream.rangeClosed(1, workers)
                            .mapToObj(number -> new FakeMachine("load-" + number, "boot-" + number))
                            .toList(),
                    this::system);
        }

        private DriverProvider system(LocalClock local) {
            DriverProvider memory = new MemoryProvider(local);
            return new DriverProvider() {
                @Override
                public String system() {
                    return memory.system();
                }

                @Override
                public String client() {
                    return memory.client();
                }

                @Override
                public Driver open(DriverConfig config) throws DriverException {
                    Map<String, String> law = new HashMap<>(config.connection());
                    law.computeIfPresent(
                            "mean-nanos", (_, nanos) -> String.valueOf(Math.round(factor * Long.parseLong(nanos))));
                    return memory.open(new DriverConfig(
                            law, config.durability(), config.batching(), config.settings(), config.inFlight()));
                }
            };
        }

        @Override
        public void on(TrialEvent event) {
            events++;
        }
    }
}
