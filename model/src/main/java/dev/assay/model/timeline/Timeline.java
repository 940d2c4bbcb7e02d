package dev.assay.model.timeline;

import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.arrival.LoadProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds the phases of a load with what is offered in each. A phase that ends by a condition stands with its longest length
 * until its end is known; the phases after it move up then.
 *
 * @param parts at least one, in order, without gaps, the first from 0
 */
public record Timeline(List<Part> parts) {
    /**
     * @param continues whether the profile is the one of the whole load and continues where an earlier part of it ended;
     *     otherwise it starts with the phase
     */
    public record Part(Phase phase, LoadProfile profile, boolean continues) {}

    public Timeline {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a load needs at least one phase");
        }
        long end = 0;
        for (Part part : parts) {
            if (part.phase().startNanos() != end) {
                throw new IllegalArgumentException("phase " + part.phase().name()
                        + " must start where the one before ends, at " + end + " ns, but starts at "
                        + part.phase().startNanos() + " ns");
            }
            end = part.phase().endNanos();
        }
        parts = List.copyOf(parts);
    }

    /** Creates the timeline of a load at one profile, which continues through all phases. */
    public static Timeline of(List<Phase> phases, LoadProfile profile) {
        return new Timeline(
                phases.stream().map(phase -> new Part(phase, profile, true)).toList());
    }

    public List<Phase> phases() {
        return parts.stream().map(Part::phase).toList();
    }

    public long endNanos() {
        return parts.getLast().phase().endNanos();
    }

    public LoadCurve curve() {
        List<LoadCurve.Part> curve = new ArrayList<>();
        Duration played = Duration.ZERO;
        for (Part part : parts) {
            Duration length = Duration.ofNanos(part.phase().lengthNanos());
            curve.add(new LoadCurve.Part(part.profile(), part.continues() ? played : Duration.ZERO, length));
            if (part.continues()) {
                played = played.plus(length);
            }
        }
        return LoadCurve.of(curve);
    }

    /**
     * Returns this timeline with another end of one phase; those after it move.
     *
     * @param endNanos from the start of the load; within the phase, or at an end of it
     */
    public Timeline withEnd(int index, long endNanos) {
        Phase ended = parts.get(index).phase();
        if (endNanos > ended.endNanos()) {
            throw new IllegalArgumentException("phase " + ended.name() + " ends at " + ended.endNanos()
                    + " ns at the latest, and can't end at " + endNanos + " ns");
        }
        long moved = ended.endNanos() - endNanos;
        List<Part> changed = new ArrayList<>(parts);
        changed.set(index, moved(parts.get(index), 0, moved));
        for (int later = index + 1; later < parts.size(); later++) {
            changed.set(later, moved(parts.get(later), moved, moved));
        }
        return new Timeline(changed);
    }

    /**
     * Returns this timeline with other beginnings and ends of its phases.
     *
     * @param moved as many as it has, in the same order
     */
    public Timeline with(List<Phase> moved) {
        List<Part> changed = new ArrayList<>();
        for (int index = 0; index < parts.size(); index++) {
            Part part = parts.get(index);
            changed.add(new Part(moved.get(index), part.profile(), part.continues()));
        }
        return new Timeline(changed);
    }

    private static Part moved(Part part, long start, long end) {
        Phase phase = part.phase();
        return new Part(
                new Phase(
                        phase.name(),
                        phase.role(),
                        phase.expectation(),
                        phase.startNanos() - start,
                        phase.endNanos() - end),
                part.profile(),
                part.continues());
    }
}
