package dev.assay.model.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells where workers and observers of a run are, except those on its own machine.
 *
 * @param workers {@code HOST:PORT} of workers that ran already; none where they were started
 * @param startedOn the place where workers were started, such as {@code ssh:HOST}
 * @param observers addresses of observers, and places where they were started
 */
public record WorkerPlaces(List<String> workers, Optional<String> startedOn, List<String> observers) {
    /** Says that all workers were started on the run's machine, and that nothing was observed. */
    public static final WorkerPlaces NONE = new WorkerPlaces(List.of(), Optional.empty(), List.of());

    public WorkerPlaces {
        workers = List.copyOf(workers);
        observers = List.copyOf(observers);
    }

    /** Tells whether the load came from workers that were not started on the run's machine. */
    public boolean sendLoad() {
        return !workers.isEmpty() || startedOn.isPresent();
    }

    /** Tells whether nothing of the run was elsewhere. */
    public boolean isEmpty() {
        return equals(NONE);
    }

    /** Returns all places as options name them. */
    public List<String> names() {
        List<String> names = new ArrayList<>(workers);
        startedOn.ifPresent(names::add);
        names.addAll(observers);
        return names;
    }

    /** Returns all places for people; {@code none} where there are none. */
    @Override
    public String toString() {
        List<String> words = new ArrayList<>(workers);
        startedOn.ifPresent(place -> words.add("started on " + place));
        observers.forEach(observer -> words.add("observer " + observer));
        return words.isEmpty() ? "none" : String.join(", ", words);
    }
}
