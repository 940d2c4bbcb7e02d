package dev.assay.run;

import dev.assay.model.spec.Redactor;
import dev.assay.scenario.YamlRedactor;
import java.util.List;
import java.util.Map;

/** Keeps passwords and tokens of a scenario out of what is stored and shown. */
public final class Secrets {
    private Secrets() {}

    /** Values whose name says that they are secret are replaced, and so are passwords in URIs. */
    public static Map<String, String> masked(Map<String, String> settings) {
        return Redactor.NONE.masked(settings);
    }

    /** A scenario file with its secrets replaced, wherever they stand and however they are written. */
    public static String masked(String scenario) {
        return YamlRedactor.of(scenario).masked();
    }

    /** Whether something was replaced in that text. */
    public static boolean isMasked(String text) {
        return text.contains(Redactor.MASK);
    }

    /** The same for passwords in URIs only. */
    public static String maskedUris(String text) {
        return Redactor.maskedUris(text);
    }

    /** Options and words of the command line. */
    public static List<String> masked(List<String> options) {
        return options.stream()
                .map(option -> YamlRedactor.ofOption(option).masked())
                .toList();
    }
}
