package dev.assay.omb;

import dev.assay.scenario.ScenarioFile;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills in variables of other tools, such as {@code ${rate}} and {@code {{ .Values.rate }}}. */
final class FilledTemplate {
    private static final Pattern VARIABLE =
            Pattern.compile("\\$\\{([^{}\\n]*)\\}|\\{\\{-?([^{}\\n]*?)-?\\}\\}|(\\{%[^\\n]*?%\\})");

    /** Matches the line that the benchmark itself fills in, of a set of workloads. */
    private static final Pattern OF_THE_BENCHMARK = Pattern.compile("\\s*nameFormat\\s*:.*");

    private static final Pattern DRIVER_CLASS =
            Pattern.compile("(?m)^[\"']?driverClass[\"']?[ \t]*:[ \t]*[\"']?([\\w.$]+)");

    private static final int MAX_LISTED = 100;

    private FilledTemplate() {}

    /**
     * Returns the text with the values of its variables.
     *
     * @param used collects the names of those that were found
     * @throws ImportException with the variables that have no value, each with its place, or when the text gets too long
     */
    static String of(ForeignFile file, Map<String, String> values, Set<String> used) throws ImportException {
        StringBuilder out = new StringBuilder();
        List<String> unfilled = new ArrayList<>();
        Set<String> named = new LinkedHashSet<>();
        Predicate<String> kept = kept(file.text());
        int number = 0;
        for (String line : file.text().split("\n", -1)) {
            number++;
            out.append(number == 1 ? "" : "\n");
            if (OF_THE_BENCHMARK.matcher(line).matches() || line.stripLeading().startsWith("#")) {
                out.append(line);
                continue;
            }
            Matcher variable = VARIABLE.matcher(line);
            while (variable.find()) {
                String name = name(variable);
                String value = values.get(name);
                if (value == null && variable.group(1) != null && kept.test(name)) {
                    variable.appendReplacement(out, Matcher.quoteReplacement(variable.group()));
                    continue;
                }
                if (value == null) {
                    if (unfilled.size() == MAX_LISTED) {
                        unfilled.add("and more");
                    } else if (unfilled.size() < MAX_LISTED) {
                        unfilled.add(file.name() + ":" + number + ": " + variable.group());
                        named.add(name);
                    }
                } else {
                    used.add(name);
                }
                variable.appendReplacement(out, Matcher.quoteReplacement(value == null ? "" : value));
                if (out.length() > ScenarioFile.MAX_BYTES) {
                    throw new ImportException(
                            "%s:%d: with its variables filled in, it exceeds 4 MiB; no workload or driver file is that large"
                                    .formatted(file.name(), number));
                }
            }
            variable.appendTail(out);
        }
        if (!unfilled.isEmpty()) {
            boolean statements = named.stream().anyMatch(name -> name.startsWith("{%"));
            String otherwise =
                    statements ? "" : ", or give --var " + named.iterator().next() + "=VALUE";
            throw new ImportException(
                    "%s is a template, and these of its %s have no value:\n  %s\nrender it first with the tool that it is for%s"
                            .formatted(
                                    file.name(),
                                    statements ? "variables and statements" : "variables",
                                    String.join("\n  ", unfilled),
                                    otherwise));
        }
        return out.toString();
    }

    /** Accepts variables that the client of the file's system fills in itself. */
    private static Predicate<String> kept(String text) {
        Matcher named = DRIVER_CLASS.matcher(text);
        if (!named.find()) {
            return variable -> false;
        }
        List<ForeignReader> readers = ForeignReader.installed().stream()
                .filter(reader -> reader.readsDriver(named.group(1)))
                .toList();
        return variable -> readers.stream().anyMatch(reader -> reader.fillsIn(variable, text));
    }

    private static String name(Matcher variable) {
        for (int group = 1; group <= 2; group++) {
            String name = variable.group(group);
            if (name != null) {
                return name.strip();
            }
        }
        return variable.group().strip();
    }
}
