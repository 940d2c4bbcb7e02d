package dev.assay.analysis.statistics;

import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.ExecutedEvent.Kind;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSubscription;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which subscriptions are live: they read from the start on and are never held, so that the age of a message is the system's doing.
 *
 * @param subscriptions of the trial, by number
 * @param held consumer groups that were held
 */
public record LiveSubscriptions(List<TrialSubscription> subscriptions, Set<String> held) {
    /** Those of a trial. */
    public static LiveSubscriptions of(TrialRecord trial) {
        Set<String> held = trial.course().events().stream()
                .filter(event -> event.kind() == Kind.PAUSE)
                .map(ExecutedEvent::group)
                .collect(Collectors.toSet());
        return new LiveSubscriptions(trial.course().subscriptions(), held);
    }

    /** Whether that one does. */
    public boolean live(TrialSubscription subscription) {
        return subscription.live() && !held.contains(subscription.group());
    }

    /** Whether histograms of that subscription are of a live one; what is of none, and what is not known, counts as such. */
    public boolean live(String subscription) {
        return subscriptions.stream()
                .filter(one -> one.name().equals(subscription))
                .allMatch(this::live);
    }

    /** The group of a subscription; empty where it is not known. */
    public String groupOf(String subscription) {
        return subscriptions.stream()
                .filter(one -> one.name().equals(subscription))
                .map(TrialSubscription::group)
                .findFirst()
                .orElse("");
    }
}
