package dev.assay.model.spec;

import java.util.ArrayList;
import java.util.List;

/**
 * Leads to a key from the top of a scenario file. A segment may hold dots itself, as vendors' names do.
 *
 * @param segments the keys from the top on; none for the file itself
 */
public record KeyPath(List<String> segments) {
    public static final KeyPath TOP = new KeyPath(List.of());

    public KeyPath {
        segments = List.copyOf(segments);
    }

    public KeyPath to(String key) {
        List<String> longer = new ArrayList<>(segments);
        longer.add(key);
        return new KeyPath(longer);
    }

    public KeyPath to(KeyPath below) {
        List<String> longer = new ArrayList<>(segments);
        longer.addAll(below.segments);
        return new KeyPath(longer);
    }

    /** Tells whether a key is this one or stands below it. */
    public boolean leadsTo(KeyPath key) {
        return segments.size() <= key.segments.size()
                && key.segments.subList(0, segments.size()).equals(segments);
    }

    /** Returns the last {@code count} segments joined with dots; all of them where there are fewer. */
    public String tail(int count) {
        return String.join(".", segments.subList(Math.max(0, segments.size() - count), segments.size()));
    }

    /** Returns the path as {@code --set} takes it, such as {@code settings.SYSTEM.producer.linger.ms}. */
    @Override
    public String toString() {
        return String.join(".", segments);
    }
}
