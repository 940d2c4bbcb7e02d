package dev.assay.cli.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Keeps passwords and tokens of a scenario out of what is stored and shown. */
final class Secrets {
    private static final String NAMES = "password|passwd|secret|token|jaas|credential|private.?key|keystore.key";
    private static final Pattern NAME = Pattern.compile(".*(" + NAMES + ").*", Pattern.CASE_INSENSITIVE);
    private static final Pattern LINE =
            Pattern.compile("(?im)(['\"]?[\\w.\\-]*(?:" + NAMES + ")[\\w.\\-]*['\"]?\\s*[:=]\\s*)([^\\n]+)");
    private static final String MASK = "********";

    private Secrets() {}

    /** Values whose name says that they are secret are replaced. */
    static Map<String, String> masked(Map<String, String> settings) {
        Map<String, String> masked = new LinkedHashMap<>();
        settings.forEach((name, value) -> masked.put(name, NAME.matcher(name).matches() ? MASK : value));
        return masked;
    }

    /** The same for {@code name: value} and {@code name=value} anywhere in a text; the rest of the line goes with it. */
    static String masked(String text) {
        return LINE.matcher(text).replaceAll("$1" + MASK);
    }

    static List<String> masked(List<String> texts) {
        return texts.stream().map(Secrets::masked).toList();
    }
}
