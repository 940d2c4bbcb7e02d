package dev.assay.scenario;

import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** YAML that is no scenario, each part with its line, 1-based. */
public sealed interface PlainYaml {
    /** Where it stands; a value on the line of its key has that line. */
    int line();

    /**
     * One value.
     *
     * @param text as written; empty where nothing stands there
     */
    record Text(int line, String text) implements PlainYaml {}

    /** A list. */
    record Items(int line, List<PlainYaml> items) implements PlainYaml {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** Keys with their values, in the order of the text. */
    record Keys(int line, Map<String, PlainYaml> entries) implements PlainYaml {
        public Keys {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
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

    private static PlainYaml of(Tree tree) {
        int line = tree.span().line() + 1;
        return switch (tree) {
            case Scalar scalar -> new Text(line, scalar.absent() ? "" : scalar.text());
            case Sequence list ->
                new Items(line, list.items().stream().map(PlainYaml::of).toList());
            case Mapping mapping -> {
                Map<String, PlainYaml> entries = new LinkedHashMap<>();
                mapping.entries().forEach(entry -> entries.put(entry.key(), of(entry.value())));
                yield new Keys(line, entries);
            }
        };
    }
}
