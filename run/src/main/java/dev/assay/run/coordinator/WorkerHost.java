package dev.assay.run.coordinator;

import dev.assay.host.HostSample;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.TrialHost;
import dev.assay.worker.engine.ClockLine;
import dev.assay.worker.wire.Command;
import java.util.ArrayList;
import java.util.List;

/** A machine that some workers of a trial run on. Used by the thread that runs the trial. */
final class WorkerHost {
    private static final double NANOS_PER_SECOND = 1e9;

    private final String name;
    private final List<WorkerConnection> workers;
    private final boolean sharesClock;
    private final ClockTrack clock;
    private final List<WorkerConnection> remaining;

    /** Of those that are not lost; other threads ask for it. */
    private volatile WorkerConnection first;

    WorkerHost(String name, List<WorkerConnection> workers, ClockOffset offset) {
        this.name = name;
        this.workers = List.copyOf(workers);
        this.remaining = new ArrayList<>(workers);
        this.first = workers.getFirst();
        this.sharesClock = offset.equals(ClockOffset.SAME_CLOCK);
        this.clock = new ClockTrack(offset, workers.size());
    }

    /** As results name it. */
    String name() {
        return name;
    }

    /** The worker that speaks for it. */
    WorkerConnection first() {
        return first;
    }

    /** One of its workers is lost: another one speaks for it, and the clock of none but the others matters. */
    void lose(WorkerConnection worker) {
        remaining.remove(worker);
        if (!remaining.isEmpty()) {
            first = remaining.getFirst();
            clock.follow(workers.indexOf(worker), workers.indexOf(first));
        }
    }

    /** Whether all of its workers are. */
    boolean isLost() {
        return remaining.isEmpty();
    }

    List<WorkerConnection> workers() {
        return workers;
    }

    /** Whether it is the machine of this process, which is watched already. */
    boolean isCoordinators() {
        return name.equals(Metrics.COORDINATOR);
    }

    /** Whether its clock is this process's, so that there is nothing to estimate. */
    boolean sharesClock() {
        return sharesClock;
    }

    /** What its workers add to their clock at first. */
    long offsetNanos() {
        return clock.firstOffsetNanos();
    }

    /** How wrong that was at most, as far as it was looked at. */
    long clockErrorNanos() {
        return clock.errorNanos();
    }

    /** Its workers open their load next, with the offset that is known best by now. */
    void begin() {
        if (!sharesClock) {
            clock.begin();
        }
    }

    /** What its workers should correct their clocks to. */
    Command.SteerClock correction() {
        ClockModel.Line line = clock.model().fit();
        return new Command.SteerClock(line.atNanos(), line.offsetNanos(), line.drift());
    }

    /** What a worker does about it. */
    void steered(WorkerConnection worker, ClockLine line) {
        clock.steered(workers.indexOf(worker), line);
    }

    /** Takes another estimate of its clock; returns it as values. */
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

    /** For the record of the trial. */
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
