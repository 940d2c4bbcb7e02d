package dev.assay.omb;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Holds text in the format of Java's properties files within a YAML file.
 *
 * @param held by name; where a name occurs several times, the last one counts, as in {@link Properties}
 * @param overwritten the earlier occurrences
 */
record PropertyBlock(Map<String, ForeignKey> held, List<ForeignKey> overwritten) {
    /** Reads the text of a key; empty for null. */
    static PropertyBlock of(@Nullable ForeignKey block) {
        Map<String, ForeignKey> held = new LinkedHashMap<>();
        List<ForeignKey> overwritten = new ArrayList<>();
        if (block != null) {
            // A block of several lines begins in the line after its key.
            int line = block.line() + (block.value().contains("\n") ? 1 : 0);
            StringBuilder logical = new StringBuilder();
            int begun = line;
            for (String physical : block.value().split("\n", -1)) {
                logical.append(physical);
                if (!goesOn(physical)) {
                    put(block, begun, logical.toString(), held, overwritten);
                    logical.setLength(0);
                    begun = line + 1;
                } else {
                    logical.append('\n');
                }
                line++;
            }
        }
        return new PropertyBlock(held, overwritten);
    }

    /** Tells whether the line ends with an odd number of backslashes. */
    private static boolean goesOn(String line) {
        int backslashes = 0;
        while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1 && !line.strip().startsWith("#");
    }

    private static void put(
            ForeignKey block, int line, String text, Map<String, ForeignKey> held, List<ForeignKey> overwritten) {
        Properties one = new Properties();
        try {
            one.load(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory could not be read", e);
        }
        one.stringPropertyNames().forEach(name -> {
            ForeignKey key = ForeignKey.of(block.file(), line, name, one.getProperty(name));
            ForeignKey earlier = held.put(name, key);
            if (earlier != null) {
                overwritten.add(earlier);
            }
        });
    }
}
