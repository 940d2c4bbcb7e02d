package dev.assay.analysis.verdict;

import dev.assay.analysis.RulesPage;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RulesPageTest {
    private static final Pattern NO_NUMBER = Pattern.compile("(?!)");

    @Test
    void theTableOfRulesHasEachRuleWithItsLimits() throws IOException {
        List<String> rows = Arrays.stream(Rule.values()).map(RulesPageTest::row).toList();
        RulesPage.assertHas("## Rules", "| `", rows, NO_NUMBER, 0);
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
