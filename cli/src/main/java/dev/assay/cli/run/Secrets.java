package dev.assay.cli.run;

import dev.assay.core.scenario.SecretNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keeps passwords and tokens of a scenario out of what is stored and shown. */
public final class Secrets {
    private static final Pattern ENTRY =
            Pattern.compile("(?i)(['\"]?[\\w.\\-]*(?:" + SecretNames.PART + ")[\\w.\\-]*['\"]?\\s*[:=] *).*");
    /** The password of a URI such as {@code scheme://user:password@host}. */
    private static final Pattern IN_URI = Pattern.compile("(://[^\\s:/@,]*:)[^\\s/@]+@");

    private static final String MASK = "********";

    private Secrets() {}

    /** Values whose name says that they are secret are replaced, and so are passwords in URIs. */
    public static Map<String, String> masked(Map<String, String> settings) {
        Map<String, String> masked = new LinkedHashMap<>();
        settings.forEach((name, value) -> masked.put(name, SecretNames.isSecret(name) ? MASK : maskedUris(value)));
        return masked;
    }

    /**
     * The same for {@code name: value} and {@code name=value} anywhere in a text. The rest of the line goes with it, and
     * what follows further to the right: in YAML it belongs to the value.
     */
    static String masked(String text) {
        List<String> lines = new ArrayList<>();
        int secretColumn = Integer.MAX_VALUE;
        for (String line : text.split("\n", -1)) {
            int column = line.length() - line.stripLeading().length();
            if (column > secretColumn && !line.isBlank()) {
                lines.add(line.substring(0, column) + MASK);
            } else {
                Matcher entry = ENTRY.matcher(line);
                boolean secret = entry.find();
                secretColumn = secret ? column : line.isBlank() ? secretColumn : Integer.MAX_VALUE;
                lines.add(secret ? line.substring(0, entry.end(1)) + MASK : maskedUris(line));
            }
        }
        return String.join("\n", lines);
    }

    /** Whether something was replaced in that text. */
    static boolean isMasked(String text) {
        return text.contains(MASK);
    }

    /** The same for passwords in URIs only. */
    static String maskedUris(String text) {
        return IN_URI.matcher(text).replaceAll("$1" + MASK + "@");
    }

    static List<String> masked(List<String> texts) {
        return texts.stream().map(Secrets::masked).toList();
    }
}
