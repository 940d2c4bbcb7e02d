package dev.assay.run.coordinator;

import dev.assay.host.HostSample;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.TrialHost;
import dev.assay.worker.engine.ClockLine;
import dev.assay.worker.wire.Command;
import java.util.ArrayList;
import java.util.List;

/** Holds a machine that some workers of a trial share. Used by the thread that runs the trial. */
final class WorkerHost {
    private static final double NANOS_PER_SECOND = 1e9;

    private final String name;
    private final List<WorkerConnection> workers;
    private final boolean sharesClock;
    private final ClockTrack clock;
    private final List<WorkerConnection> remaining;

    /** The first worker that is not lost; other threads read it. */
    private volatile WorkerConnection first;

    WorkerHost(String name, List<WorkerConnection> workers, ClockOffset offset) {
        this.name = name;
        this.workers = List.copyOf(workers);
        this.remaining = new ArrayList<>(workers);
        this.first = workers.getFirst();
        this.sharesClock = offset.equals(ClockOffset.SAME_CLOCK);
        this.clock = new ClockTrack(offset, workers.size());
    }

    String name() {
        return name;
    }

    WorkerConnection first() {
        return first;
    }

    /** Drops a lost worker: another one is asked instead, and only the clocks of the others matter. */
    void lose(WorkerConnection worker) {
        remaining.remove(worker);
        if (!remaining.isEmpty()) {
            first = remaining.getFirst();
            clock.follow(workers.indexOf(worker), workers.indexOf(first));
        }
    }

    boolean isLost() {
        return remaining.isEmpty();
    }

    List<WorkerConnection> workers() {
        return workers;
    }

    /** Returns whether this is the machine of this process, which is watched already. */
    boolean isCoordinators() {
        return name.equals(Metrics.COORDINATOR);
    }

    /** Returns whether the machine's clock is this process's, so that there is nothing to estimate. */
    boolean sharesClock() {
        return sharesClock;
    }

    long offsetNanos() {
        return clock.firstOffsetNanos();
    }

    long clockErrorNanos() {
        return clock.errorNanos();
    }

    /** Prepares for the workers' load, which begins with the best known offset. */
    void begin() {
        if (!sharesClock) {
            clock.begin();
        }
    }

    Command.SteerClock correction() {
        ClockModel.Line line = clock.model().fit();
        return new Command.SteerClock(line.atNanos(), line.offsetNanos(), line.drift());
    }

    void steered(WorkerConnection worker, ClockLine line) {
        clock.steered(workers.indexOf(worker), line);
    }

    /** Adds an estimate of the machine's clock; returns it as values. */
    HostSample take(ClockOffset estimate, long nanoTime) {
        long error = clock.add(estimate);
        Labels host = Labels.of(Labels.HOST, name);
        return new HostSample(
                name,
                nanoTime,
                List.of(
                        Metrics.HOST_CLOCK_DRIFT.of(host, clock.driftNanos() / NANOS_PER_SECOND),
                        Metrics.HOST_CLOCK_CORRECTION.of(host, clock.correctionNanos() / NANOS_PER_SECOND),
                        Metrics.HOST_CLOCK_ERROR.of(host, error / NANOS_PER_SECOND)));
    }

    TrialHost record() {
        return new TrialHost(
                name,
                first().identity().host(),
                workers.stream().map(worker -> worker.identity().name()).toList(),
                first().identity().cores(),
                first().identity().machineCores(),
                0,
                offsetNanos(),
                clockErrorNanos());
    }
}
