package dev.assay.report.chart;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Assigns each system a colour of the palette, the same on every page, so that reports can be read side by side. The colour depends on the
 * name alone; only where two systems of one page would share it does the later one in the alphabet take the next.
 */
public final class SystemColours {
    /** Maps the remainder of the sum of a name's letters to a colour, chosen so that the usual systems differ most. */
    private static final List<Integer> PLACES = List.of(6, 5, 4, 2, 3, 1, 0);

    private final Map<String, Integer> colours = new TreeMap<>();

    private SystemColours() {}

    public static SystemColours of(Collection<String> systems) {
        SystemColours chosen = new SystemColours();
        Set<Integer> taken = new HashSet<>();
        for (String system : new TreeSet<>(systems)) {
            int place = system.chars().sum() % PLACES.size();
            for (int tried = 0; tried < PLACES.size() && taken.contains(place); tried++) {
                place = (place + 1) % PLACES.size();
            }
            taken.add(place);
            chosen.colours.put(system, PLACES.get(place));
        }
        return chosen;
    }

    /** Returns the index of the system's colour in the palette, from 0. */
    public int of(String system) {
        return colours.getOrDefault(system, PLACES.getFirst());
    }
}
