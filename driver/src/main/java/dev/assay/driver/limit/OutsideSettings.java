package dev.assay.driver.limit;

import dev.assay.driver.limit.ValueShape.Surroundings;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.VendorSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lists what may be set from outside, by a caller that is not the worker's owner or on a card that somebody else made,
 * without making a client run code, start a program or read a file that is named there. A file beside the system's
 * description lists it; what it does not list is refused.
 */
public final class OutsideSettings {
    public static final OutsideSettings NONE = new OutsideSettings(Map.of());

    private static final String FILE = "outside-settings.txt";
    private static final String CONNECTION = "connection";
    private static final String REST = "*";

    /** Longer values are refused, before anything looks for a shape in them. */
    private static final int MAX_LENGTH = 1 << 20;

    /** Matches all that a value on a card can be: a number, with or without a unit, or a single word. */
    private static final Pattern ON_CARDS =
            Pattern.compile("-?\\d{1,20}(?:\\.\\d{1,20})?(?: ?[A-Za-z%]{1,6})?|[A-Za-z][A-Za-z0-9_-]{0,60}");

    private final Map<String, Map<String, Entry>> groups;

    private OutsideSettings(Map<String, Map<String, Entry>> groups) {
        this.groups = groups;
    }

    private record Entry(ValueShape shape, boolean onCards) {}

    /** Reads the file beside that class, for a caller that has no client; {@link #NONE} where there is no file. */
    public static OutsideSettings beside(Class<?> owner) {
        return beside(owner, Map.of());
    }

    /**
     * Reads the file beside that class.
     *
     * @param driverShapes shapes that only the vendor's client can read, by the names that the file gives them
     */
    public static OutsideSettings beside(Class<?> owner, Map<String, ValueShape> driverShapes) {
        try (InputStream in = owner.getResourceAsStream(FILE)) {
            return in == null ? NONE : parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), driverShapes);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + FILE + " beside " + owner, e);
        }
    }

    static OutsideSettings parse(String text, Map<String, ValueShape> driverShapes) {
        Map<String, Map<String, Entry>> groups = new HashMap<>();
        for (String line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] columns = line.split(" +", -1);
            if (columns.length != 4 || !columns[3].matches("yes|no")) {
                throw new IllegalArgumentException(
                        "expected groups, a setting, a shape, and yes or no, but found: " + line);
            }
            Entry entry = new Entry(ValueShapes.named(columns[2], driverShapes), columns[3].equals("yes"));
            for (String group : columns[0].split(",", -1)) {
                if (groups.computeIfAbsent(group, any -> new HashMap<>()).put(columns[1], entry) != null) {
                    throw new IllegalArgumentException(columns[1] + " of " + group + " is listed twice");
                }
            }
        }
        return new OutsideSettings(groups);
    }

    /** Returns the names that are listed of a group; one that ends with {@code *} stands for all that begin so. */
    public Set<String> names(SettingGroup group) {
        return of(group.toString()).keySet();
    }

    /** Tells whether a card may have that setting with that value. */
    public boolean mayBeOnCard(SettingGroup group, String name, String value) {
        Entry entry = entry(group.toString(), name);
        return entry != null
                && entry.onCards()
                && ON_CARDS.matcher(value.strip()).matches()
                && entry.shape().objection(value, new Surroundings(Map.of(name, value), AllowedFolders.NONE)) == null;
    }

    /**
     * Returns why a worker can't take these settings from its caller, each a sentence with the setting's place and without its
     * value; empty where it can.
     *
     * @param system as scenarios name it
     * @param connected the entries that say where the system is, and the driver's own options
     * @param folders from where the worker's owner lets callers name files
     */
    public List<String> problems(
            String system, Map<String, String> connected, VendorSettings settings, AllowedFolders folders) {
        List<String> problems =
                new ArrayList<>(problems(CONNECTION, "systems." + system + ".", new Surroundings(connected, folders)));
        for (SettingGroup group : SettingGroup.values()) {
            // Servers are started by the coordinator, so their settings do not concern the worker's client.
            if (group != SettingGroup.BROKER) {
                problems.addAll(problems(
                        group.toString(), group.path(system) + ".", new Surroundings(group.of(settings), folders)));
            }
        }
        return problems;
    }

    private List<String> problems(String group, String path, Surroundings surroundings) {
        List<String> problems = new ArrayList<>();
        new TreeMap<>(surroundings.group()).forEach((name, value) -> {
            String problem = problem(entry(group, name), value, surroundings);
            if (problem != null) {
                problems.add(path + name + " " + problem);
            }
        });
        return problems;
    }

    private static @Nullable String problem(@Nullable Entry entry, String value, Surroundings surroundings) {
        if (entry == null) {
            return "is not a setting that a worker accepts from a caller who is not its owner, as it could load a class, run a command or read a file there; leave it out, or have 'assay run' start the workers itself (--workers N), which accept everything (docs/SYSTEMS.md lists what is accepted)";
        }
        if (value.length() > MAX_LENGTH) {
            return "has %d characters, but a worker accepts at most %d from its callers"
                    .formatted(value.length(), MAX_LENGTH);
        }
        return entry.shape().objection(value, surroundings);
    }

    private @Nullable Entry entry(String group, String name) {
        Entry entry = of(group).get(name);
        if (entry != null || !name.chars().allMatch(c -> c > ' ' && c < 127)) {
            return entry;
        }
        for (Map.Entry<String, Entry> listed : of(group).entrySet()) {
            String begin = listed.getKey();
            if (begin.endsWith(REST) && name.startsWith(begin.substring(0, begin.length() - REST.length()))) {
                return listed.getValue();
            }
        }
        return null;
    }

    private Map<String, Entry> of(String group) {
        return groups.getOrDefault(group, Map.of());
    }
}
