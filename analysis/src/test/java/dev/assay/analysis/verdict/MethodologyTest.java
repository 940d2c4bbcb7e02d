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
    void theTableOfRulesIsTheOneInTheCode() throws IOException {
        List<String> inCode = Arrays.stream(Rule.values())
                .map(rule -> "| `%s` | %s | %s | %s |"
                        .formatted(rule.code(), cell(rule.degradedWhen()), cell(rule.invalidWhen()), rule.why()))
                .toList();
        List<String> inDocument = Files.readAllLines(METHODOLOGY).stream()
                .dropWhile(line -> !line.startsWith("| Code |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertThat(inDocument).isEqualTo(inCode);
    }

    private static String cell(String text) {
        return text.isEmpty() ? "–" : text;
    }
}
