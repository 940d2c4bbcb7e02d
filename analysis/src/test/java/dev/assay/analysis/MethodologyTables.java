package dev.assay.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Tables of simulated rates in docs/METHODOLOGY.md, which tests make again. */
public final class MethodologyTables {
    private static final Path METHODOLOGY = Path.of("../docs/METHODOLOGY.md");

    private MethodologyTables() {}

    /**
     * Asserts that the document has a table with the same texts, and with numbers that are no further apart than that.
     *
     * @param heading the line from which on it is looked for; empty for the first of the document
     * @param start of its first line
     * @param number what is a number of it; all else is text
     */
    public static void assertHas(String heading, String start, List<String> table, Pattern number, double apart)
            throws IOException {
        List<String> inDocument = Files.readAllLines(METHODOLOGY).stream()
                .dropWhile(line -> !heading.isEmpty() && !line.equals(heading))
                .dropWhile(line -> !line.startsWith(start))
                .limit(table.size())
                .toList();
        String all = String.join("\n", table);
        assertThat(texts(inDocument, number)).as(all).isEqualTo(texts(table, number));
        List<Double> rates = numbers(table, number);
        List<Double> told = numbers(inDocument, number);
        for (int i = 0; i < rates.size(); i++) {
            assertThat(told.get(i)).as(all).isCloseTo(rates.get(i), within(apart));
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
