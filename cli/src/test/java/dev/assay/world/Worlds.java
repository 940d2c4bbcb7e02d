package dev.assay.world;

import dev.assay.world.Oracles.Failure;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs worlds by their seeds, and makes those that fail smaller. Some are run twice and have to be the same; the processor time that
 * messages cost is left out, since it is that of the real process.
 */
final class Worlds {
    /** Every so many seeds one is run twice, and another one is interrupted and resumed the second time. */
    private static final int TWICE_EVERY = 8;

    private static final int RESUMED = 4;

    private static final Pattern RUN_ID = Pattern.compile("assay-[0-9a-f]{8}-");

    /** All that fail get smaller within this time, the first ones first. */
    private static final Duration LONGEST_SHRINKING = Duration.ofMinutes(1);

    private Worlds() {}

    /**
     * Holds the outcome of a seed.
     *
     * @param failures none where all oracles hold
     * @param covers for each interval that has to cover the truth in 95 of 100 cases, whether it does
     * @param seconds of simulated load
     */
    record Outcome(World world, List<Failure> failures, List<Boolean> covers, double seconds) {
        private String failure() {
            return failures.stream()
                    .limit(8)
                    .map(Failure::toString)
                    .collect(Collectors.joining("\n  ", "seed " + world.seed() + " fails:\n  ", "\n"));
        }

        /**
         * Describes a failure: the seed, what fails, the smallest world that still fails, and how to run it.
         *
         * @param endNanos when it gets no smaller, by {@link System#nanoTime}
         */
        private String report(long endNanos) {
            return """
                %sThe smallest world that still fails (run it with: bin/worlds --seeds %d..%d):
                %s\
                """.formatted(failure(), world.seed(), world.seed(), smallest(world, oracles(failures), endNanos));
        }
    }

    static Set<String> oracles(List<Failure> failures) {
        return failures.stream().map(Failure::oracle).collect(Collectors.toSet());
    }

    static Outcome run(long seed) {
        try {
            World world = World.of(seed);
            List<Failure> failures = new ArrayList<>(failures(world));
            Experiments.Outcome experiment = experiment(seed);
            failures.addAll(experiment.failures());
            return new Outcome(
                    world,
                    failures,
                    experiment.covers(),
                    new Course(world).parts().getLast().to());
        } catch (Throwable e) { // It must not end the other seeds.
            return new Outcome(new World(seed, Map.of()), List.of(ended(e)), List.of(), 0);
        }
    }

    private static Experiments.Outcome experiment(long seed) throws Exception {
        Path base = Files.createTempDirectory("world");
        try {
            return Experiments.of(seed, base);
        } finally {
            delete(base);
        }
    }

    private static Failure ended(Throwable e) {
        StackTraceElement[] trace = e.getStackTrace();
        return new Failure(
                "ends", e + (trace.length == 0 ? "" : " at " + trace[0] + ", " + trace[Math.min(1, trace.length - 1)]));
    }

    private static List<Failure> failures(World world) {
        @Nullable Path base = null;
        try {
            base = Files.createTempDirectory("world");
            WorldRun run = WorldRun.of(world, base.resolve("one"));
            List<Failure> failures = new ArrayList<>(Oracles.failures(run));
            if (world.seed() % TWICE_EVERY == 0) {
                WorldRun again = WorldRun.of(world, base.resolve("two"));
                for (int index = 0; index < run.texts().size(); index++) {
                    String difference = difference(
                            timeless(run.texts().get(index)),
                            timeless(again.texts().get(index)));
                    if (!difference.isEmpty()) {
                        failures.add(new Failure("same", "text " + index + " differs: " + difference));
                    }
                }
            }
            if (world.seed() % TWICE_EVERY == RESUMED && canResume(run)) {
                WorldRun resumed = run.resumed(base.resolve("three"));
                String difference = difference(run.rows(), resumed.rows());
                if (!difference.isEmpty()) {
                    failures.add(new Failure("resumed", "rows differ: " + difference));
                }
                resumed.trials().forEach(trial -> failures.addAll(Oracles.leftOpen(trial)));
            }
            return failures;
        } catch (Throwable e) { // All that a world ends with is a failure of its seed.
            return List.of(ended(e));
        } finally {
            delete(base);
        }
    }

    /** Tells whether a run ends with all workers, and its values don't depend on when it was: a clock that drifts shows another time later. */
    private static boolean canResume(WorldRun run) {
        return run.analysis() != null
                && run.trials().stream().allMatch(trial -> trial.lost() == 0)
                && run.world().get(World.AROUND + "/gain-ppm").isEmpty()
                && !HarnessFaults.tellTooLate(run.world());
    }

    /** Drops what is of the real process, which are processor time and how long a client is asked, blank lines, and the names of topics. */
    private static String timeless(String text) {
        StringBuilder kept = new StringBuilder();
        boolean costs = false;
        for (String line : RUN_ID.matcher(text).replaceAll("assay-run-").split("\n", -1)) {
            costs = !line.isBlank() && (costs || line.contains("What messages cost"));
            boolean real = line.contains("processor time") || line.contains(": the client of worker ");
            if (!costs && !line.isBlank() && !real) {
                kept.append(line).append('\n');
            }
        }
        return kept.toString();
    }

    static String difference(String one, String other) {
        int at = 0;
        while (at < one.length() && at < other.length() && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        if (at == one.length() && at == other.length()) {
            return "";
        }
        return "'" + around(one, at) + "' is '" + around(other, at) + "'";
    }

    private static String around(String text, int at) {
        return text.substring(Math.max(0, at - 40), Math.min(text.length(), at + 40));
    }

    /** Leaves what can't be deleted, as that says nothing about the world. */
    private static void delete(@Nullable Path base) {
        if (base == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(base)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println(base + " stays: " + e);
        }
    }

    /** Drops keys one by one for as long as one of the oracles still fails. */
    private static World smallest(World world, Set<String> oracles, long endNanos) {
        World smallest = world;
        boolean smaller = true;
        while (smaller && System.nanoTime() < endNanos) {
            smaller = false;
            for (String path : smallest.paths()) {
                World less = smallest.without(path);
                if (System.nanoTime() < endNanos
                        && smallest.get(path).isPresent()
                        && loads(less, world)
                        && fails(less, oracles)) {
                    smallest = less;
                    smaller = true;
                }
            }
        }
        return smallest;
    }

    /** Tells whether a world can be run, and is not larger than another one because a default is. */
    private static boolean loads(World world, World other) {
        try {
            return new Course(world).messages() <= new Course(other).messages()
                    && !WorldRun.plan(world).isEmpty();
        } catch (Exception e) {
            return false;
        }
    }

    private static boolean fails(World world, Set<String> oracles) {
        return failures(world).stream().anyMatch(failure -> oracles.contains(failure.oracle()));
    }

    /**
     * Runs all seeds from one to another, on several processors, and prints each that fails at once. The first fifth of them opens and
     * loads what all need; from then on nothing more may be kept.
     *
     * @return reports of those that fail, each with its smallest world; empty where none does
     */
    static String failing(long from, long to, PrintStream progress) throws InterruptedException {
        int processors = Math.max(1, Runtime.getRuntime().availableProcessors());
        long begun = System.nanoTime();
        double simulated = 0;
        List<Outcome> failing = new ArrayList<>();
        List<Boolean> covers = new ArrayList<>();
        List<Callable<Outcome>> seeds = LongStream.rangeClosed(from, to)
                .mapToObj(seed -> (Callable<Outcome>) () -> printed(run(seed), progress))
                .toList();
        int first = seeds.size() / 5;
        String kept;
        try (ExecutorService threads = Executors.newFixedThreadPool(
                processors, Thread.ofVirtual().name("world-", 0).factory())) {
            List<Future<Outcome>> futures = new ArrayList<>(threads.invokeAll(seeds.subList(0, first)));
            Resources before = Resources.now();
            futures.addAll(threads.invokeAll(seeds.subList(first, seeds.size())));
            kept = first == 0 ? "" : Resources.now().keptSince(before);
            for (Future<Outcome> future : futures) {
                Outcome outcome = future.resultNow();
                simulated += outcome.seconds();
                covers.addAll(outcome.covers());
                if (!outcome.failures().isEmpty()) {
                    failing.add(outcome);
                }
            }
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        progress.printf(
                "%d seeds in %.1f s: %.0f a minute, %.0f simulated seconds a second; %d fail%n",
                to - from + 1, seconds, (to - from + 1) * 60 / seconds, simulated / seconds, failing.size());
        String uncovered = Experiments.uncovered(covers, progress);
        long endNanos = System.nanoTime() + LONGEST_SHRINKING.toNanos();
        return failing.stream()
                .map(outcome -> outcome.report(endNanos))
                .collect(Collectors.joining("\n", "", uncovered + kept));
    }

    private static Outcome printed(Outcome outcome, PrintStream progress) {
        if (!outcome.failures().isEmpty()) {
            progress.print(outcome.failure());
        }
        return outcome;
    }
}
