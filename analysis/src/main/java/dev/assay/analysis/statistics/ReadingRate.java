package dev.assay.analysis.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Measures how fast a backlog is worked off between its first and its last tenth: on average, and in the best ten seconds. */
final class ReadingRate {
    private static final double FROM_FRACTION = 0.1;
    private static final double TO_FRACTION = 0.9;

    private final List<Point> recent = new ArrayList<>();
    private double fromSeconds = Double.NaN;
    private double toSeconds = Double.NaN;
    private double between;
    private double best = Double.NaN;

    private record Point(double seconds, double read) {
        /** Interpolates when that many had been read, on the way to a later point. */
        double when(double messages, Point later) {
            return seconds + (later.seconds - seconds) * (messages - read) / (later.read - read);
        }

        double at(double time, Point later) {
            return read + (later.read - read) * (time - seconds) / (later.seconds - seconds);
        }
    }

    /** Adds a span of time, with the number of messages read by its beginning and by its end. */
    void add(double from, double readBefore, double to, double readAfter, double backlog) {
        Point before = new Point(from, readBefore);
        Point after = new Point(to, readAfter);
        double first = FROM_FRACTION * backlog;
        double last = TO_FRACTION * backlog;
        if (backlog <= 0 || !Double.isNaN(toSeconds) || readAfter < first) {
            return;
        }
        if (Double.isNaN(fromSeconds)) {
            fromSeconds = readBefore >= first ? from : before.when(first, after);
            recent.add(new Point(fromSeconds, first));
        }
        if (readAfter >= last) {
            toSeconds = before.when(last, after);
            between = last - first;
            take(new Point(toSeconds, last));
        } else {
            take(after);
        }
    }

    /**
     * Searches the best window. The count of messages is a line from point to point, so the best window begins at a point or ends at
     * one.
     */
    private void take(Point latest) {
        double windowStart = latest.seconds - CatchUp.BEST_SECONDS;
        Point previous = recent.getLast();
        for (Point start : recent) {
            double end = start.seconds + CatchUp.BEST_SECONDS;
            if (end > previous.seconds && end <= latest.seconds) {
                note(previous.at(end, latest) - start.read);
            }
        }
        recent.add(latest);
        while (recent.size() > 2 && recent.get(1).seconds <= windowStart) {
            recent.removeFirst();
        }
        Point oldest = recent.getFirst();
        if (oldest.seconds <= windowStart) {
            note(latest.read - oldest.at(windowStart, recent.get(1)));
        }
    }

    private void note(double readInWindow) {
        double rate = readInWindow / CatchUp.BEST_SECONDS;
        best = Double.isNaN(best) ? rate : Math.max(best, rate);
    }

    OptionalDouble mean() {
        return toSeconds > fromSeconds
                ? OptionalDouble.of(between / (toSeconds - fromSeconds))
                : OptionalDouble.empty();
    }

    OptionalDouble best() {
        return Double.isNaN(toSeconds) || Double.isNaN(best) ? OptionalDouble.empty() : OptionalDouble.of(best);
    }
}
