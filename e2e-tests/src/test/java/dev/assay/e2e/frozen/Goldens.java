package dev.assay.e2e.frozen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares texts with recorded files, which the program has to reproduce; {@code src/test/resources/frozen/README.md}
 * says how they are made.
 */
final class Goldens {
    /** Contains the recorded runs, their scenarios, and the expected texts. */
    static final Path FROZEN = Path.of("src/test/resources/frozen");

    private static final Path EXPECTED = FROZEN.resolve("expected");

    private static final int AROUND = 80;

    private Goldens() {}

    /**
     * Asserts that a folder has exactly these files. With {@code -Dassay.regenerate=true} they are written instead.
     *
     * @param folder below that of all expectations
     * @param actual texts by names of files
     */
    static void assertHeld(String folder, Map<String, String> actual) throws IOException {
        Path expected = EXPECTED.resolve(folder);
        if (Boolean.getBoolean("assay.regenerate")) {
            rewrite(expected, actual);
            return;
        }
        Map<String, String> known = read(expected);
        Set<String> names = new TreeSet<>(known.keySet());
        names.addAll(actual.keySet());
        String differences = names.stream()
                .map(name -> difference(known.get(name), actual.get(name), expected.resolve(name)))
                .filter(difference -> !difference.isEmpty())
                .collect(Collectors.joining("\n"));
        assertThat(differences)
                .as("what differs from what is frozen; where that is meant, -Dassay.regenerate=true writes it anew")
                .isEmpty();
    }

    /** Returns the first line in which they differ; empty where there is none. */
    static String difference(@Nullable String expected, @Nullable String actual, Path file) {
        if (expected == null || actual == null) {
            return expected == null
                    ? file + " is not there, but there is such a text"
                    : file + " is there, but there is no such text";
        }
        List<String> before = List.of(expected.split("\n", -1));
        List<String> now = List.of(actual.split("\n", -1));
        for (int line = 0; line < Math.max(before.size(), now.size()); line++) {
            String was = line < before.size() ? before.get(line) : "(no such line)";
            String is = line < now.size() ? now.get(line) : "(no such line)";
            if (!was.equals(is)) {
                int column = Arrays.mismatch(was.toCharArray(), is.toCharArray());
                return "%s:%d:%d%n  expected: %s%n  actual:   %s"
                        .formatted(file, line + 1, column + 1, excerpt(was, column), excerpt(is, column));
            }
        }
        return "";
    }

    /** Returns the text around a column, since some lines are long. */
    private static String excerpt(String line, int column) {
        int from = Math.max(0, column - AROUND);
        int to = Math.min(line.length(), column + AROUND);
        return (from > 0 ? "…" : "") + line.substring(from, to) + (to < line.length() ? "…" : "");
    }

    private static Map<String, String> read(Path folder) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    texts.put(file.getFileName().toString(), Files.readString(file));
                }
            }
        }
        return texts;
    }

    private static void rewrite(Path folder, Map<String, String> texts) throws IOException {
        delete(folder);
        Files.createDirectories(folder);
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Files.writeString(folder.resolve(text.getKey()), text.getValue());
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(one);
                }
            }
        }
    }

    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
