package dev.assay.scenario;

import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Holds YAML that is no scenario, each part with its line, 1-based. */
public sealed interface PlainYaml {
    /** Returns the line; a value on the line of its key has that line. */
    int line();

    /**
     * @param text as written; empty where the value is missing
     * @param plain whether it stands without quotes, and not as a block
     */
    record Text(int line, String text, boolean plain) implements PlainYaml {}

    record Items(int line, List<PlainYaml> items) implements PlainYaml {
        public Items {
            items = List.copyOf(items);
        }
    }

    /**
     * Maps keys to values in the order of the text.
     *
     * @param overwritten values of keys that are set again further down, by key
     */
    record Keys(int line, Map<String, PlainYaml> entries, List<Map.Entry<String, PlainYaml>> overwritten)
            implements PlainYaml {
        public Keys {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
            overwritten = List.copyOf(overwritten);
        }
    }

    /**
     * Reads a file of keys.
     *
     * @throws ScenarioException when it is no YAML, exceeds the limits of a scenario, or has no keys
     */
    static Keys read(String fileName, String text) throws ScenarioException {
        Source source = Source.ofFile(fileName, text, SecretValues.UNREAD);
        ProblemLog log = new ProblemLog();
        Tree tree = YamlText.read(source, text, null, log);
        if (tree != null && !(tree instanceof Mapping)) {
            log.add(
                    source.top(),
                    "expected keys with values, but found none",
                    "give a file with 'key: value' in each line");
        }
        log.throwIfAny();
        return (Keys) of(tree == null ? Mapping.empty(source.top()) : tree);
    }

    /**
     * Reads a file of another program, as programs in Java read YAML that take one document: the first one counts, the last of equal keys
     * holds, an alias is its name, and nothing is merged.
     *
     * @throws ScenarioException when it is no YAML, exceeds the limits of a scenario, or has no keys
     */
    static Keys readFirst(String fileName, String text) throws ScenarioException {
        return ForeignYaml.read(fileName, text);
    }

    /** Tells whether a text without quotes stands for no value, by the rules of YAML 1.1. */
    static boolean isNothing(String text) {
        return text.isEmpty() || text.equals("~") || text.equals("null") || text.equals("Null") || text.equals("NULL");
    }

    private static PlainYaml of(Tree tree) {
        int line = tree.span().line() + 1;
        return switch (tree) {
            case Scalar scalar -> new Text(line, scalar.absent() ? "" : scalar.text(), false);
            case Sequence list ->
                new Items(line, list.items().stream().map(PlainYaml::of).toList());
            case Mapping mapping -> {
                Map<String, PlainYaml> entries = new LinkedHashMap<>();
                mapping.entries().forEach(entry -> entries.put(entry.key(), of(entry.value())));
                yield new Keys(line, entries, List.of());
            }
        };
    }
}
