package dev.assay.run.coordinator;

import dev.assay.worker.engine.ClockLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Follows the clock of one machine from before the load to after it: the offset that should be added to it, and the error of the
 * offset that its workers really added. Each estimate bounds the offset; those before and after it narrow the bounds, widened by
 * what clocks can drift in between. Between two estimates, which are about a second apart, the clock is taken to run evenly.
 */
final class ClockTrack {
    /**
     * The most by which two clocks can move apart, in seconds a second: a running clock is slewed by at most 500 ppm (MAXFREQ of RFC 5905),
     * and the other may be slewed the other way.
     */
    static final double MAX_DRIFT = 1e-3;

    private final List<Look> looks = new ArrayList<>();
    private final ClockModel model = new ClockModel();

    /** The lines that each worker of the machine has used since the look before the last one. */
    private final List<Deque<ClockLine>> lines = new ArrayList<>();

    private long firstOffsetNanos;

    /**
     * @param atNanos on the clock that is looked at
     * @param lowNanos lower bound of the offset
     * @param highNanos upper bound of the offset
     * @param used the lowest and the highest offset that workers added then
     */
    private record Look(long atNanos, double lowNanos, double highNanos, Range used) {
        Look narrowedBy(Look other) {
            double drift = MAX_DRIFT * Math.abs((double) atNanos - other.atNanos);
            double low = Math.max(lowNanos, other.lowNanos - drift);
            double high = Math.min(highNanos, other.highNanos + drift);
            // Clocks that were set, or machines that slept, drift more than any clock should: then each look speaks for
            // itself.
            return low <= high ? new Look(atNanos, low, high, used) : this;
        }

        double errorNanos() {
            return Math.max(used.highNanos - lowNanos, highNanos - used.lowNanos);
        }

        /** Interpolates between two looks, for a clock that runs evenly. */
        static Look between(Look earlier, Look later, long atNanos, Range used) {
            double fraction = (double) (atNanos - earlier.atNanos) / (later.atNanos - earlier.atNanos);
            return new Look(
                    atNanos,
                    earlier.lowNanos + fraction * (later.lowNanos - earlier.lowNanos),
                    earlier.highNanos + fraction * (later.highNanos - earlier.highNanos),
                    used);
        }
    }

    private record Range(double lowNanos, double highNanos) {}

    /**
     * Begins with the offset that the trial starts with.
     *
     * @param workers number of workers on the machine; each is steered by itself
     */
    ClockTrack(ClockOffset first, int workers) {
        firstOffsetNanos = first.offsetNanos();
        for (int worker = 0; worker < workers; worker++) {
            lines.add(new ArrayDeque<>(List.of(ClockLine.fixed(first.offsetNanos()))));
        }
        model.add(first);
        looks.add(look(first));
    }

    private Look look(ClockOffset estimate) {
        return new Look(
                estimate.workerNanos(),
                (double) estimate.offsetNanos() - estimate.errorNanos(),
                (double) estimate.offsetNanos() + estimate.errorNanos(),
                used(estimate.workerNanos()));
    }

    private Range used(long atNanos) {
        double[] offsets = lines.stream()
                .mapToDouble(of -> lineAt(of, atNanos).offsetAt(atNanos))
                .toArray();
        return new Range(
                Arrays.stream(offsets).min().orElseThrow(),
                Arrays.stream(offsets).max().orElseThrow());
    }

    /** Returns the line in use at {@code atNanos}. A line includes the one before it, from the end of that one's correction on. */
    private static ClockLine lineAt(Deque<ClockLine> of, long atNanos) {
        ClockLine latest = of.getFirst();
        for (ClockLine line : of) {
            if (line.fromNanos() <= atNanos) {
                latest = line;
            }
        }
        return latest;
    }

    void steered(int worker, ClockLine line) {
        lines.get(worker).addLast(line);
        // The worker may report its line late: the looks since then are computed again.
        for (int i = looks.size() - 1; i >= 0 && looks.get(i).atNanos() > line.fromNanos(); i--) {
            Look look = looks.get(i);
            looks.set(i, new Look(look.atNanos(), look.lowNanos(), look.highNanos(), used(look.atNanos())));
        }
    }

    /** Counts a worker like another one from now on, as its own line no longer matters. */
    void follow(int worker, int other) {
        lines.set(worker, lines.get(other));
    }

    /**
     * Adds an estimate.
     *
     * @return the largest error of trial time on this machine since the previous one
     */
    long add(ClockOffset estimate) {
        Look before = looks.getLast();
        if (estimate.workerNanos() <= before.atNanos()) {
            return errorOf(before);
        }
        model.add(estimate);
        Look look = look(estimate).narrowedBy(before);
        List<Look> bends = bends(before, look);
        looks.addAll(bends);
        looks.add(look);
        forgetLinesBefore(look.atNanos());
        double worst = Math.max(before.errorNanos(), look.errorNanos());
        return (long) Math.ceil(bends.stream().mapToDouble(Look::errorNanos).reduce(worst, Math::max));
    }

    /** Restarts the errors: workers open their load now with the best known offset, and no value has the errors before that. */
    void begin() {
        Look last = looks.getLast();
        firstOffsetNanos = model.fit().offsetAt(last.atNanos());
        lines.forEach(of -> {
            of.clear();
            of.add(ClockLine.fixed(firstOffsetNanos));
        });
        looks.clear();
        looks.add(new Look(last.atNanos(), last.lowNanos(), last.highNanos(), used(last.atNanos())));
    }

    private static long errorOf(Look look) {
        return (long) Math.ceil(look.errorNanos());
    }

    /** Returns the moments between two looks at which lines of workers bend: only there may the error be larger than at the looks. */
    private List<Look> bends(Look earlier, Look later) {
        return lines.stream()
                .flatMap(Deque::stream)
                .flatMapToLong(line -> LongStream.of(line.fromNanos(), line.untilNanos()))
                .filter(at -> at > earlier.atNanos() && at < later.atNanos())
                .sorted()
                .distinct()
                .mapToObj(at -> Look.between(earlier, later, at, used(at)))
                .toList();
    }

    private void forgetLinesBefore(long atNanos) {
        for (Deque<ClockLine> of : lines) {
            while (of.size() > 1
                    && of.stream().skip(1).findFirst().orElseThrow().fromNanos() <= atNanos) {
                of.removeFirst();
            }
        }
    }

    ClockModel model() {
        return model;
    }

    long firstOffsetNanos() {
        return firstOffsetNanos;
    }

    /**
     * Returns how far the offset has moved since the trial began: the middle of the bounds by the last look and those before it, which a
     * slow exchange alone does not move. Its error is never larger than the one returned by {@link #add}.
     */
    long driftNanos() {
        Look last = looks.getLast();
        return (long) ((last.lowNanos() + last.highNanos()) / 2 - firstOffsetNanos);
    }

    /** Returns the correction of trial time at the last look; of several workers, the largest. */
    long correctionNanos() {
        Range used = looks.getLast().used();
        double low = used.lowNanos() - firstOffsetNanos;
        double high = used.highNanos() - firstOffsetNanos;
        return (long) (Math.abs(low) > Math.abs(high) ? low : high);
    }

    /**
     * Returns the largest error of trial time on this machine at any look. An estimate by slow exchanges shows little by itself; the bounds
     * by those before and after it hold then, too.
     */
    long errorNanos() {
        Look[] narrowed = looks.toArray(Look[]::new);
        for (int i = 1; i < narrowed.length; i++) {
            narrowed[i] = narrowed[i].narrowedBy(narrowed[i - 1]);
        }
        double worst = 0;
        for (int i = narrowed.length - 1; i >= 0; i--) {
            if (i < narrowed.length - 1) {
                narrowed[i] = narrowed[i].narrowedBy(narrowed[i + 1]);
            }
            worst = Math.max(worst, narrowed[i].errorNanos());
        }
        return (long) Math.ceil(worst);
    }
}
