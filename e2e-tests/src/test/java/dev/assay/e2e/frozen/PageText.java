package dev.assay.e2e.frozen;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Extracts the words of an HTML page, including tooltips and without the data of charts. */
final class PageText {
    private static final Pattern NOT_SHOWN = Pattern.compile("(?s)<(script|style)\\b[^>]*>.*?</\\1>");
    private static final Pattern POINTED_AT = Pattern.compile("<[^>]*\\stitle=\"([^\"]*)\"[^>]*>");
    private static final Pattern CELL = Pattern.compile("<t[dh]\\b[^>]*>");
    private static final Pattern BLOCK = Pattern.compile(
            "</?(?:p|div|h[1-6]|li|ul|ol|dl|tr|table|thead|tbody|section|summary|details|caption|header|nav|footer|main|title|pre|button|figure|figcaption|text|option|label)\\b[^>]*>");
    private static final Pattern TAG = Pattern.compile("<[^>]*>");

    private PageText() {}

    static String of(String page) {
        String text = NOT_SHOWN.matcher(page).replaceAll("");
        text = POINTED_AT.matcher(text).replaceAll("$0{$1} ");
        text = CELL.matcher(text).replaceAll(" | ");
        text = BLOCK.matcher(text).replaceAll("\n");
        text = TAG.matcher(text).replaceAll("");
        return text.replace("&nbsp;", " ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&#34;", "\"")
                .replace("&#39;", "'")
                .replace("&quot;", "\"")
                .replace("&amp;", "&")
                .lines()
                .map(line -> line.replaceAll("\\s+", " ").strip())
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
