package dev.assay.driver.pulsar;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Finds the known names that a misspelt one may stand for. */
final class NearestNames {
    private static final int MOST = 3;

    private NearestNames() {}

    /** At most three known names within a distance of a third of the name's length, nearest first. */
    static List<String> of(String name, Collection<String> known) {
        int limit = Math.max(2, name.length() / 3);
        return known.stream()
                .filter(candidate -> distance(name, candidate) <= limit)
                .sorted(Comparator.<String>comparingInt(candidate -> distance(name, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST)
                .toList();
    }

    /** Levenshtein distance: insertions, deletions and replacements that turn one text into the other. */
    static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
