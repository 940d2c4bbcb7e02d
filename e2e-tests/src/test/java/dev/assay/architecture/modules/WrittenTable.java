package dev.assay.architecture.modules;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

final class WrittenTable {
    private static final Pattern ROW =
            Pattern.compile("^\\| `([a-z0-9/-]+)` \\|[^|]*\\|([^|]*)\\|$", Pattern.MULTILINE);
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    private WrittenTable() {}

    /** Maps each module to those in the last column of its row. */
    static Map<String, Set<String>> of(String document) {
        Map<String, Set<String>> table = new TreeMap<>();
        Matcher row = ROW.matcher(document);
        while (row.find()) {
            table.put(
                    row.group(1),
                    NAME.matcher(row.group(2))
                            .results()
                            .map(name -> name.group(1))
                            .collect(Collectors.toSet()));
        }
        return table;
    }
}
