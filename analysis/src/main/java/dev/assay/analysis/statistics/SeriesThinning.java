package dev.assay.analysis.statistics;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.Series;
import dev.assay.model.result.StoredTrial.RecordedSecond;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Shortens a series so that it can be drawn. Where an instant stands for more than one second there are two of them for each
 * value: the lowest of all its seconds, then the highest, so that no extreme is lost.
 */
final class SeriesThinning {
    private final int secondsPerPoint;
    private final Series.Builder series = new Series.Builder();
    private final Map<Track, Range> bucket = new LinkedHashMap<>();
    private long bucketEnd = Long.MIN_VALUE;
    private double firstSeconds;
    private double lastSeconds;

    private record Track(Metric metric, Labels labels) {}

    private record Range(double lowest, double highest) {
        Range with(double value) {
            return new Range(Math.min(lowest, value), Math.max(highest, value));
        }
    }

    SeriesThinning(int secondsPerPoint) {
        this.secondsPerPoint = secondsPerPoint;
    }

    void add(RecordedSecond second) {
        long end = Math.ceilDiv(Math.round(second.seconds()), secondsPerPoint);
        if (end != bucketEnd || secondsPerPoint == 1) {
            flush();
            bucketEnd = end;
            firstSeconds = second.seconds();
        }
        lastSeconds = second.seconds();
        for (Sample sample : second.samples()) {
            bucket.merge(
                    new Track(sample.metric(), sample.labels()),
                    new Range(sample.value(), sample.value()),
                    (range, _) -> range.with(sample.value()));
        }
    }

    private void flush() {
        if (!bucket.isEmpty() && firstSeconds < lastSeconds) {
            series.at(firstSeconds);
            bucket.forEach((track, range) -> series.put(track.metric(), track.labels(), range.lowest()));
        }
        if (!bucket.isEmpty()) {
            series.at(lastSeconds);
            bucket.forEach((track, range) -> series.put(track.metric(), track.labels(), range.highest()));
        }
        bucket.clear();
    }

    Series finish() {
        flush();
        return series.build();
    }
}
