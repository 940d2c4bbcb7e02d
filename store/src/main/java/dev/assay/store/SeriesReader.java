package dev.assay.store;

import dev.assay.model.display.LongText;
import dev.assay.model.display.SpreadsheetCell;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.MetricUnit;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.StoredTrial.RecordedSecond;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a {@code series.csv} second by second. */
final class SeriesReader implements AutoCloseable {
    /** Bounds metrics times labels; nobody has measured more. */
    private static final int MAX_TRACKS = 1 << 18;

    /** Is some hundred times a usual line; names of machines and subscriptions have at most some hundred characters. */
    private static final int LONGEST_LINE_BYTES = 1 << 14;

    /** Bounds metric, unit and labels of all tracks: sixty characters for each, as long as they usually are. */
    private static final int MAX_TRACK_CHARACTERS = 1 << 24;

    private static final int LABELS_FROM = SeriesFile.BEFORE_LABELS.size();

    private final Path path;
    private final WholeLines lines;
    private final List<Sample> samples = new ArrayList<>();
    private final Map<String, Track> tracks = new HashMap<>();
    private List<String> header = List.of();
    private String time = "";
    private @Nullable RecordedSecond complete;
    private double seconds = Double.NaN;
    private int trackCharacters;
    private int instant;
    private int line;

    /** Holds the values of one metric with one set of labels. */
    static final class Track {
        private final Metric metric;
        private final Labels labels;
        private int lastInstant;

        Track(Metric metric, Labels labels) {
            this.metric = metric;
            this.labels = labels;
        }
    }

    SeriesReader(Path path) {
        this.path = path;
        this.lines = new WholeLines(path, LONGEST_LINE_BYTES);
    }

    /** Returns the values of the next second, as far as they were written whole; null after the last. */
    @Nullable
    RecordedSecond next() {
        while (complete == null && lines.next()) {
            line++;
            take(lines.text());
        }
        RecordedSecond next = complete != null ? complete : rest();
        complete = null;
        return next;
    }

    private @Nullable RecordedSecond rest() {
        if (Double.isNaN(seconds)) {
            return null;
        }
        RecordedSecond last = new RecordedSecond(seconds, samples);
        seconds = Double.NaN;
        samples.clear();
        return last;
    }

    private void take(String text) {
        if (header.isEmpty()) {
            header = header(List.of(text.split(",", -1)));
            return;
        }
        try {
            value(text);
        } catch (NumberFormatException e) {
            throw StoreException.damaged(
                    path, "line %d has no number where one should be: %s".formatted(line, LongText.truncate(text)));
        } catch (IllegalArgumentException e) {
            throw StoreException.damaged(path, "line %d: %s".formatted(line, e.getMessage()));
        }
    }

    private List<String> header(List<String> columns) {
        if (columns.size() <= LABELS_FROM
                || !columns.subList(0, LABELS_FROM).equals(SeriesFile.BEFORE_LABELS)
                || !columns.getLast().equals(SeriesFile.VALUE)) {
            throw StoreException.damaged(
                    path,
                    "line 1 must start with " + String.join(",", SeriesFile.BEFORE_LABELS) + " and end with "
                            + SeriesFile.VALUE);
        }
        return columns;
    }

    /** Takes the values that follow as those of this second. */
    private void at(double end) {
        if (!Double.isFinite(end)) {
            throw new IllegalArgumentException("a load can't have a second " + end);
        }
        if (end < seconds) {
            throw new IllegalArgumentException("second " + end + " comes after " + seconds);
        }
        if (end != seconds) {
            complete = rest();
            seconds = end;
            instant++;
        }
    }

    private void put(Track track, double value) {
        if (track.lastInstant == instant) {
            throw new IllegalArgumentException("there is a second value for the same instant");
        }
        track.lastInstant = instant;
        samples.add(new Sample(track.metric, track.labels, value));
    }

    private static void checkFields(int fields, int columns) {
        if (fields != columns) {
            throw new IllegalArgumentException("it has %d fields for %d columns".formatted(fields, columns));
        }
    }

    /** Reads a value. Lines of the same track are alike between their first comma and their last. */
    private void value(String text) {
        int first = text.indexOf(',');
        int last = text.lastIndexOf(',');
        if (first == last) {
            checkFields(first < 0 ? 1 : 2, header.size());
        }
        if (first != time.length() || !text.startsWith(time)) {
            time = text.substring(0, first);
            at(Double.parseDouble(time));
        }
        String name = text.substring(first + 1, last);
        Track track = tracks.get(name);
        if (track == null) {
            track = track(List.of(name.split(",", -1)));
            tracks.put(name, track);
            trackCharacters += name.length();
            if (tracks.size() > MAX_TRACKS || trackCharacters > MAX_TRACK_CHARACTERS) {
                throw new IllegalArgumentException("there are more than " + MAX_TRACKS
                        + " values each second, or their names and labels have more than " + MAX_TRACK_CHARACTERS
                        + " characters");
            }
        }
        put(track, Double.parseDouble(text.substring(last + 1)));
    }

    /** Returns the track of the fields between time and value. */
    private Track track(List<String> fields) {
        checkFields(fields.size() + 2, header.size());
        TreeMap<String, String> labels = new TreeMap<>();
        for (int i = LABELS_FROM - 1; i < fields.size(); i++) {
            if (!fields.get(i).isEmpty()) {
                labels.put(header.get(i + 1), SpreadsheetCell.read(fields.get(i)));
            }
        }
        MetricUnit unit = MetricUnit.ofSymbol(fields.get(1));
        return new Track(metric(fields.get(0), unit, labels), new Labels(labels));
    }

    /** Makes a metric of names that this version may not know: those of another version are all that people can be told. */
    private Metric metric(String name, MetricUnit unit, Map<String, String> labels) {
        String words = name.replace('_', ' ').strip();
        return Metrics.named(name)
                .filter(known -> known.unit() == unit && known.labels().containsAll(labels.keySet()))
                .orElseGet(() -> new Metric(
                        name,
                        unit,
                        header.subList(LABELS_FROM, header.size() - 1),
                        words.isEmpty() ? name : words,
                        "recorded as " + name + ", for which this version of Assay has no description"));
    }

    @Override
    public void close() {
        lines.close();
    }
}
