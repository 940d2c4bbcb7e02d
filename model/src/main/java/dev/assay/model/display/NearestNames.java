package dev.assay.model.display;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

public final class NearestNames {
    private static final int MAX = 2;
    private static final int MAX_LENGTH = 100;

    private NearestNames() {}

    /** Returns the known names within an edit distance that grows with the length of the name, nearest first. */
    public static List<String> of(String name, Collection<String> known) {
        if (name.length() > MAX_LENGTH) {
            return List.of(); // A mistyped name is shorter; the cost is the product of both lengths.
        }
        int furthest = Math.max(1, name.length() / 3);
        return known.stream()
                .filter(candidate -> Math.abs(name.length() - candidate.length()) <= furthest)
                .filter(candidate -> distance(name, candidate) <= furthest)
                .sorted(Comparator.comparingInt(candidate -> distance(name, candidate)))
                .limit(MAX)
                .toList();
    }

    /** Returns "did you mean 'a' or 'b'? ", or an empty text where no name is near. */
    public static String question(String name, Collection<String> known) {
        List<String> near = of(name, known);
        return near.isEmpty() ? "" : "did you mean '" + String.join("' or '", near) + "'? ";
    }

    /**
     * Computes the optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours; case and _
     * for - are free.
     */
    private static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT).replace('_', '-');
        String b = right.toLowerCase(Locale.ROOT).replace('_', '-');
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(a, b, new int[] {i, j}, cost);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(String a, String b, int[] at, int[][] cost) {
        int i = at[0];
        int j = at[1];
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int min = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(min, cost[i - 2][j - 2] + 1) : min;
    }
}
