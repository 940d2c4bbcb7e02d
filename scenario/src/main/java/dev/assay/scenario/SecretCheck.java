package dev.assay.scenario;

import dev.assay.model.spec.SecretNames;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Refuses secrets that a text holds instead of naming them. It comes before all else, as other problems are shown with their lines. */
final class SecretCheck {
    private final Source source;
    private final ProblemLog log;
    private boolean passed = true;

    private SecretCheck(Source source, ProblemLog log) {
        this.source = source;
        this.log = log;
    }

    /**
     * Whether a text holds none; each that it holds is logged, without its value.
     *
     * @param name of the key whose value it is; empty for a whole file
     */
    static boolean passes(Node root, String name, Source source, ProblemLog log) {
        SecretCheck check = new SecretCheck(source, log);
        check.value(root, name, source.top());
        if (check.passed) {
            source.show();
        }
        return check.passed;
    }

    /** Logs a secret at its key. */
    static void refuse(String name, SourceSpan key, ProblemLog log) {
        log.add(key, name + ": a secret can't stand here, as runs keep what stands here", SecretReference.ADVICE);
    }

    private void value(Node node, String name, SourceSpan key) {
        switch (node) {
            case ScalarNode scalar -> refuseIf(isLiteral(scalar, name), name, key);
            case SequenceNode list -> list.getValue().forEach(item -> value(item, name, key));
            case MappingNode map when SecretReference.of(map) == null -> map(map, name, key);
            default -> {}
        }
    }

    private void map(MappingNode map, String name, SourceSpan key) {
        // An unquoted {hunter2} is a map with a key.
        boolean flow = map.getValue().stream().anyMatch(entry -> !(entry.getValueNode() instanceof MappingNode));
        refuseIf(flow && SecretNames.holdsSecret(name), name, key);
        for (NodeTuple entry : map.getValue()) {
            value(entry.getKeyNode(), "", key);
            boolean named = entry.getKeyNode() instanceof ScalarNode;
            value(
                    entry.getValueNode(),
                    named ? ((ScalarNode) entry.getKeyNode()).getValue() : name,
                    named ? YamlText.span(entry.getKeyNode(), source) : key);
        }
    }

    /** What begins with an ampersand or an exclamation mark is an anchor or a tag to YAML, and leaves nothing as the value. */
    private static boolean isLiteral(ScalarNode scalar, String name) {
        boolean marked = scalar.getAnchor().isPresent() || !YamlText.PLAIN_TAGS.contains(scalar.getTag());
        return SecretNames.isLiteral(name, scalar.getValue())
                || (marked && scalar.getValue().isEmpty() && SecretNames.holdsSecret(name));
    }

    private void refuseIf(boolean holds, String name, SourceSpan key) {
        if (holds) {
            passed = false;
            refuse(name.isEmpty() ? "a key" : name, key, log);
        }
    }
}
