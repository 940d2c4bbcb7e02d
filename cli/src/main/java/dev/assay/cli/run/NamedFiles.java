package dev.assay.cli.run;

import dev.assay.model.display.NearestNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;

/**
 * Finds files by name: first in a folder of the working directory, then in the folder of the same name that comes with Assay.
 *
 * @param folder its name
 */
public record NamedFiles(String folder) {
    public static final NamedFiles SCENARIOS = new NamedFiles("scenarios");
    public static final NamedFiles STUDIES = new NamedFiles("studies");

    /** Names the system property with the directory that contains Assay's folders; the launcher sets it. */
    private static final String HOME = "assay.home";

    private static final String SUFFIX = ".yaml";

    public static final class OfScenario implements ITypeConverter<Path> {
        @Override
        public Path convert(String word) {
            return SCENARIOS.file(word);
        }
    }

    /** Returns the file at that path, else the file of that name; where there is neither, the word as a path. */
    public Path file(String word) {
        Path path = Path.of(word);
        if (word.contains("/") || (Files.exists(path) && !Files.isDirectory(path))) {
            return path;
        }
        for (Path place : places()) {
            Path named = place.resolve(word + SUFFIX);
            if (Files.isRegularFile(named)) {
                return named;
            }
        }
        return path;
    }

    public SortedMap<String, Path> all() throws IOException {
        return in(places());
    }

    /**
     * Returns "did you mean 'a'? " with the nearest names of scenarios and studies for a misspelt word; empty where the word
     * is a path or no name is near.
     */
    public static String question(Path word) {
        if (word.getNameCount() != 1 || Files.exists(word)) {
            return "";
        }
        String text = word.toString();
        String name = text.endsWith(SUFFIX) ? text.substring(0, text.length() - SUFFIX.length()) : text;
        try {
            Set<String> known = new TreeSet<>(SCENARIOS.all().keySet());
            known.addAll(STUDIES.all().keySet());
            return NearestNames.question(name, known);
        } catch (IOException e) {
            return ""; // The error message does without the question.
        }
    }

    public Collection<Path> shipped() throws IOException {
        List<Path> places = places();
        return in(places.subList(Math.max(0, places.size() - 1), places.size())).values();
    }

    private static SortedMap<String, Path> in(List<Path> places) throws IOException {
        SortedMap<String, Path> all = new TreeMap<>();
        for (Path place : places) {
            try (Stream<Path> files = Files.list(place)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String name = file.getFileName().toString();
                    if (name.endsWith(SUFFIX)) {
                        all.putIfAbsent(name.substring(0, name.length() - SUFFIX.length()), file);
                    }
                }
            }
        }
        return all;
    }

    private List<Path> places() {
        List<Path> places = new ArrayList<>(List.of(Path.of(folder)));
        String home = System.getProperty(HOME);
        if (home != null) {
            places.add(Path.of(home, folder));
        }
        return places.stream().filter(Files::isDirectory).toList();
    }
}
