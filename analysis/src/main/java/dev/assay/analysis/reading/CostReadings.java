package dev.assay.analysis.reading;

import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic.Unit;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Series;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * Computes the resources that an acknowledged message of a phase took on average. Servers use some of them for themselves: at low
 * rates that is most of it.
 */
public final class CostReadings {
    public static final Statistic SERVER_CPU = Statistic.of("cost.server-cpu", Unit.MICROSECONDS_PER_MESSAGE);

    /** Counts the processor time of all workers: clients and harness. */
    public static final Statistic WORKER_CPU = Statistic.of("cost.worker-cpu", Unit.MICROSECONDS_PER_MESSAGE);

    /** Counts the bytes that all servers sent towards disks, copies included. */
    public static final Statistic DISK_WRITTEN = Statistic.of("cost.disk-written", Unit.BYTES_PER_MESSAGE);

    public static final Statistic WRITE_AMPLIFICATION = Statistic.of("cost.write-amplification", Unit.RATIO);

    /** Counts the bytes over TCP from workers, with requests and the workers' reports. */
    public static final Statistic TO_SERVERS = Statistic.of("cost.to-servers", Unit.BYTES_PER_MESSAGE);

    /** Counts the bytes over TCP to workers, with answers. */
    public static final Statistic TO_CLIENTS = Statistic.of("cost.to-clients", Unit.BYTES_PER_MESSAGE);

    /** Counts the bytes over TCP that servers received and no worker sent. */
    public static final Statistic AMONG_SERVERS = Statistic.of("cost.among-servers", Unit.BYTES_PER_MESSAGE);

    public static final Statistic PER_SYNC = Statistic.of("messages-per-sync", Unit.MESSAGES);

    /** Counts messages for each write request as servers report it: the effective batching. */
    public static final Statistic PER_WRITE = Statistic.of("messages-per-write", Unit.MESSAGES);

    public static final Statistic PER_BATCH = Statistic.of("messages-per-batch", Unit.MESSAGES);

    private static final double MICROS_PER_SECOND = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final TrialRecord trial;
    private final Series series;
    private final Phase phase;
    private final Standing standing;
    private final double rate;
    private final List<Reading> rows = new ArrayList<>();

    private CostReadings(TrialRecord trial, Verdict verdict, Series series, Phase phase, double rate) {
        this.trial = trial;
        this.series = series;
        this.phase = phase;
        this.standing = Standing.of(verdict, phase.name());
        this.rate = rate;
    }

    /**
     * Returns the values of a phase that its series contains.
     *
     * @param verdict of the trial
     * @param secondsPerPoint of the series; above 1 it has only extremes and no means, so that there are no values
     * @param rate messages acknowledged per second
     */
    public static List<Reading> of(
            TrialRecord trial, Verdict verdict, Series series, int secondsPerPoint, Phase phase, double rate) {
        if (secondsPerPoint > 1 || rate <= 0) {
            return List.of();
        }
        CostReadings readings = new CostReadings(trial, verdict, series, phase, rate);
        readings.addAll();
        return List.copyOf(readings.rows);
    }

    private void addAll() {
        add(SERVER_CPU, perSecond(Metrics.PROCESS_CPU, Labels.NODE) * MICROS_PER_SECOND / rate);
        add(WORKER_CPU, perSecond(Metrics.PROCESS_CPU, Labels.WORKER) * MICROS_PER_SECOND / rate);
        double written = perSecond(Metrics.PROCESS_DISK_WRITTEN, Labels.NODE);
        add(DISK_WRITTEN, written / rate);
        add(
                WRITE_AMPLIFICATION,
                written / (rate * trial.plan().workload().message().size().meanBytes()));
        double sent = ofWorkers(Metrics.PROCESS_NETWORK_SENT);
        add(TO_SERVERS, sent / rate);
        add(TO_CLIENTS, ofWorkers(Metrics.PROCESS_NETWORK_RECEIVED) / rate);
        double received = perSecond(Metrics.PROCESS_NETWORK_RECEIVED, Labels.NODE);
        add(AMONG_SERVERS, Math.max(0, received - sent) / rate);
        add(PER_SYNC, rate / perSecond(Metrics.NODE_SYNCS, Labels.NODE));
        add(PER_WRITE, rate / perSecond(Metrics.NODE_WRITES, Labels.NODE));
        add(PER_BATCH, rate / perSecond(Metrics.CLIENT_BATCHES, Labels.WORKER));
    }

    private void add(Statistic statistic, double value) {
        if (Double.isFinite(value)) {
            long messages = Math.round(rate * phase.lengthNanos() / NANOS_PER_SECOND);
            rows.add(standing.other(Source.of(trial, phase.name(), "", statistic), value, messages));
        }
    }

    /** Returns the sum of the means of all series with the label; NaN where there is none, or one of some servers is missing. */
    private double perSecond(Metric metric, String label) {
        long seen = series.tracks(metric).stream()
                .map(track -> track.labels().get(label))
                .filter(name -> !name.isEmpty())
                .distinct()
                .count();
        if (label.equals(Labels.NODE) && seen < trial.system().nodes()) {
            return Double.NaN;
        }
        DoubleSummaryStatistics means = series.tracks(metric).stream()
                .filter(track -> !track.labels().get(label).isEmpty())
                .flatMapToDouble(track -> track.during(phase).average().stream())
                .summaryStatistics();
        return means.getCount() > 0 ? means.getSum() : Double.NaN;
    }

    /** Returns NaN without servers: workers that contain the system talk to the coordinator alone. */
    private double ofWorkers(Metric metric) {
        SystemIdentity system = trial.system();
        return system.nodes() > 0 || system.deployment().equals("existing")
                ? perSecond(metric, Labels.WORKER)
                : Double.NaN;
    }
}
