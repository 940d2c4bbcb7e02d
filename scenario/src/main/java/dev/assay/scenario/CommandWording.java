package dev.assay.scenario;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How problems are told to someone who has typed a system and options, and no scenario file: keys are called what they are
 * called in the options, and what can't be located in an option is located in the command.
 *
 * @param base the command as far as it is no option; what the options leave out stands there
 * @param options in their order, with the source of each
 */
record CommandWording(Source base, String system, Map<Source, TypedOption> options) {
    /** The text with the keys' names as options have them. */
    String inOptionsWords(String text) {
        return text.replace("systems." + system + ".", "")
                .replace("systems." + system, system)
                .replace("settings." + system, "settings");
    }

    /** Whether such a path of a scenario can be given by an option. */
    boolean reaches(String path) {
        return path.startsWith("systems." + system + ".") || path.startsWith("settings." + system + ".");
    }

    /** The span, or that of the first option that the text mentions where the span is in no option. */
    SourceSpan place(SourceSpan span, String text) {
        if (!span.source().equals(base)) {
            return span;
        }
        return options.entrySet().stream()
                .filter(option -> mentions(text, option.getValue().lastWord()))
                .map(option -> option.getKey().top())
                .findFirst()
                .orElse(span);
    }

    /** What helps someone who has only options. */
    String advice(SourceSpan span, String text, String advice) {
        if (!span.source().equals(base)) {
            return advice;
        }
        List<String> typed =
                options.values().stream().map(TypedOption::lastWord).toList();
        return mentions(text, "durability") && !typed.contains("durability")
                ? "the level is the default here; --durability asks for another one"
                : "change it with " + TypedOption.SET + "; 'assay cluster up --help' says how";
    }

    private static boolean mentions(String text, String word) {
        return !word.isEmpty()
                && Pattern.compile("(?<![\\w-])" + Pattern.quote(word) + "(?![\\w-])")
                        .matcher(text)
                        .find();
    }
}
