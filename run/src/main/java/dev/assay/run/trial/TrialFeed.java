package dev.assay.run.trial;

import dev.assay.host.HostSample;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.model.trial.TrialSecond;
import dev.assay.run.coordinator.IntervalSink;
import dev.assay.run.coordinator.LoadStart;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.coordinator.WorkerIdentity;
import dev.assay.run.deployment.Observers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns the reports of coordinator and telemetry into a trial's events for its listeners. */
final class TrialFeed implements IntervalSink {
    private static final Set<Metric> OF_PROCESSES = Set.of(
            Metrics.PROCESS_CPU,
            Metrics.PROCESS_MEMORY,
            Metrics.PROCESS_COMPILERS,
            Metrics.PROCESS_COMPILERS_WAIT,
            Metrics.WORKER_GC_PAUSE,
            Metrics.WORKER_ALLOCATION_STALL,
            Metrics.WORKER_LONGEST_ALLOCATION_STALL,
            Metrics.WORKER_THROTTLED);

    private final TrialListener listeners;
    private final Supplier<List<Sample>> telemetry;
    private final TrialSeconds seconds;
    private Timeline timeline;
    private Observers observers = new Observers(List.of());
    private List<WorkerIdentity> workers = List.of();
    /** Workers in the process of another one, which stands for it. */
    private final Set<String> guests;

    private final List<String> limitations = new ArrayList<>();
    private @Nullable LoadStart begun;

    /**
     * @param load request to the workers
     * @param telemetry returns the values of this machine and its processes since the previous call
     * @param workers names of those that take part
     * @param processes names of those of them that stand for a process of this machine; none where all run elsewhere
     */
    TrialFeed(
            TrialListener listeners,
            TrialRequest load,
            Supplier<List<Sample>> telemetry,
            List<String> workers,
            Set<String> processes) {
        Set<String> startedHere = processes.isEmpty() ? Set.of() : Set.copyOf(workers);
        this.guests = startedHere.stream()
                .filter(worker -> !processes.contains(worker))
                .collect(Collectors.toUnmodifiableSet());
        this.listeners = listeners;
        this.timeline = load.timeline();
        this.telemetry = telemetry;
        this.seconds = new TrialSeconds(
                workers.size(),
                startedHere,
                Trial.subscriptions(load.trial().spec().workload(), List.of()),
                second -> listeners.on(oncePerProcess(second)));
        seconds.onSchedule(timeline.curve());
    }

    /** @param identities of the workers, which may run on the same machines */
    TrialFeed observedBy(Observers watching, List<WorkerIdentity> identities) {
        observers = watching;
        workers = List.copyOf(identities);
        return this;
    }

    /** Removes a process's values from all but one of its workers, since they are the same and would count several times. */
    private TrialSecond oncePerProcess(TrialSecond second) {
        return new TrialSecond(
                second.seconds(),
                second.totals(),
                second.response(),
                second.endToEnd(),
                second.samples().stream()
                        .filter(sample -> !OF_PROCESSES.contains(sample.metric())
                                || !guests.contains(sample.labels().get(Labels.WORKER)))
                        .toList());
    }

    @Override
    public void onPlacement(Map<String, List<String>> workersByHost) {
        seconds.onPlacement(observers.place(workersByHost, workers));
    }

    @Override
    public void onStart(LoadStart start) {
        begun = start;
        List<Sample> _ = telemetry.get(); // Values from before the load belong to no second.
        listeners.on(new TrialEvent.Start(start.instant(), timeline.phases()));
    }

    @Override
    public void on(TrialEvent event) {
        if (event instanceof TrialEvent.WorkerLost lost) {
            seconds.onWorkerLost(lost.worker());
        } else if (event instanceof TrialEvent.Phases(List<Phase> moved)) {
            timeline = timeline.with(moved);
            seconds.onSchedule(timeline.curve());
        }
        listeners.on(event);
        if (event instanceof TrialEvent.Interval(WorkerInterval interval)) {
            observers.next().forEach(this::onHost);
            seconds.onTelemetry(telemetry.get());
            seconds.onInterval(interval);
        }
    }

    /** Ignores samples from before the load, which belong to no second of it. */
    @Override
    public void onHost(HostSample sample) {
        double end = begun == null ? 0 : (sample.nanoTime() - begun.nanoTime()) / 1e9;
        if (end > 0) {
            seconds.onHost(end, sample.samples());
        }
    }

    @Override
    public void onHostLimitation(String host, String limitation) {
        limitations.add("host " + host + ": " + limitation);
    }

    List<String> limitations() {
        return List.copyOf(limitations);
    }

    /** Ends the reports, and passes on seconds that some worker never reported. */
    void finish() {
        seconds.finish();
    }
}
