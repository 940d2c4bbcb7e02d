package dev.assay.analysis.evidence;

import dev.assay.model.durability.Fault;
import dev.assay.model.result.ExecutedEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What executed events did, by their actions. */
final class ReaderEvents {
    private static final String HEAL = "heal";

    private ReaderEvents() {}

    static String pause(String reader) {
        return "pause " + reader;
    }

    /** The events after which a reader reads: it begins, or goes on. */
    static List<ExecutedEvent> starts(List<ExecutedEvent> events, String reader) {
        Set<String> actions = Set.of("begin " + reader, "resume " + reader);
        return events.stream().filter(event -> actions.contains(event.action())).toList();
    }

    /** The events after which it does not. */
    static List<ExecutedEvent> pauses(List<ExecutedEvent> events, String reader) {
        return events.stream()
                .filter(event -> event.action().equals(pause(reader)))
                .toList();
    }

    static boolean isFault(ExecutedEvent event) {
        return Arrays.stream(Fault.values()).anyMatch(fault -> fault.toString().equals(event.action()));
    }

    static boolean isHeal(ExecutedEvent event) {
        return event.action().equals(HEAL);
    }
}
