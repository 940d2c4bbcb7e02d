package dev.assay.analysis.statistics;

import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.ExecutedEvent.Kind;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSubscription;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Determines which subscriptions are live: they read from the start on and are never held, so that the age of a message is caused
 * by the system alone.
 *
 * @param subscriptions of the trial, by number
 * @param held consumer groups that were held
 */
public record LiveSubscriptions(List<TrialSubscription> subscriptions, Set<String> held) {
    public static LiveSubscriptions of(TrialRecord trial) {
        Set<String> held = trial.course().events().stream()
                .filter(event -> event.kind() == Kind.PAUSE)
                .map(ExecutedEvent::group)
                .collect(Collectors.toSet());
        return new LiveSubscriptions(trial.course().subscriptions(), held);
    }

    public boolean live(TrialSubscription subscription) {
        return subscription.live() && !held.contains(subscription.group());
    }

    /** Tells whether histograms of a subscription are of a live one; a name that is empty or unknown counts as live. */
    public boolean live(String subscription) {
        return subscriptions.stream()
                .filter(one -> one.name().equals(subscription))
                .allMatch(this::live);
    }

    /** Returns the group of a subscription; empty where it is not known. */
    public String groupOf(String subscription) {
        return subscriptions.stream()
                .filter(one -> one.name().equals(subscription))
                .map(TrialSubscription::group)
                .findFirst()
                .orElse("");
    }
}
