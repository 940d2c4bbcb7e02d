package dev.assay.scenario;

import dev.assay.model.spec.SecretNames;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Refuses texts that contain secrets instead of naming them. It runs before all other checks, since those show lines of the text. */
final class SecretCheck {
    private final Source source;
    private final ProblemLog log;
    private final Set<NodeTuple> refused = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean passed = true;

    private SecretCheck(Source source, ProblemLog log) {
        this.source = source;
        this.log = log;
    }

    /**
     * Returns true if a value holds no secret; each secret is logged, without its text.
     *
     * @param name the key of the value; empty for a whole file
     */
    static boolean passes(Node root, String name, Source source, ProblemLog log) {
        SecretCheck check = new SecretCheck(source, log);
        check.value(root, name, source.top());
        if (check.passed) {
            source.show();
        }
        return check.passed;
    }

    /** Returns the entries of a whole file that hold secrets, which must not be shown; null where the file itself is a secret. */
    static @Nullable Set<NodeTuple> refused(Node root, Source source, ProblemLog log) {
        SecretCheck check = new SecretCheck(source, log);
        if (check.value(root, "", source.top())) {
            return null;
        }
        if (check.passed) {
            source.show();
        }
        return check.refused;
    }

    static void refuse(String name, SourceSpan key, ProblemLog log) {
        log.add(key, name + ": a secret can't stand here, as runs keep what stands here", SecretReference.ADVICE);
    }

    /** Tells whether the node is refused, or contains a refused value that has no key of its own. */
    private boolean value(Node node, String name, SourceSpan key) {
        return switch (node) {
            case ScalarNode scalar -> refusesIf(isLiteral(scalar, name), name, key);
            case SequenceNode list -> {
                boolean any = false;
                for (Node item : list.getValue()) {
                    any |= value(item, name, key);
                }
                yield any;
            }
            case MappingNode map when SecretReference.of(map) == null -> map(map, name, key);
            default -> false;
        };
    }

    private boolean map(MappingNode map, String name, SourceSpan key) {
        // An unquoted {hunter2} is a map with a key.
        boolean flow = map.getValue().stream().anyMatch(entry -> !(entry.getValueNode() instanceof MappingNode));
        boolean whole = refusesIf(flow && SecretNames.holdsSecret(name), name, key);
        for (NodeTuple entry : map.getValue()) {
            boolean ofKey = value(entry.getKeyNode(), "", key);
            boolean named = entry.getKeyNode() instanceof ScalarNode;
            boolean ofValue = value(
                    entry.getValueNode(),
                    named ? ((ScalarNode) entry.getKeyNode()).getValue() : name,
                    named ? YamlText.span(entry.getKeyNode(), source) : key);
            if (ofKey || ofValue) {
                refused.add(entry);
            }
        }
        return whole;
    }

    /**
     * Tells whether a value is a secret. A text that begins with an ampersand or an exclamation mark is an anchor or a tag to
     * YAML, which leaves an empty value.
     */
    private static boolean isLiteral(ScalarNode scalar, String name) {
        boolean marked = scalar.getAnchor().isPresent() || !YamlText.PLAIN_TAGS.contains(scalar.getTag());
        return SecretNames.isLiteral(name, scalar.getValue())
                || (marked && scalar.getValue().isEmpty() && SecretNames.holdsSecret(name));
    }

    private boolean refusesIf(boolean holds, String name, SourceSpan key) {
        if (holds) {
            passed = false;
            refuse(name.isEmpty() ? "a key" : name, key, log);
        }
        return holds;
    }
}
