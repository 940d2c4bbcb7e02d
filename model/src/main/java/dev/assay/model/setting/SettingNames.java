package dev.assay.model.setting;

import dev.assay.model.display.NearestNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Holds the known names of one group of settings. An entry that ends with {@code *} stands for every name that begins
 * like it; in other entries a segment that begins with {@code $} stands for any segment, as {@code listeners.$name} does for
 * {@code listeners.one}. Segments are what stands between dots; a dot after a backslash belongs to its segment.
 */
public final class SettingNames {
    private static final int MAX_ENDS = 2;
    private static final String REST = "*";
    private static final String ANY = "$";
    private static final String DOT = "(?<!\\\\)\\.";

    private final String knownTo;
    private final boolean complete;

    /** Is the beginning of further names that are taken although no entry stands for them; empty where there are none. */
    private final String furtherPrefix;

    private final Set<String> entries;
    private final List<String> prefixes;
    private final List<List<String>> patterns;

    private SettingNames(
            String knownTo,
            boolean complete,
            String furtherPrefix,
            Set<String> entries,
            List<String> prefixes,
            List<List<String>> patterns) {
        this.knownTo = knownTo;
        this.complete = complete;
        this.furtherPrefix = furtherPrefix;
        this.entries = entries;
        this.prefixes = prefixes;
        this.patterns = patterns;
    }

    /**
     * Creates a complete list of names.
     *
     * @param knownTo who knows them, as in "this client"
     */
    public static SettingNames of(String knownTo, Collection<String> entries) {
        List<String> prefixes = entries.stream()
                .filter(entry -> entry.endsWith(REST))
                .map(entry -> entry.substring(0, entry.length() - REST.length()))
                .toList();
        List<List<String>> patterns = entries.stream()
                .filter(entry -> entry.contains(ANY))
                .map(SettingNames::segments)
                .toList();
        return new SettingNames(knownTo, true, "", Set.copyOf(entries), prefixes, patterns);
    }

    /** Returns the same entries as an incomplete list: every name is taken, and the entries help to place those of other groups. */
    public SettingNames withOthers() {
        return new SettingNames(knownTo, false, furtherPrefix, entries, prefixes, patterns);
    }

    /** Returns the same entries, but names with that beginning are taken as well. */
    public SettingNames withOthers(String beginning) {
        return new SettingNames(knownTo, complete, beginning, entries, prefixes, patterns);
    }

    public SettingNames knownTo(String who) {
        return new SettingNames(who, complete, furtherPrefix, entries, prefixes, patterns);
    }

    public SettingNames and(SettingNames further) {
        Set<String> all = new TreeSet<>(entries);
        all.addAll(further.entries);
        SettingNames both = of(knownTo, all);
        return complete && further.complete ? both : both.withOthers();
    }

    public String knownTo() {
        return knownTo;
    }

    /** Returns the entries as they were given, sorted. */
    public Set<String> entries() {
        return new TreeSet<>(entries);
    }

    boolean takes(String name) {
        return !complete || lists(name) || (!furtherPrefix.isEmpty() && name.startsWith(furtherPrefix));
    }

    public boolean lists(String name) {
        List<String> segments = segments(name);
        return entries.contains(name)
                || prefixes.stream().anyMatch(name::startsWith)
                || patterns.stream()
                        .anyMatch(pattern -> filled(pattern, segments).equals(segments));
    }

    /** Returns what a misspelt name may have meant, nearest first: names that only have more at their beginning, or those spelt alike. */
    public List<String> nearest(String name) {
        List<String> ends = entries().stream()
                .filter(entry -> entry.endsWith("." + name))
                .limit(MAX_ENDS)
                .toList();
        return ends.isEmpty() ? alike(name) : ends;
    }

    private List<String> alike(String name) {
        List<String> segments = segments(name);
        List<String> candidates = new ArrayList<>(entries);
        candidates.removeIf(entry -> entry.endsWith(REST) || entry.contains(ANY));
        patterns.stream()
                .filter(pattern -> pattern.size() == segments.size())
                .map(pattern -> String.join(".", filled(pattern, segments)))
                .forEach(candidates::add);
        return NearestNames.of(name, candidates);
    }

    /** Puts the name's own segments where the pattern takes any. */
    private static List<String> filled(List<String> pattern, List<String> segments) {
        if (pattern.size() != segments.size()) {
            return pattern;
        }
        List<String> filled = new ArrayList<>(pattern);
        for (int i = 0; i < filled.size(); i++) {
            if (filled.get(i).startsWith(ANY)) {
                filled.set(i, segments.get(i));
            }
        }
        return filled;
    }

    private static List<String> segments(String name) {
        return List.of(name.split(DOT, -1));
    }
}
