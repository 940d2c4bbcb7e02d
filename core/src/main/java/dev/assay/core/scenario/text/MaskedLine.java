package dev.assay.core.scenario.text;

import dev.assay.core.scenario.SecretNames;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a scenario that can be shown: each character of a secret is a star, so that carets still point at the right
 * place. A secret ends with its quotes; without them, it takes the rest of the line.
 */
final class MaskedLine {
    private static final Pattern SECRET =
            Pattern.compile("(?i)[\\w.\\-]*(?:" + SecretNames.PART + ")[\\w.\\-]*['\"]?\\s*[:=]\\s*"
                    + "(\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^']|'')*'|\\S.*)"
                    + "|://[^\\s:/@,]*:([^\\s/@]+)@");

    private MaskedLine() {}

    static String of(String line) {
        StringBuilder masked = new StringBuilder();
        int shown = 0;
        for (Matcher found = SECRET.matcher(line); found.find(); ) {
            int group = found.group(1) == null ? 2 : 1;
            masked.append(line, shown, found.start(group))
                    .repeat('*', line.codePointCount(found.start(group), found.end(group)));
            shown = found.end(group);
        }
        return masked.append(line, shown, line.length()).toString();
    }
}
