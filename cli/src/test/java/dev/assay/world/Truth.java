package dev.assay.world;

import dev.assay.world.Recorder.Arrival;
import dev.assay.world.Recorder.Kind;
import dev.assay.world.Recorder.Sent;
import dev.assay.world.WorldRun.RunTrial;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Counts by hand, message by message, what a recorder wrote down of one trial. */
final class Truth {
    private static final double NANOS = 1e9;

    private final Recorder recorder;
    private final Course course;
    private final long startNanos;

    /** Counts what became of some messages at one subscription. */
    record Received(
            long received,
            long missing,
            long undelivered,
            long duplicated,
            long outOfOrder,
            long brokenBodies,
            long recovered,
            long redelivered) {}

    Truth(Course course, RunTrial trial) {
        this.recorder = trial.recorder();
        this.course = course;
        this.startNanos = trial.startNanos();
    }

    double seconds(long nanos) {
        return (nanos - startNanos) / NANOS;
    }

    String phase(Sent message) {
        return course.at(seconds(message.intended)).name();
    }

    /** Returns the messages that were due in a phase, or in all of them if it is empty. */
    List<Sent> sent(String phase) {
        return recorder.sent.values().stream()
                .filter(message -> phase.isEmpty() || phase(message).equals(phase))
                .toList();
    }

    static long count(Collection<Sent> messages, Predicate<Sent> which) {
        return messages.stream().filter(which).count();
    }

    List<Arrival> arrivals(String subscription) {
        return recorder.arrivals.getOrDefault(subscription, List.of());
    }

    long broken(String subscription, Kind kind) {
        return arrivals(subscription).stream()
                .filter(arrival -> arrival.kind() == kind)
                .count();
    }

    private static boolean known(Arrival arrival) {
        return arrival.kind() == Kind.WHOLE || arrival.kind() == Kind.BROKEN_BODY;
    }

    /** Returns the first arrival of each message of a phase, or of all if it is empty, in the order in which they came. */
    List<Arrival> first(String subscription, String phase) {
        Set<Recorder.Id> seen = new HashSet<>();
        List<Arrival> first = new ArrayList<>();
        for (Arrival arrival : arrivals(subscription)) {
            if (known(arrival) && seen.add(arrival.id()) && in(phase, arrival)) {
                first.add(arrival);
            }
        }
        return first;
    }

    private boolean in(String phase, Arrival arrival) {
        return phase.isEmpty() || phase(sent(arrival)).equals(phase);
    }

    Sent sent(Arrival arrival) {
        return Objects.requireNonNull(recorder.sent.get(arrival.id()), arrival::toString);
    }

    /** Counts those of a phase, or of all if it is empty. */
    Received received(String subscription, String phase) {
        Set<Recorder.Id> seen = new HashSet<>();
        Map<String, Long> highest = new HashMap<>();
        long duplicated = 0;
        long outOfOrder = 0;
        long broken = 0;
        long redelivered = 0;
        for (Arrival arrival : arrivals(subscription)) {
            if (!known(arrival)) {
                continue;
            }
            boolean counts = in(phase, arrival);
            broken += counts && arrival.kind() == Kind.BROKEN_BODY ? 1 : 0;
            redelivered += counts && arrival.again() ? 1 : 0;
            if (!seen.add(arrival.id())) {
                duplicated += counts ? 1 : 0;
                continue;
            }
            String line = arrival.id().producer() + " " + arrival.partition();
            long before = highest.getOrDefault(line, -1L);
            outOfOrder += counts && arrival.id().sequence() < before ? 1 : 0;
            highest.put(line, Math.max(before, arrival.id().sequence()));
        }
        Set<Recorder.Id> again = new HashSet<>();
        Stream.of(subscription, subscription + "-again")
                .flatMap(name -> recorder.rechecked.getOrDefault(name, List.of()).stream())
                .filter(Truth::known)
                .forEach(arrival -> again.add(arrival.id()));
        long missing = 0;
        long undelivered = 0;
        long received = 0;
        long recovered = 0;
        for (Sent message : sent(phase)) {
            boolean arrived = seen.contains(message.id);
            boolean acked = message.acked >= 0;
            received += arrived ? 1 : 0;
            recovered += arrived && !acked ? 1 : 0;
            missing += acked && !arrived ? 1 : 0;
            undelivered += acked && !arrived && again.contains(message.id) ? 1 : 0;
        }
        return new Received(received, missing, undelivered, duplicated, outOfOrder, broken, recovered, redelivered);
    }

    /** Returns the number of acknowledgements between two times, in seconds from the start of the load. */
    long acked(double from, double to) {
        return count(
                recorder.sent.values(),
                message -> message.acked >= 0 && seconds(message.acked) >= from && seconds(message.acked) < to);
    }

    long firstArrivals(String subscription, double from, double to) {
        return first(subscription, "").stream()
                .filter(arrival -> seconds(arrival.nanos()) >= from && seconds(arrival.nanos()) < to)
                .count();
    }
}
