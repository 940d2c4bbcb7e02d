package dev.assay.driver.limit;

import dev.assay.driver.limit.ValueShape.Surroundings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one group that a worker takes from a caller that is not its owner: by their exact names, each with what its
 * value has to look like. A name that is not here is refused, whatever it is.
 */
public final class AllowedSettings {
    /** None at all. */
    public static final AllowedSettings NONE = new AllowedSettings(Map.of(), Map.of());

    /** Longer ones are refused, before anything looks for a shape in them. */
    private static final int LONGEST = 1 << 20;

    private final Map<String, ValueShape> byName;
    private final Map<String, ValueShape> byPrefix;

    private AllowedSettings(Map<String, ValueShape> byName, Map<String, ValueShape> byPrefix) {
        this.byName = Map.copyOf(byName);
        this.byPrefix = Map.copyOf(byPrefix);
    }

    /** These and those names with values of that shape. */
    public AllowedSettings with(ValueShape shape, String... names) {
        return with(shape, List.of(names));
    }

    /** These and those names with values of that shape. */
    public AllowedSettings with(ValueShape shape, Collection<String> names) {
        Map<String, ValueShape> more = new HashMap<>(byName);
        names.forEach(name -> more.put(name, shape));
        return new AllowedSettings(more, byPrefix);
    }

    /** These and all names that begin so, where the client passes them on to the server as they are. */
    public AllowedSettings withPassedOn(ValueShape shape, String prefix) {
        Map<String, ValueShape> more = new HashMap<>(byPrefix);
        more.put(prefix, shape);
        return new AllowedSettings(byName, more);
    }

    /** The exact names. */
    public Set<String> names() {
        return byName.keySet();
    }

    /**
     * What can't be taken, each a sentence.
     *
     * @param path where the group stands in a scenario, with a dot at the end
     */
    List<String> problems(String path, Map<String, String> given, AllowedFolders folders) {
        List<String> problems = new ArrayList<>();
        Surroundings surroundings = new Surroundings(given, folders);
        new TreeMap<>(given).forEach((name, value) -> {
            String problem = problem(name, value, surroundings);
            if (problem != null) {
                problems.add(path + name + " " + problem);
            }
        });
        return problems;
    }

    private @Nullable String problem(String name, String value, Surroundings surroundings) {
        ValueShape shape = shape(name);
        if (shape == null) {
            return "is not a setting that a worker accepts from a caller who is not its owner, as it could load a class, run a command or read a file there; leave it out, or have 'assay run' start the workers itself (--workers N), which accept everything (docs/SYSTEMS.md lists what is accepted)";
        }
        if (value.length() > LONGEST) {
            return "has %d characters, but a worker accepts at most %d from its callers"
                    .formatted(value.length(), LONGEST);
        }
        return shape.objection(value, surroundings);
    }

    private @Nullable ValueShape shape(String name) {
        ValueShape shape = byName.get(name);
        if (shape != null || !isWord(name)) {
            return shape;
        }
        for (Map.Entry<String, ValueShape> passedOn : byPrefix.entrySet()) {
            if (name.startsWith(passedOn.getKey())) {
                return passedOn.getValue();
            }
        }
        return null;
    }

    private static boolean isWord(String name) {
        return name.chars().allMatch(c -> c > ' ' && c < 127);
    }
}
