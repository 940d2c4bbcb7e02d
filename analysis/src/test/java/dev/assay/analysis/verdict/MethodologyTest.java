package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MethodologyTest {
    private static final Path METHODOLOGY = Path.of("../docs/METHODOLOGY.md");

    @Test
    void theTableOfRulesHasEachRuleWithItsLimits() throws IOException {
        List<String> inCode =
                Arrays.stream(Rule.values()).map(MethodologyTest::row).toList();
        List<String> inDocument = Files.readAllLines(METHODOLOGY).stream()
                .dropWhile(line -> !line.startsWith("| Code |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertThat(inDocument).isEqualTo(inCode);
    }

    private static String row(Rule rule) {
        RuleText text = RuleText.of(rule);
        return "| `%s` | %s | %s | %s |"
                .formatted(rule.code(), cell(text.degradedWhen()), cell(text.invalidWhen()), text.why());
    }

    private static String cell(String text) {
        return text.isEmpty() ? "–" : text;
    }
}
