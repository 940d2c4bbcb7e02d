package dev.assay.run.coordinator;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.SteadyText;
import dev.assay.model.spec.PhaseSpec;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.model.timeline.Phase.Role;
import dev.assay.model.timeline.Timeline;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.coordinator.ScheduledEvents.Action;
import dev.assay.run.coordinator.ScheduledEvents.Scheduled;
import dev.assay.run.coordinator.SystemActions.Effect;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.worker.engine.SerialThread;
import dev.assay.worker.wire.Command.GroupChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Runs the load of a trial along its timeline: makes every scheduled event happen at its time, and ends phases whose condition holds. Used
 * by the thread that runs the trial.
 */
public final class TimelineRun implements AutoCloseable {
    private static final long SECOND = 1_000_000_000L;

    /** The time for a command to reach every worker. */
    private static final long GROUP_LEAD_NANOS = SECOND;

    /** The lead of a phase's end: every worker must know it before a message is due that is affected. */
    static final long END_LEAD_NANOS = 2 * SECOND;

    private static final long LOOK_NANOS = 100_000_000;

    private final TrialWorkers workers;
    private final WorkerCommands commands;
    private final SystemActions actions;
    private final IntervalSink sink;
    private final long startNanoTime;
    private final List<Scheduled> pending;
    private long faultNanos = Long.MIN_VALUE;
    private final List<Running> running = new ArrayList<>();
    private final Set<String> resting = new LinkedHashSet<>();
    private final Map<String, PhaseCondition> conditions = new LinkedHashMap<>();
    /** Phases whose condition holds, and that last until the page cache is dropped for the next. */
    private final Set<String> waiting = new HashSet<>();

    private final List<ExecutedEvent> executed = new ArrayList<>();
    private final List<SteadyRecord> steady = new ArrayList<>();
    private final SerialThread system;
    private @Nullable SteadyRecord lastRecord;
    private Timeline timeline;
    private LoadCurve curve;

    private record Running(Scheduled event, long dueNanos, Future<Executed> result) {}

    private record Executed(long startedNanoTime, Effect effect) {}

    /** @param conditions of phases that may end before their latest end, by name */
    public record Program(Timeline timeline, List<Scheduled> schedule, Map<String, PhaseCondition> conditions) {
        /** Derives the program of a scenario; {@code watch} gets the trial's seconds. */
        public static Program of(TrialSpec trial, SteadyWatch watch) {
            Map<String, PhaseCondition> conditions = new LinkedHashMap<>();
            if (trial.phases().isEmpty() && trial.timing().warmup().untilSteady()) {
                conditions.put(
                        Phase.WARMUP,
                        steady(trial, watch, trial.timing().warmup().atLeast()));
            }
            trial.phases().forEach((name, phase) -> {
                if (phase.until().hasCondition()) {
                    conditions.put(name, condition(trial, phase, watch));
                }
            });
            return new Program(trial.timeline(), ScheduledEvents.of(trial), conditions);
        }

        private static PhaseCondition steady(TrialSpec trial, SteadyWatch watch, Duration atLeast) {
            boolean full = trial.search().isPresent();
            for (Phase phase : trial.timeline().phases()) {
                if (phase.role() == Role.MEASURE) {
                    // At a peak it is open whether the load is sustained.
                    full |= phase.expectation() == Expectation.OVERLOAD || phase.expectation() == Expectation.EITHER;
                    return new SteadyCondition(watch, atLeast, Duration.ofNanos(phase.lengthNanos()), full);
                }
            }
            // Of a cluster's warm-up nothing is measured that a full machine would spoil.
            return new SteadyCondition(watch, atLeast, trial.timing().measure(), true);
        }

        private static PhaseCondition condition(TrialSpec trial, PhaseSpec phase, SteadyWatch watch) {
            if (phase.until().steady()) {
                return steady(trial, watch, Duration.ZERO);
            }
            if (!phase.until().done().isEmpty()) {
                return new EventCondition(phase.until().done());
            }
            return phase.until().overloaded() ? new OverloadCondition(trial) : new ScenarioCondition(trial, phase);
        }
    }

    public record Setting(WorkerCommands commands, SystemActions actions, IntervalSink sink) {}

    public TimelineRun(Program program, TrialWorkers workers, Setting setting, long startNanoTime) {
        this.workers = workers;
        this.system = new SerialThread(workers.clock(), "system-actions");
        this.commands = setting.commands();
        this.actions = setting.actions();
        this.sink = setting.sink();
        this.startNanoTime = startNanoTime;
        this.timeline = program.timeline();
        this.curve = timeline.curve();
        this.pending = new ArrayList<>(program.schedule());
        this.conditions.putAll(program.conditions());
    }

    /** Returns when the load is over and every scheduled event was done. Paused consumer groups then resume, so that everything arrives. */
    public void run() throws TrialFailedException, InterruptedException {
        followSchedule();
        for (String group : List.copyOf(resting)) {
            Scheduled resume = new Scheduled(
                    "end", "resume " + group, new Action.OfGroup(group, GroupChange.RESUME), "", timeline.endNanos());
            pending.add(resume);
        }
        followSchedule();
    }

    private void followSchedule() throws TrialFailedException, InterruptedException {
        while (now() < timeline.endNanos() || !pending.isEmpty() || !running.isEmpty() || !commands.groupsSettled()) {
            workers.await(startNanoTime + nextLook(), () -> false);
            dispatch();
            collect();
            endPhase();
        }
    }

    public Timeline timeline() {
        return timeline;
    }

    public List<ExecutedEvent> executed() {
        List<ExecutedEvent> all = new ArrayList<>(executed);
        all.addAll(commands.groupEvents());
        all.sort(Comparator.comparingLong(ExecutedEvent::startNanos));
        return List.copyOf(all);
    }

    public List<SteadyRecord> steady() {
        return List.copyOf(steady);
    }

    private long now() {
        return workers.now() - startNanoTime;
    }

    private long nextLook() {
        long look = now() + LOOK_NANOS;
        for (Scheduled event : pending) {
            look = Math.min(look, dispatchNanos(event));
        }
        return now() < timeline.endNanos() ? Math.min(look, timeline.endNanos()) : look;
    }

    /** Returns when to send the event's command: before it is due where workers execute it. */
    private long dispatchNanos(Scheduled event) {
        long due = dueNanos(event);
        return event.action() instanceof Action.OfGroup ? due - GROUP_LEAD_NANOS : due;
    }

    private long dueNanos(Scheduled event) {
        long due = event.dueNanos(timeline);
        if (event.action() instanceof Action.Recover(long held) && held > 0) {
            return faultNanos == Long.MIN_VALUE ? Long.MAX_VALUE : Math.max(due, faultNanos + held);
        }
        return due;
    }

    private void dispatch() {
        List<Scheduled> due = pending.stream()
                .filter(event -> dispatchNanos(event) <= now())
                .sorted(Comparator.comparingLong(this::dueNanos))
                .toList();
        pending.removeAll(due);
        for (Scheduled event : due) {
            if (event.action() instanceof Action.OfGroup(String group, GroupChange change)) {
                resting.remove(group);
                if (change == GroupChange.PAUSE) {
                    resting.add(group);
                }
                commands.changeGroup(event, group, change, startNanoTime, dueNanos(event));
            } else {
                begin(event, dueNanos(event));
            }
        }
    }

    private void begin(Scheduled event, long dueNanos) {
        TrialStage stage = stage(event.action());
        if (stage != null) {
            sink.on(stage);
        }
        FutureTask<Executed> result = new FutureTask<>(() -> act(event.action()));
        running.add(new Running(event, dueNanos, result));
        system.execute(result);
    }

    private static @Nullable TrialStage stage(Action action) {
        return switch (action) {
            case Action.Inject _ -> TrialStage.INJECTING;
            case Action.Recover _ -> TrialStage.RECOVERING;
            case Action.Roll _, Action.DropPageCache _, Action.OfGroup _ -> null;
        };
    }

    private Executed act(Action action) throws Exception {
        long started = workers.now();
        Effect effect = switch (action) {
            case Action.Inject inject -> actions.inject(inject.fault());
            case Action.Recover _ -> actions.recover();
            case Action.Roll roll -> actions.roll(roll.version());
            case Action.DropPageCache _ -> actions.dropPageCache();
            case Action.OfGroup _ -> throw new IllegalStateException("consumer groups are handled by their workers");
        };
        return new Executed(started, effect);
    }

    private void collect() throws TrialFailedException, InterruptedException {
        for (Running one : List.copyOf(running)) {
            if (one.result().isDone()) {
                running.remove(one);
                ExecutedEvent event = event(one);
                conditions.values().forEach(condition -> condition.onEvent(event));
                if (one.event().action() instanceof Action.Inject) {
                    faultNanos = event.endNanos();
                }
                if (stage(one.event().action()) != null) {
                    sink.on(TrialStage.LOADING);
                }
                continue;
            }
            Duration limit = one.event().action() instanceof Action.Roll ? actions.rollingLimit() : actions.limit();
            if (now() - one.dueNanos() > limit.toNanos()) {
                throw new TrialFailedException(
                        Kind.SYSTEM,
                        "'%s' (event %s) took more than %d s"
                                .formatted(one.event().title(), one.event().name(), limit.toSeconds()));
            }
        }
        commands.checkGroups(now());
    }

    private ExecutedEvent event(Running one) throws TrialFailedException, InterruptedException {
        try {
            Executed done = one.result().get();
            long started = done.startedNanoTime() - startNanoTime;
            ExecutedEvent event = ExecutedEvent.of(
                    one.event().name(),
                    one.event().action().kind(),
                    one.event().title(),
                    one.dueNanos(),
                    started,
                    Math.max(started, done.effect().atNanos() - startNanoTime),
                    done.effect().detail());
            executed.add(event);
            for (SystemActions.Step step : done.effect().steps()) {
                long from = step.fromNanos() - startNanoTime;
                executed.add(ExecutedEvent.of(
                        event.name(),
                        ExecutedEvent.Kind.STEP,
                        step.title(),
                        from,
                        from,
                        step.toNanos() - startNanoTime,
                        ""));
            }
            return event;
        } catch (ExecutionException | CompletionException e) {
            OwnError.rethrow(e);
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new TrialFailedException(
                    Kind.SYSTEM,
                    "'%s' (event %s) failed: %s"
                            .formatted(one.event().title(), one.event().name(), cause.getMessage()),
                    cause);
        }
    }

    /** Ends the current phase where its condition holds, or reports that it has reached its limit. */
    private void endPhase() throws TrialFailedException, InterruptedException {
        for (int index = 0; index < timeline.parts().size(); index++) {
            Phase phase = timeline.parts().get(index).phase();
            PhaseCondition condition = conditions.get(phase.name());
            if (condition == null || now() < phase.startNanos()) {
                continue;
            }
            long end = (now() + END_LEAD_NANOS + SECOND - 1) / SECOND * SECOND;
            if (end >= phase.endNanos()) {
                conditions.remove(phase.name());
                SteadyRecord seen = condition.steady();
                if (seen != null) {
                    steady.add(seen);
                }
                // A state that is not known differs from one that was still changing.
                String word = seen == null ? "not " + condition.title() : SteadyText.word(seen.state());
                boolean held = waiting.contains(phase.name());
                executed.add(marker(
                        phase,
                        phase.endNanos(),
                        held ? condition.kind() : ExecutedEvent.Kind.LIMIT,
                        held ? condition.title() : word));
            } else if (waiting.contains(phase.name()) || condition.holds(workers.totals(), now(), phase, curve)) {
                if (waiting.add(phase.name())) {
                    dropPageCacheFor(index + 1);
                }
                if (running.stream().anyMatch(one -> one.event().action() instanceof Action.DropPageCache)) {
                    continue;
                }
                conditions.remove(phase.name());
                SteadyRecord seen = condition.steady();
                if (seen != null) {
                    steady.add(seen);
                }
                commands.endPhase(index, end);
                timeline = timeline.withEnd(index, end);
                curve = timeline.curve();
                sink.on(new TrialEvent.Phases(timeline.phases()));
                executed.add(marker(phase, end, condition.kind(), condition.title()));
            } else {
                tell(condition.steady());
            }
        }
    }

    /**
     * Drops the page cache for a phase before it begins. Dirty pages are written first, which takes time: otherwise early reads would
     * find data in memory that they should read from disk, and the phase would show the stalls of that writing.
     */
    private void dropPageCacheFor(int next) {
        String phase = next < timeline.parts().size()
                ? timeline.parts().get(next).phase().name()
                : "";
        for (Scheduled event : List.copyOf(pending)) {
            if (event.action() instanceof Action.DropPageCache && event.name().equals(phase)) {
                pending.remove(event);
                begin(event, now());
            }
        }
    }

    private void tell(@Nullable SteadyRecord seen) {
        if (seen != null && !seen.equals(lastRecord)) {
            lastRecord = seen;
            sink.on(new TrialEvent.Steadiness(seen));
        }
    }

    private static ExecutedEvent marker(Phase phase, long atNanos, ExecutedEvent.Kind kind, String title) {
        return ExecutedEvent.of(phase.name(), kind, title, atNanos, atNanos, atNanos, "");
    }

    /** Interrupts the action under way and starts none any more. */
    @Override
    public void close() {
        system.abandon();
    }

    private static final class EventCondition implements PhaseCondition {
        private final String name;
        private boolean done;

        EventCondition(String name) {
            this.name = name;
        }

        @Override
        public String title() {
            return name + " is done";
        }

        @Override
        public void onEvent(ExecutedEvent event) {
            done |= event.name().equals(name);
        }

        @Override
        public boolean holds(LoadTotals totals, long nanos, Phase phase, LoadCurve curve) {
            return done;
        }
    }
}
