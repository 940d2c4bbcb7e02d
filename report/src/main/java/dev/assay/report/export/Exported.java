package dev.assay.report.export;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A history as another tool reads it.
 *
 * @param files their content by their plain names; a single one may have any name
 * @param folder whether they belong into a folder together
 * @param notes what was left out and how to go on, a line each
 */
public record Exported(SortedMap<String, String> files, boolean folder, List<String> notes) {
    public Exported {
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
        notes = List.copyOf(notes);
    }
}
