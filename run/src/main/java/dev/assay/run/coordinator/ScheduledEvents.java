package dev.assay.run.coordinator;

import dev.assay.model.durability.Fault;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.spec.EventSpec;
import dev.assay.model.spec.GroupSpec;
import dev.assay.model.spec.PhaseSpec.PageCache;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import dev.assay.worker.wire.Command.GroupChange;
import java.util.ArrayList;
import java.util.List;

final class ScheduledEvents {
    static final String FAULT = "fault";

    static final String RECOVERY = "recovery";

    sealed interface Action {
        record OfGroup(String group, GroupChange change) implements Action {}

        record Inject(Fault fault) implements Action {}

        /**
         * Brings the system back.
         *
         * @param heldNanos the least time after the fault took effect
         */
        record Recover(long heldNanos) implements Action {}

        /**
         * Restarts the nodes one after the other.
         *
         * @param version with which they are started again; empty for the one that they have
         */
        record Roll(String version) implements Action {}

        record DropPageCache() implements Action {}

        default ExecutedEvent.Kind kind() {
            return switch (this) {
                case OfGroup(String _, GroupChange change) ->
                    switch (change) {
                        case START -> ExecutedEvent.Kind.START;
                        case PAUSE -> ExecutedEvent.Kind.PAUSE;
                        case RESUME -> ExecutedEvent.Kind.RESUME;
                    };
                case Inject _ -> ExecutedEvent.Kind.FAULT;
                case Recover _ -> ExecutedEvent.Kind.RECOVERY;
                case Roll _ -> ExecutedEvent.Kind.ROLLING;
                case DropPageCache _ -> ExecutedEvent.Kind.PAGE_CACHE;
            };
        }
    }

    /**
     * @param name as results have it
     * @param phase from whose beginning the time counts; empty for the load's
     * @param afterNanos time after that
     */
    record Scheduled(String name, String title, Action action, String phase, long afterNanos) {
        /** Returns when it is due, from the start of the load, by the phases' ends known so far. */
        long dueNanos(Timeline timeline) {
            return afterNanos
                    + timeline.phases().stream()
                            .filter(one -> one.name().equals(phase))
                            .mapToLong(Phase::startNanos)
                            .findFirst()
                            .orElse(0);
        }
    }

    private ScheduledEvents() {}

    /** Lists the items of a trial. Simultaneous ones have this order: page cache, consumer groups, events. */
    static List<Scheduled> of(TrialSpec trial) {
        List<Scheduled> events = new ArrayList<>();
        trial.phases().forEach((name, phase) -> {
            if (phase.pageCache() == PageCache.DROP) {
                events.add(new Scheduled(name, "drop page cache", new Action.DropPageCache(), name, 0));
            }
        });
        trial.workload().groups().forEach((name, group) -> {
            if (!group.live()) {
                events.add(begin(name, group));
            }
        });
        trial.events()
                .forEach((name, event) -> events.add(new Scheduled(
                        name,
                        event.title(),
                        action(event),
                        event.phase(),
                        event.at().toNanos())));
        return List.copyOf(events);
    }

    static List<Scheduled> of(FaultInjection injection) {
        return List.of(
                new Scheduled(
                        FAULT,
                        injection.fault().toString(),
                        new Action.Inject(injection.fault()),
                        "",
                        injection.after().toNanos()),
                new Scheduled(
                        RECOVERY,
                        "recover",
                        new Action.Recover(injection.held().toNanos()),
                        "",
                        injection.after().toNanos()));
    }

    private static Scheduled begin(String name, GroupSpec group) {
        return new Scheduled(name, "start " + name, new Action.OfGroup(name, GroupChange.START), group.startAt(), 0);
    }

    private static Action action(EventSpec event) {
        if (!event.pause().isEmpty()) {
            return new Action.OfGroup(event.pause(), GroupChange.PAUSE);
        }
        if (!event.resume().isEmpty()) {
            return new Action.OfGroup(event.resume(), GroupChange.RESUME);
        }
        if (event.recover()) {
            return new Action.Recover(0);
        }
        if (event.rolling()) {
            return new Action.Roll(event.rollingUpgrade());
        }
        return event.fault().fault().<Action>map(Action.Inject::new).orElseGet(Action.DropPageCache::new);
    }
}
