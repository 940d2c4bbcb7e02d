package dev.assay.model.trial;

import java.util.List;

/**
 * Listens to one trial: the run directory, the terminal and others. All calls come on one thread. An
 * exception from a listener ends the trial.
 */
@FunctionalInterface
public interface TrialListener {
    void on(TrialEvent event);

    /** Passes each event on to all listeners, in this order. */
    static TrialListener all(List<? extends TrialListener> listeners) {
        List<TrialListener> all = List.copyOf(listeners);
        return event -> all.forEach(listener -> listener.on(event));
    }
}
