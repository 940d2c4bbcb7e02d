package dev.assay.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.display.VisibleText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds texts that are harmful where they are shown, and asserts that output neutralises them. */
final class HostileText {
    /**
     * Clears the screen, sets the title, reverses the direction of letters, hides a file, contains markup, a script and a
     * formula, and ends its line.
     */
    static final String POISON =
            "=cmd|'/c calc'!A0\u001b[2J\u001b]0;owned\u0007\u202etxt.exe\u2066\u200b\u009b31m<script>alert(1)</script><img src=x onerror=alert(1)>\"';\r\n-->]]>";

    /** Matches the beginning of the harmful text as unescaped markup. */
    private static final Pattern MARKUP = Pattern.compile("<script>alert|<img src=x");

    private static final Pattern CHARTS =
            Pattern.compile("<script type=\"application/json\" id=\"chart-data\">(.*?)</script>", Pattern.DOTALL);

    private HostileText() {}

    /** Asserts that terminal output contains no control characters except line ends. */
    static void assertHarmlessOnTerminal(String shown) {
        assertThat(hidden(shown)).as("hidden characters on the terminal").isEmpty();
    }

    /** Asserts that a page has neither foreign markup nor hidden characters outside of its own scripts. */
    static void assertHarmlessPage(String html) {
        assertThat(MARKUP.matcher(html).find()).as("markup").isFalse();
        Matcher charts = CHARTS.matcher(html);
        assertThat(charts.find()).isTrue();
        assertThat(hidden(html.substring(0, charts.start())))
                .as("before the scripts")
                .isEmpty();
        assertNothingHidden(JsonMapper.shared().readTree(charts.group(1)));
    }

    /** Asserts that no text of a chart has hidden characters, since charts draw texts unchanged. */
    private static void assertNothingHidden(JsonNode node) {
        if (node.isString()) {
            assertThat(hidden(node.asString()))
                    .as("hidden characters in charts")
                    .isEmpty();
        }
        if (node.has("packed") && !node.get("packed").asString().isEmpty()) {
            assertNothingHidden(unpacked(node.get("packed").asString()));
        }
        node.forEach(HostileText::assertNothingHidden);
    }

    private static JsonNode unpacked(String packed) {
        byte[] bytes = Base64.getDecoder().decode(packed);
        try (InputStream json = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return JsonMapper.shared().readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> hidden(String text) {
        return text.codePoints()
                .filter(VisibleText::isHidden)
                .mapToObj(Integer::toHexString)
                .distinct()
                .toList();
    }

    /** Asserts that no field of a table begins a formula or has hidden characters. */
    static void assertHarmlessTable(String csv) {
        assertThat(csv).doesNotContainPattern("(?m)(^|,)\"?[=@]");
        assertThat(hidden(csv)).as("hidden characters in the table").isEmpty();
    }
}
