package dev.assay.store;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.ObservedMachine;
import dev.assay.model.result.Placement;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialRecord;
import dev.assay.store.HistogramLogLines.Line;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A trial as its folder has it; files are read each time they are asked for.
 *
 * @param access whether what was computed of it may be kept in its folder
 */
record FolderTrial(Path folder, TrialRecord trial, Access access) implements StoredTrial {
    enum Access {
        READ,
        WRITE
    }

    @Override
    public Map<String, ObservedMachine> observed() {
        return ObservedFile.read(folder);
    }

    @Override
    public Optional<Placement> placement() {
        return PlacementFile.read(folder);
    }

    @Override
    public void eachSecond(Consumer<RecordedSecond> sink) {
        try (SeriesReader reader = new SeriesReader(folder.resolve(TrialWriter.SERIES))) {
            for (RecordedSecond second = reader.next(); second != null; second = reader.next()) {
                sink.accept(second);
            }
        }
    }

    @Override
    public void eachInterval(Consumer<RecordedInterval> sink) {
        List<Path> files = TrialFolder.children(folder).stream()
                .filter(file -> TrialWriter.phaseOf(name(file)) != null)
                .toList();
        List<String> phases = files.stream()
                .map(file -> Objects.requireNonNull(TrialWriter.phaseOf(name(file))))
                .toList();
        try (MergedLogs logs = new MergedLogs(files)) {
            for (MergedLogs.Entry entry = logs.next(); entry != null; entry = logs.next()) {
                sink.accept(interval(phases.get(entry.log()), entry.line()));
            }
        }
    }

    @Override
    public Optional<String> kept() {
        return KeptLatencies.read(folder);
    }

    @Override
    public void keep(String computed) {
        if (access == Access.WRITE) {
            KeptLatencies.write(folder, computed);
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    private static RecordedInterval interval(String phase, Line line) {
        LatencyMetric metric = metric(line);
        return new RecordedInterval(
                line.worker(),
                line.startNanos(),
                line.endNanos(),
                phase,
                metric,
                line.subscription(),
                () -> new IntervalHistogram(
                        phase,
                        metric,
                        line.subscription(),
                        line.packed().unpack(),
                        line.negatives(),
                        line.worstNegativeNanos()));
    }

    private static LatencyMetric metric(Line line) {
        try {
            return LatencyMetric.ofTag(line.name());
        } catch (IllegalArgumentException e) {
            throw StoreException.damaged(
                    line.packed().file(), "it has histograms of an unknown metric, '" + line.name() + "'");
        }
    }

    @Override
    public void eachHiccups(Consumer<RecordedHiccups> sink) {
        try (MergedLogs logs = new MergedLogs(List.of(folder.resolve(TrialWriter.HICCUPS)))) {
            for (MergedLogs.Entry entry = logs.next(); entry != null; entry = logs.next()) {
                Line line = entry.line();
                sink.accept(
                        new RecordedHiccups(line.worker(), line.startNanos(), line.endNanos(), line.packed()::unpack));
            }
        }
    }
}
