package dev.assay.model.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Plans how many ready-made bodies a worker keeps for its producers. Each producer has its own where they are small; else
 * all of them share a few of each size.
 *
 * @param sizes of messages, in bytes, each once
 * @param counts of the bodies of each size in one pool
 * @param sequence places in {@code sizes} of the messages that a producer sends, before it shuffles them; a producer begins
 *     anew after the last
 * @param pools how many such pools there are: one for each producer, or one for all
 */
public record BodyPlan(List<Integer> sizes, List<Integer> counts, List<Integer> sequence, int pools) {
    public static final long LARGEST_BYTES = 128L << 20;

    /** Limits the bytes that producers may have of their own together; they share beyond, though shared bodies move between processors. */
    private static final long OWN_BYTES = 32L << 20;

    /**
     * A producer sends that many bytes before it sends a body again: twice the window of LZ4, Snappy and gzip, which find no
     * repetition then.
     */
    private static final long SHORTEST_CYCLE_BYTES = 128L << 10;

    private static final long LONGEST_CYCLE_BYTES = 2L << 20;

    /** A single body, sent again at once, would be no cycle. */
    private static final int MIN_BODIES = 2;

    public BodyPlan {
        sizes = List.copyOf(sizes);
        counts = List.copyOf(counts);
        sequence = List.copyOf(sequence);
    }

    static BodyPlan of(MessageSize size, PayloadFill fill) {
        return pool(size, fill, 1);
    }

    public static BodyPlan of(MessageSpec message, int producers) {
        BodyPlan separate = pool(message.size(), message.payload(), Math.max(1, producers));
        boolean shared = producers > 1 && producers * separate.poolBytes() > OWN_BYTES;
        if (!shared) {
            return new BodyPlan(separate.sizes, separate.counts, separate.sequence, Math.max(1, producers));
        }
        boolean counted = message.payload().isOfFile() || message.payload().pool() > 0;
        return new BodyPlan(
                separate.sizes, counted ? separate.counts : separate.countsOfAll(producers), separate.sequence, 1);
    }

    /**
     * Returns as many bodies as fit, up to one for each producer, which holds one at a time: with fewer, producers would wait
     * for each other.
     */
    private List<Integer> countsOfAll(int producers) {
        long times = Math.max(1, OWN_BYTES / poolBytes());
        return counts.stream()
                .map(count -> (int) Math.max(count, Math.min(count * times, producers)))
                .toList();
    }

    private static BodyPlan pool(MessageSize size, PayloadFill fill, int producers) {
        if (!fill.lines().isEmpty()) {
            return ofLines(fill);
        }
        int[] strata = size.isFixed() ? new int[] {(int) size.largestBytes()} : size.strata();
        Map<Integer, Integer> times = new LinkedHashMap<>();
        Map<Integer, Integer> places = new HashMap<>();
        for (int bytes : strata) {
            times.merge(bytes, 1, Integer::sum);
            places.putIfAbsent(bytes, places.size());
        }
        long turn = Arrays.stream(strata).asLongStream().sum();
        List<Integer> counts = new ArrayList<>();
        times.forEach((bytes, of) -> {
            if (fill.pool() > 0) {
                counts.add((int) Math.max(1, Math.round((double) fill.pool() * of / strata.length)));
            } else if (strata.length == 1) {
                long cycle = Math.clamp(OWN_BYTES / producers, SHORTEST_CYCLE_BYTES, LONGEST_CYCLE_BYTES);
                counts.add((int) Math.max(MIN_BODIES, cycle / bytes));
            } else {
                // Bodies of one size may follow each other; a single one has all others in between.
                long turns = Math.ceilDiv(SHORTEST_CYCLE_BYTES, turn);
                long apart = Math.max(MIN_BODIES, Math.ceilDiv(SHORTEST_CYCLE_BYTES, (long) bytes));
                counts.add((int) Math.min(of * turns, apart));
            }
        });
        List<Integer> sequence = Arrays.stream(strata).mapToObj(places::get).toList();
        return new BodyPlan(List.copyOf(times.keySet()), counts, sequence, 1);
    }

    /** Plans one body for each line; a single line has two, since one body is no cycle. */
    private static BodyPlan ofLines(PayloadFill fill) {
        List<Integer> sizes =
                fill.lines().stream().map(PayloadFill::messageBytes).toList();
        return new BodyPlan(
                sizes,
                sizes.stream().map(_ -> sizes.size() == 1 ? MIN_BODIES : 1).toList(),
                IntStream.range(0, sizes.size()).boxed().toList(),
                1);
    }

    public boolean shared(int producers) {
        return pools < producers;
    }

    public long poolBytes() {
        long bytes = 0;
        for (int i = 0; i < sizes.size(); i++) {
            bytes += (long) sizes.get(i) * counts.get(i);
        }
        return bytes;
    }

    public long bytes() {
        return pools * poolBytes();
    }
}
