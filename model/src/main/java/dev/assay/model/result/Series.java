package dev.assay.model.result;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Holds values over time. All tracks share the instants, which are about a second apart; a value that is not known is NaN. */
public final class Series {
    public static final Series EMPTY = new Builder().build();

    private final double[] seconds;
    private final List<Track> tracks;

    private Series(double[] seconds, List<Track> tracks) {
        this.seconds = seconds;
        this.tracks = tracks;
    }

    public static final class Track {
        private final Metric metric;
        private final Labels labels;
        private final double[] seconds;
        private final double[] values;

        private Track(Metric metric, Labels labels, double[] seconds, double[] values) {
            this.metric = metric;
            this.labels = labels;
            this.seconds = seconds;
            this.values = values;
        }

        public Metric metric() {
            return metric;
        }

        public Labels labels() {
            return labels;
        }

        /** Returns a value for each instant of the series; NaN where it is not known. */
        public DoubleStream values() {
            return DoubleStream.of(values);
        }

        /** Returns the known values of the seconds that lie in the phase. */
        public DoubleStream during(Phase phase) {
            return IntStream.range(0, values.length)
                    .filter(i -> phase.hasSecondUpTo(seconds[i]) && !Double.isNaN(values[i]))
                    .mapToDouble(i -> values[i]);
        }
    }

    public int size() {
        return seconds.length;
    }

    /** Returns the instants in order: ends of seconds, counted from the start of the load. */
    public DoubleStream seconds() {
        return DoubleStream.of(seconds);
    }

    /** Returns all tracks, in the order in which they were first known. */
    public List<Track> tracks() {
        return tracks;
    }

    public List<Track> tracks(Metric metric) {
        return tracks.stream().filter(track -> track.metric().equals(metric)).toList();
    }

    public static final class Builder {
        private final Map<Key, Column> columns = new LinkedHashMap<>();
        private double[] seconds = new double[64];
        private int size;

        private record Key(Metric metric, Labels labels) {}

        public final class Column {
            private double[] values = new double[0];
            private int filled;

            private Column() {}

            /**
             * Sets the value at the current instant.
             *
             * @throws IllegalArgumentException when there is one already
             */
            public void put(double value) {
                if (size == 0) {
                    throw new IllegalStateException("a value needs an instant");
                }
                if (filled == size) {
                    throw new IllegalArgumentException("there is a second value for the same instant");
                }
                values = upTo(size - 1);
                values[size - 1] = value;
                filled = size;
            }

            private double[] upTo(int end) {
                double[] longer = end < values.length ? values : Arrays.copyOf(values, seconds.length);
                Arrays.fill(longer, filled, end, Double.NaN);
                filled = Math.max(filled, end);
                return longer;
            }
        }

        /**
         * Makes this the instant of the values that follow.
         *
         * @param end seconds from the start of the load; the same as before, or later
         * @throws IllegalArgumentException when it is earlier
         */
        public Builder at(double end) {
            if (size > 0 && !(end >= seconds[size - 1])) {
                throw new IllegalArgumentException("second " + end + " comes after " + seconds[size - 1]);
            }
            if (size == 0 || end > seconds[size - 1]) {
                seconds = size == seconds.length ? Arrays.copyOf(seconds, 2 * size) : seconds;
                seconds[size++] = end;
            }
            return this;
        }

        public Column column(Metric metric, Labels labels) {
            return columns.computeIfAbsent(new Key(metric, labels), key -> new Column());
        }

        public Builder put(Metric metric, Labels labels, double value) {
            column(metric, labels).put(value);
            return this;
        }

        public Series build() {
            double[] instants = Arrays.copyOf(seconds, size);
            List<Track> tracks = new ArrayList<>();
            columns.forEach((key, column) -> tracks.add(
                    new Track(key.metric(), key.labels(), instants, Arrays.copyOf(column.upTo(size), size))));
            return new Series(instants, List.copyOf(tracks));
        }
    }
}
