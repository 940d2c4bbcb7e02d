package dev.assay.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Compares the tables in docs/RULES.md with those that tests make; with {@code -Dassay.regenerate=true} it writes them instead. */
public final class RulesPage {
    private static final Path PAGE = Path.of("../docs/RULES.md");

    private RulesPage() {}

    /**
     * Asserts that the page has a table with the same texts, whose numbers differ by {@code tolerance} at most.
     *
     * @param heading the line after which the table is searched; empty for the whole page
     * @param start the beginning of the table's first line
     * @param number matches numbers; everything else is text
     */
    public static void assertHas(String heading, String start, List<String> table, Pattern number, double tolerance)
            throws IOException {
        List<String> page = new ArrayList<>(Files.readAllLines(PAGE));
        int first = heading.isEmpty() ? 0 : page.indexOf(heading);
        assertThat(first).as(heading).isNotNegative();
        while (first < page.size() && !page.get(first).startsWith(start)) {
            first++;
        }
        String all = String.join("\n", table);
        assertThat(page).as("no line begins with '%s', as does%n%s", start, all).hasSizeGreaterThan(first);
        int end = first;
        while (end < page.size() && page.get(end).startsWith("|")) {
            end++;
        }
        List<String> rows = page.subList(first, Math.min(end, first + table.size()));
        if (Boolean.getBoolean("assay.regenerate")) {
            page.subList(first, end).clear();
            page.addAll(first, table);
            Files.write(PAGE, page);
            return;
        }
        assertThat(texts(rows, number)).as(all).isEqualTo(texts(table, number));
        List<Double> expected = numbers(table, number);
        List<Double> actual = numbers(rows, number);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(actual.get(i)).as(all).isCloseTo(expected.get(i), within(tolerance));
        }
    }

    private static List<String> texts(List<String> rows, Pattern number) {
        return rows.stream().map(row -> number.matcher(row).replaceAll("n")).toList();
    }

    private static List<Double> numbers(List<String> rows, Pattern number) {
        return rows.stream()
                .flatMap(row -> number.matcher(row).results().map(MatchResult::group))
                .map(Double::valueOf)
                .toList();
    }
}
