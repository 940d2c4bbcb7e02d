package dev.assay.model.foreign;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The options that a program takes, and a command line in their terms. */
public final class OptionTable {
    private static final String SEVERAL = "...";

    private final Map<String, Option> byName = new HashMap<>();

    /**
     * An option.
     *
     * @param name the longest of its names
     * @param values how many it takes: 0, 1, or -1 for all up to the next option
     */
    private record Option(String name, int values) {}

    /**
     * Reads a table.
     *
     * @param text a line for each option: all of its names, and behind them {@code N} where it takes a value, {@code N...} for several
     */
    public OptionTable(String text) {
        text.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(this::add);
    }

    private void add(String line) {
        List<String> names = new ArrayList<>();
        int values = 0;
        for (String word : line.split("\\s+", -1)) {
            if (word.startsWith("-")) {
                names.add(word);
            } else {
                values = word.endsWith(SEVERAL) ? -1 : 1;
            }
        }
        Option option = new Option(names.getLast(), values);
        names.forEach(name -> byName.put(name, option));
    }

    /**
     * The options of a command line, each value of an option that takes several as a key of its own. An unknown one takes what
     * follows it up to the next option.
     *
     * @param program for the keys
     * @param words without those that call the program
     */
    public List<ForeignKey> read(String program, List<String> words) {
        List<ForeignKey> keys = new ArrayList<>();
        int at = 0;
        while (at < words.size()) {
            String word = words.get(at++);
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            String name = equals > 0 ? word.substring(0, equals) : word;
            Option option = byName.getOrDefault(name, new Option(name, -1));
            List<String> values = new ArrayList<>();
            if (equals > 0) {
                values.add(word.substring(equals + 1));
            } else {
                int limit = option.values < 0 ? Integer.MAX_VALUE : option.values;
                while (values.size() < limit && at < words.size() && isValue(words.get(at), option)) {
                    values.add(words.get(at++));
                }
            }
            if (values.isEmpty()) {
                keys.add(ForeignKey.of(program, 0, option.name, ""));
            }
            values.forEach(value -> keys.add(ForeignKey.of(program, 0, option.name, value)));
        }
        return List.copyOf(keys);
    }

    /** A negative number is a value; so is anything behind an option that takes exactly one. */
    private boolean isValue(String word, Option option) {
        return option.values == 1 || !word.startsWith("-") || word.matches("-\\d+(\\.\\d+)?");
    }

    /** Whether the program has an option of that name. */
    public boolean knows(String name) {
        return byName.values().stream().anyMatch(option -> option.name.equals(name));
    }
}
