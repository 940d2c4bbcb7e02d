package dev.assay.world;

import dev.assay.model.spec.Workload.Subscription;
import dev.assay.world.Oracles.Failure;
import dev.assay.world.Recorder.Arrival;
import dev.assay.world.WorldRun.RunTrial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares when consumers that work on each message took them up with a direct simulation. Messages wait for one server where each consumer
 * has partitions of its own, and for several where consumers share a queue; as the work on all of them is the same, the instants do not
 * depend on which of them is taken first.
 */
final class WorkingConsumers {
    /** Only delays messages. */
    private static final Set<String> DELAYING = Set.of(
            "law",
            "mean",
            "noise-percent",
            "capacity",
            "drift-to",
            "drift-for",
            "decay-from",
            "decay-for",
            "stall-at",
            "stall-for");

    /** A consumer waits no shorter than this at the end of its work, in nanoseconds, and works longer on the next message. */
    private static final double NOT_WAITED_FOR = 100_000;

    private WorkingConsumers() {}

    /** Tells whether each message arrives once. */
    static boolean isOnlyDelayed(World world) {
        return DELAYING.containsAll(world.map("systems/memory").keySet())
                && world.get(World.AROUND + "/defect").isEmpty();
    }

    static List<Failure> failures(World world, RunTrial run, Truth truth) {
        List<Failure> failures = new ArrayList<>();
        if (!isOnlyDelayed(world)
                || world.get(World.AROUND + "/gain-ppm").isPresent()
                || world.get("events").isPresent()) {
            return failures;
        }
        int partitions = run.plan().spec().workload().partitions();
        for (Subscription subscription : run.plan().spec().workload().allSubscriptions()) {
            List<Arrival> taken = truth.arrivals(subscription.name());
            if (subscription.group().processing().isZero()
                    || !subscription.group().startAt().isEmpty()
                    || taken.size() != run.recorder().sent.size()) {
                continue;
            }
            boolean queue = subscription.group().queue();
            if (!queue && movedPartition(taken)) {
                continue;
            }
            int servers = queue ? subscription.group().consumers() : 1;
            Map<Integer, List<Arrival>> lines = new TreeMap<>();
            taken.forEach(one -> lines.computeIfAbsent(
                            queue ? one.partition() / partitions : one.consumer(), line -> new ArrayList<>())
                    .add(one));
            double work = (double) subscription.group().processing().toNanos();
            lines.values().forEach(line -> failures.addAll(failures(subscription.name(), line, servers, work, truth)));
        }
        return failures;
    }

    /** Tells whether a partition has had two consumers: the end of the drain stops one after the other, and each leaves it to the next. */
    private static boolean movedPartition(List<Arrival> taken) {
        Map<Integer, Integer> consumers = new HashMap<>();
        return taken.stream().anyMatch(one -> {
            Integer first = consumers.putIfAbsent(one.partition(), one.consumer());
            return first != null && first != one.consumer();
        });
    }

    private static List<Failure> failures(
            String subscription, List<Arrival> taken, int servers, double work, Truth truth) {
        double[] there = there(taken, truth);
        PriorityQueue<Double> free = new PriorityQueue<>();
        for (int server = 0; server < servers; server++) {
            free.add(Double.NEGATIVE_INFINITY);
        }
        for (int number = 0; number < there.length; number++) {
            double begin = Math.max(there[number], free.remove());
            free.add(begin + work);
            Arrival actual = taken.get(number);
            double latency = begin - truth.sent(actual).intended;
            double difference = Math.abs(actual.nanos() - begin);
            if (difference > latency * 1e-3 + 2 * NOT_WAITED_FOR) {
                return List.of(new Failure(
                        "processing",
                        subscription + " took " + actual + " up " + difference + " ns too early or late, and should "
                                + latency + " ns after it was due"));
            }
        }
        return List.of();
    }

    /** Returns when messages were there to be taken up, the earliest first: each only after those before it on its partition. */
    private static double[] there(List<Arrival> taken, Truth truth) {
        List<Arrival> inOrder = taken.stream()
                .sorted(Comparator.comparingLong(one -> one.id().sequence()))
                .toList();
        Map<String, Long> last = new HashMap<>();
        return inOrder.stream()
                .mapToDouble(one ->
                        last.merge(one.id().producer() + " " + one.partition(), truth.sent(one).acked, Math::max))
                .sorted()
                .toArray();
    }
}
