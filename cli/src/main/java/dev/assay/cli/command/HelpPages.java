package dev.assay.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

final class HelpPages {
    private static final String SUFFIX = ".md";

    private HelpPages() {}

    /** Returns each page's file by its name in lower case; empty where none are installed. */
    static SortedMap<String, Path> all() throws IOException {
        SortedMap<String, Path> pages = new TreeMap<>();
        String home = System.getProperty("assay.home");
        if (home == null || !Files.isDirectory(Path.of(home, "docs"))) {
            return pages;
        }
        try (Stream<Path> files = Files.list(Path.of(home, "docs"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(SUFFIX)) {
                    pages.put(name.substring(0, name.length() - SUFFIX.length()).toLowerCase(Locale.ROOT), file);
                }
            }
        }
        Path readme = Path.of(home, "README.md");
        if (Files.isRegularFile(readme)) {
            pages.put("readme", readme);
        }
        return pages;
    }
}
