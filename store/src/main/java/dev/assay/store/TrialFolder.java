package dev.assay.store;

import dev.assay.core.result.IntervalHistogram;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.TrialData;
import dev.assay.core.result.TrialData.RecordedHiccups;
import dev.assay.core.result.TrialData.RecordedInterval;
import dev.assay.core.result.TrialRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads one trial's folder. */
final class TrialFolder {
    private static final String HOSTS = "hosts";

    private final Path folder;

    TrialFolder(Path folder) {
        this.folder = folder;
    }

    boolean finished() {
        return Files.isRegularFile(folder.resolve(TrialWriter.RECORD));
    }

    /** Why the trial was not finished, as far as somebody had the time to write it down. */
    Optional<String> failure() {
        Path file = folder.resolve(TrialWriter.FAILURE);
        try {
            return Files.isRegularFile(file)
                    ? Optional.of(Files.readString(file).strip())
                    : Optional.empty();
        } catch (IOException e) {
            throw StoreException.reading(file, e);
        }
    }

    TrialData read() {
        Path file = folder.resolve(TrialWriter.RECORD);
        TrialRecord record = RecordJson.record(file, withHosts(RecordJson.readTree(file)), TrialRecord.class);
        return new TrialData(
                record, intervals(), hiccups(), SeriesFile.read(folder.resolve(TrialWriter.SERIES), record.workers()));
    }

    /** Records that were written before machines were recorded say nothing of them. */
    private static JsonNode withHosts(JsonNode tree) {
        if (tree instanceof ObjectNode record && !record.has(HOSTS)) {
            record.putArray(HOSTS);
        }
        return tree;
    }

    /** The latencies of all phases in order of time; whatever is whole, be the trial finished or not. */
    List<RecordedInterval> intervals() {
        List<RecordedInterval> intervals = new ArrayList<>();
        for (Path file : children(folder)) {
            String phase = TrialWriter.phaseOf(file.getFileName().toString());
            if (phase != null) {
                HistogramLogLines.read(file).forEach(line -> intervals.add(interval(file, phase, line)));
            }
        }
        intervals.sort(Comparator.comparingLong(RecordedInterval::startNanos)
                .thenComparing(RecordedInterval::worker)
                .thenComparing(RecordedInterval::metric));
        return intervals;
    }

    private static RecordedInterval interval(Path file, String phase, HistogramLogLines.Line line) {
        LatencyMetric metric;
        try {
            metric = LatencyMetric.ofTag(line.name());
        } catch (IllegalArgumentException e) {
            throw StoreException.damaged(file, "it has histograms of an unknown metric, '" + line.name() + "'");
        }
        return new RecordedInterval(
                line.worker(),
                line.startNanos(),
                line.endNanos(),
                phase,
                metric,
                () -> new IntervalHistogram(
                        phase, metric, line.packed().unpack(), line.negatives(), line.worstNegativeNanos()));
    }

    List<RecordedHiccups> hiccups() {
        return HistogramLogLines.read(folder.resolve(TrialWriter.HICCUPS)).stream()
                .map(line ->
                        new RecordedHiccups(line.worker(), line.startNanos(), line.endNanos(), line.packed()::unpack))
                .sorted(Comparator.comparingLong(RecordedHiccups::startNanos).thenComparing(RecordedHiccups::worker))
                .toList();
    }

    /** What a folder holds, by name; nothing where there is no such folder. */
    static List<Path> children(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList();
        } catch (IOException e) {
            throw StoreException.reading(folder, e);
        }
    }
}
