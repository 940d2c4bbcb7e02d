package dev.assay.scenario;

import dev.assay.model.spec.KeyPath;
import java.util.List;
import java.util.Map;

/**
 * Words problems for someone who has typed a system and options, and no scenario file: keys have the names of
 * options, and a problem that is in no option is located in the command.
 *
 * @param base the command without its options
 * @param options in their order, with the source of each
 */
record CommandWording(Source base, String system, Map<Source, TypedOption> options) {
    private static final KeyPath DURABILITY = KeyPath.TOP.to("durability");

    String inOptionsWords(String text) {
        return text.replace("systems." + system + ".", "")
                .replace("systems." + system, system)
                .replace("settings." + system, "settings");
    }

    boolean reaches(String path) {
        return path.startsWith("systems." + system + ".") || path.startsWith("settings." + system + ".");
    }

    /** Returns the span; where that is in no option, the option that gives the first of the keys, or a key below. */
    SourceSpan place(SourceSpan span, List<KeyPath> keys) {
        if (!span.source().equals(base)) {
            return span;
        }
        for (KeyPath key : keys) {
            for (Map.Entry<Source, TypedOption> option : options.entrySet()) {
                if (key.leadsTo(option.getValue().key())) {
                    return option.getKey().top();
                }
            }
        }
        return span;
    }

    String advice(SourceSpan span, List<KeyPath> keys, String advice) {
        if (!span.source().equals(base)) {
            return advice;
        }
        boolean typed =
                options.values().stream().anyMatch(option -> option.key().equals(DURABILITY));
        return keys.contains(DURABILITY) && !typed
                ? "the level is the default here; --durability asks for another one"
                : "change it with " + TypedOption.SET + "; 'assay cluster up --help' says how";
    }
}
