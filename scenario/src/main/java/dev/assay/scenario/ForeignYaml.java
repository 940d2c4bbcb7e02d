package dev.assay.scenario;

import dev.assay.scenario.PlainYaml.Items;
import dev.assay.scenario.PlainYaml.Keys;
import dev.assay.scenario.PlainYaml.Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads the first document of a file of another program. */
final class ForeignYaml {
    private final Source source;
    /** Holds the nodes seen so far: one that comes again is an alias. */
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private ForeignYaml(Source source) {
        this.source = source;
    }

    static Keys read(String fileName, String text) throws ScenarioException {
        Source source = Source.ofFile(fileName, text, SecretValues.UNREAD);
        ProblemLog log = new ProblemLog();
        Optional<Node> root = Optional.empty();
        try {
            root = YamlText.composeFirst(source.name(), text);
        } catch (YamlEngineException e) {
            YamlText.log(e, source, text, log);
        }
        if (root.isPresent() && !(root.get() instanceof MappingNode)) {
            log.add(
                    source.top(),
                    "expected keys with values, but found none",
                    "give a file with 'key: value' in each line");
        }
        log.throwIfAny();
        return root.isPresent() ? (Keys) new ForeignYaml(source).of(root.get()) : new Keys(1, Map.of(), List.of());
    }

    private PlainYaml of(Node node) {
        int line = YamlText.span(node, source).line() + 1;
        if (!seen.add(node)) {
            return new Text(line, node.getAnchor().map(Anchor::getValue).orElse(""), false);
        }
        return switch (node) {
            case ScalarNode scalar -> text(scalar, line);
            case SequenceNode list ->
                new Items(line, list.getValue().stream().map(this::of).toList());
            case MappingNode map -> keys(map, line);
            default -> throw new IllegalStateException("unexpected kind of YAML node: " + node.getNodeType());
        };
    }

    private static Text text(ScalarNode scalar, int line) {
        boolean plain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
        return new Text(line, plain && PlainYaml.isNothing(scalar.getValue()) ? "" : scalar.getValue(), plain);
    }

    private Keys keys(MappingNode map, int line) {
        Map<String, PlainYaml> entries = new LinkedHashMap<>();
        List<Map.Entry<String, PlainYaml>> overwritten = new ArrayList<>();
        for (NodeTuple tuple : map.getValue()) {
            // Keys that are no text are variables of templates, or unknown to programs that read fields.
            String name = tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "? ";
            int keyLine = YamlText.span(tuple.getKeyNode(), source).line() + 1;
            PlainYaml value = of(tuple.getValueNode());
            boolean nothing = value instanceof Text text && text.text().isEmpty();
            PlainYaml earlier = entries.put(name, nothing ? new Text(keyLine, "", ((Text) value).plain()) : value);
            if (earlier != null) {
                overwritten.add(Map.entry(name, earlier));
            }
        }
        return new Keys(line, entries, overwritten);
    }
}
