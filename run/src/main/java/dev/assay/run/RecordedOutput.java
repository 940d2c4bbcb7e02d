package dev.assay.run;

import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Workload;
import dev.assay.run.directory.TrialWriter;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.experiment.ProgressEstimate;
import dev.assay.scenario.experiment.SearchEstimate;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a plan writes to its run directory, about: latencies and values of each second of all trials that there can be. Logs of servers and
 * workers are left out.
 *
 * @param bytes of all trials
 * @param mostPerSecond of the trial that writes the most in a second, in bytes
 */
public record RecordedOutput(double bytes, double mostPerSecond) {
    /** Less is not worth a line. */
    private static final double TOLD_BYTES = 1e9;

    /** A line of a latency log: 1.1 kB with 2000 samples, 4.2 kB with 20 000, and no more than the buckets of three digits. */
    private static final double LINE_BYTES = 100;

    private static final double LINE_BYTES_OF_SAMPLE = 9;
    private static final double LINE_EXPONENT = 0.62;
    private static final double MAX_LINE_BYTES = 8_000;

    private static final int METRICS_OF_SENDING = 3;
    private static final int METRICS_OF_ARRIVALS = 2;

    /** Hiccups, and some twenty values of the worker, its client and its machine, of 70 B each. */
    private static final double WORKER_BYTES = 2_000;

    /** Servers, and the machine that they run on. */
    private static final double SERVER_BYTES = 6_000;

    /** All trials that there can be, with so many workers. */
    public static RecordedOutput of(Plan plan, int workers) {
        double bytes = 0;
        double most = 0;
        Set<String> before = new HashSet<>();
        for (PlannedTrial trial : plan.trials()) {
            boolean again = !before.add(trial.label());
            int trials = trial.spec()
                    .search()
                    .map(search -> SearchEstimate.of(search, again))
                    .map(ProgressEstimate::max)
                    .orElse(1);
            double perSecond = perSecond(trial.spec(), workers);
            bytes += trials * perSecond * trial.spec().timeline().endNanos() / 1e9;
            most = Math.max(most, perSecond);
        }
        return new RecordedOutput(bytes, most);
    }

    private static double perSecond(TrialSpec trial, int workers) {
        Workload load = trial.workload();
        double rate = trial.timeline().curve().total() / (trial.timeline().endNanos() / 1e9);
        int subscriptions = load.allSubscriptions().size();
        int senders = Math.min(workers, load.totalProducers());
        int receivers = Math.min(workers * subscriptions, load.totalConsumers());
        if (workers > TrialWriter.MAX_SINGLE_WORKERS) {
            senders = 1;
            receivers = subscriptions;
        }
        return METRICS_OF_SENDING * lines(senders, rate)
                + METRICS_OF_ARRIVALS * lines(receivers, rate * subscriptions)
                + WORKER_BYTES * workers
                + SERVER_BYTES;
    }

    /** That samples of a second take in so many lines. */
    private static double lines(int count, double samples) {
        double each = samples / Math.max(1, count);
        return count * Math.min(MAX_LINE_BYTES, LINE_BYTES + LINE_BYTES_OF_SAMPLE * Math.pow(each, LINE_EXPONENT));
    }

    /** A line for people; empty where it is little. */
    public Optional<String> line() {
        return bytes < TOLD_BYTES
                ? Optional.empty()
                : Optional.of("records: about %s in the run directory, up to %s a second"
                        .formatted(WrittenData.size(bytes), WrittenData.size(mostPerSecond)));
    }

    /**
     * Returns where there is room for it.
     *
     * @param folder where the run directory is or will be
     * @throws CommandFailure where there is not
     */
    public void require(Path folder) {
        Path existing = folder.toAbsolutePath();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        try {
            requireOf(folder, Files.getFileStore(existing).getUsableSpace());
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT, "the free space for " + folder + " can't be read: " + e.getMessage(), e);
        }
    }

    void requireOf(Path folder, long freeBytes) {
        if (bytes > freeBytes) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "the run would write about %s of records to %s, but only %s are free there; free space, use another disk (--out), or shorter, fewer or less busy trials"
                            .formatted(WrittenData.size(bytes), folder, WrittenData.size((double) freeBytes)));
        }
    }
}
