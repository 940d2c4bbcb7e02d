package dev.assay.store;

import dev.assay.host.file.RecordJson;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.ObservedMachine;
import dev.assay.model.result.Placement;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.model.trial.TrialSecond;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes one trial's folder as the trial goes. What was appended is readable after a crash; the trial counts as finished
 * once {@link TrialEvent.Finish} has been taken. All methods may be called from several threads; all throw {@link StoreException}
 * when a file cannot be written.
 */
public final class TrialWriter implements TrialListener, AutoCloseable {
    static final String RECORD = "trial.json";
    static final String FAILURE = "failure.txt";
    static final String INTERRUPTION = "interrupted.txt";
    static final String UNDER_LOAD = "failed-under-load.txt";
    static final String SERIES = "series.csv";
    static final String HICCUPS = "hiccups.hlog";
    static final String HICCUP = "hiccup";
    private static final String LATENCIES = "latency";
    private static final String LOG = ".hlog";

    /** With more workers than these, latencies are added up before they are written. */
    public static final int MAX_SINGLE_WORKERS = 16;

    private final Path folder;
    private final String allWorkers;
    private final @Nullable SummedLatencies sums;
    private final Map<String, HistogramLog> logs = new HashMap<>();
    private @Nullable Instant loadStart;
    private @Nullable SeriesFile series;
    private volatile String failureFile = FAILURE;

    /** @param workers how many take part */
    TrialWriter(Path folder, int workers) {
        this.folder = folder;
        this.allWorkers = "w1-w" + workers;
        this.sums = workers > MAX_SINGLE_WORKERS ? new SummedLatencies() : null;
        try {
            DurableFolder.create(folder.resolve("logs"));
        } catch (IOException e) {
            throw StoreException.writing(folder, e);
        }
    }

    public Path folder() {
        return folder;
    }

    /** Returns the folder for logs of brokers and workers; it exists. */
    public Path logs() {
        return folder.resolve("logs");
    }

    @Override
    public void on(TrialEvent event) {
        switch (event) {
            case TrialEvent.Start start -> begin(start.instant());
            case TrialSecond second -> append(second);
            case TrialEvent.Interval(WorkerInterval interval) -> append(interval);
            case TrialEvent.Finish(TrialRecord trial) -> finish(trial);
            case TrialEvent.Failure(String reason) ->
                AtomicFile.write(folder.resolve(failureFile), (reason.strip() + "\n").getBytes(StandardCharsets.UTF_8));
            default -> {}
        }
    }

    private synchronized void begin(Instant start) {
        loadStart = start;
    }

    /** Appends the values of a second to the series; with many workers also their latencies, which are complete by then. */
    private synchronized void append(TrialSecond second) {
        if (sums != null) {
            sums.upTo(second.seconds()).forEach(this::append);
        }
        if (series == null) {
            series = new SeriesFile(folder.resolve(SERIES), Metrics.labels());
        }
        series.append(second.seconds(), second.samples());
    }

    /** Appends all histograms of an interval, which carry their tags afterwards; with many workers, adds the latencies up. */
    private synchronized void append(WorkerInterval interval) {
        if (sums == null) {
            append(interval.worker(), interval.startNanos(), interval.endNanos(), interval.histograms());
        } else {
            sums.add(interval);
        }
        String tag = HistogramLog.tag(HICCUP, interval.worker(), "");
        log(HICCUPS)
                .append(
                        tag,
                        interval.startNanos(),
                        interval.endNanos(),
                        interval.harness().hiccups());
    }

    private void append(SummedLatencies.Sum sum) {
        append(allWorkers, sum.startNanos(), sum.endNanos(), sum.histograms());
    }

    private void append(String worker, long startNanos, long endNanos, List<IntervalHistogram> histograms) {
        for (IntervalHistogram recorded : histograms) {
            HistogramLog log = log(latencyFile(recorded.phase()));
            if (recorded.negatives() > 0) {
                log.noteNegatives(recorded.negatives(), recorded.worstNegativeNanos());
            }
            String tag = HistogramLog.tag(recorded.metric().tag(), worker, recorded.subscription());
            log.append(tag, startNanos, endNanos, recorded.histogram());
        }
    }

    /** Writes what is added up, however little it is. */
    private void appendRest() {
        if (sums != null) {
            sums.rest().forEach(this::append);
        }
    }

    /** Writes the machines that observers watch, by their names in the series. */
    public void observed(Map<String, ObservedMachine> machines) {
        ObservedFile.write(folder, machines);
    }

    /** Writes where the workers are, if they are pods. */
    public void placed(Placement placement) {
        PlacementFile.write(folder, placement);
    }

    /**
     * Returns the trial as its files have it by now, so that it is judged by nothing else.
     *
     * @param record the later content of {@code trial.json}, which need not be written yet
     */
    public synchronized StoredTrial stored(TrialRecord record) {
        appendRest();
        return new FolderTrial(folder, record, FolderTrial.Access.WRITE);
    }

    /** Syncs everything to the disk, then writes {@code trial.json}: from then on the trial is finished. */
    private synchronized void finish(TrialRecord record) {
        appendRest();
        logs.values().forEach(HistogramLog::sync);
        if (series != null) {
            series.sync();
        }
        AtomicFile.write(folder.resolve(RECORD), RecordJson.bytes(record));
        close();
    }

    /**
     * Notes in {@code interrupted.txt} that the trial is about to end for a reason of the run, so that a resumed run
     * executes it again.
     */
    public void interrupted() {
        failureFile = INTERRUPTION;
    }

    /** Notes in {@code failed-under-load.txt}, where its load had begun, that the trial is about to end because the system failed. */
    public synchronized void systemFailed() {
        if (loadStart != null) {
            AtomicFile.write(
                    folder.resolve(UNDER_LOAD), "the system failed under load\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Closes the files; a trial that was not finished stays unfinished. */
    @Override
    public synchronized void close() {
        logs.values().forEach(HistogramLog::close);
        if (series != null) {
            series.close();
        }
    }

    private HistogramLog log(String name) {
        Instant start = loadStart;
        if (start == null) {
            throw new IllegalStateException("the start must be known before the first interval of " + folder);
        }
        return logs.computeIfAbsent(name, file -> new HistogramLog(folder.resolve(file), start));
    }

    /** Returns the log of a phase: {@code latency.hlog} for the measured one, else {@code latency-<phase>.hlog}. */
    static String latencyFile(String phase) {
        return phase.equals(Phase.MEASURE) ? LATENCIES + LOG : LATENCIES + "-" + phase + LOG;
    }

    /** Returns the phase of a log's name; null where it is no log of latencies. */
    static @Nullable String phaseOf(String file) {
        if (file.equals(LATENCIES + LOG)) {
            return Phase.MEASURE;
        }
        return file.startsWith(LATENCIES + "-") && file.endsWith(LOG)
                ? file.substring(LATENCIES.length() + 1, file.length() - LOG.length())
                : null;
    }
}
