package dev.assay.analysis.statistics;

import dev.assay.model.durability.Fault;
import dev.assay.model.result.ExecutedEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What executed events did, by their actions. */
final class GroupEvents {
    private static final String RECOVER = "recover";

    private GroupEvents() {}

    static String pause(String group) {
        return "pause " + group;
    }

    /** The events after which a consumer group reads: it starts, or goes on. */
    static List<ExecutedEvent> starts(List<ExecutedEvent> events, String group) {
        Set<String> actions = Set.of("start " + group, "resume " + group);
        return events.stream().filter(event -> actions.contains(event.action())).toList();
    }

    /** The events after which it does not. */
    static List<ExecutedEvent> pauses(List<ExecutedEvent> events, String group) {
        return events.stream()
                .filter(event -> event.action().equals(pause(group)))
                .toList();
    }

    static boolean isFault(ExecutedEvent event) {
        return Arrays.stream(Fault.values()).anyMatch(fault -> fault.toString().equals(event.action()));
    }

    /** Whether all nodes were restarted one after the other, with their version or a later one. */
    static boolean isRolling(ExecutedEvent event) {
        return event.action().startsWith("rolling ");
    }

    static boolean isRecovery(ExecutedEvent event) {
        return event.action().equals(RECOVER);
    }
}
