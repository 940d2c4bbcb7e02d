package dev.assay.scenario;

import dev.assay.scenario.BoundedYaml.LimitException;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads one YAML document into a located tree. */
final class YamlText {
    private static final Set<Tag> PLAIN_TAGS =
            Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.SEQ, Tag.MAP);

    private final Source source;
    private final ProblemLog log;
    /** Nodes are equal only to themselves: an alias and its anchor are the same node. */
    private final Map<Node, Tree> done = new HashMap<>();

    private final Set<Node> open = new HashSet<>();

    private YamlText(Source source, ProblemLog log) {
        this.source = source;
        this.log = log;
    }

    /** The tree of the text; nothing when it is no YAML, which is then logged. An empty text is an absent scalar. */
    static @Nullable Tree read(Source source, String text, ProblemLog log) {
        try {
            Optional<Node> node = BoundedYaml.compose(source.name(), text);
            return node.isPresent() ? new YamlText(source, log).tree(node.get()) : new Scalar(source.top(), "", true);
        } catch (YamlEngineException e) {
            log.add(
                    place(source, text, e),
                    "this is not YAML: " + reason(e),
                    "correct the syntax here or just above; indent with spaces, and quote text that contains ': ' or ' #'");
            return null;
        } catch (LimitException e) {
            log.add(
                    new SourceSpan(source, e.line(), e.column(), 1),
                    "this " + e.getMessage(),
                    "no scenario needs that; docs/SCENARIO.md has the limits, and examples are in scenarios/");
            return null;
        }
    }

    private static String reason(YamlEngineException exception) {
        if (exception instanceof MarkedYamlEngineException marked) {
            String begun = marked.getContextMark()
                    .map(mark -> " (started in line " + (mark.getLine() + 1) + ")")
                    .orElse("");
            return Stream.of(marked.getContext(), marked.getProblem())
                    .filter(Objects::nonNull)
                    .collect(Collectors.joining(begun + ", "));
        }
        return exception instanceof ReaderException reader
                ? "character U+%04X is not allowed".formatted(reader.getCodePoint())
                : String.valueOf(exception.getMessage());
    }

    private static SourceSpan place(Source source, String text, YamlEngineException exception) {
        if (exception instanceof MarkedYamlEngineException marked) {
            Mark mark = marked.getProblemMark().or(marked::getContextMark).orElse(null);
            return mark == null ? source.top() : new SourceSpan(source, mark.getLine(), mark.getColumn(), 1);
        }
        if (exception instanceof ReaderException reader) {
            int end = text.offsetByCodePoints(0, Math.min(reader.getPosition(), text.codePointCount(0, text.length())));
            String[] before = text.substring(0, end).split("\r\n|\n|\r", -1);
            String last = before[before.length - 1];
            return new SourceSpan(source, before.length - 1, last.codePointCount(0, last.length()), 1);
        }
        return source.top();
    }

    private Tree tree(Node node) {
        Tree known = done.get(node);
        if (known != null) {
            return known;
        }
        if (!open.add(node)) {
            log.add(span(node), "this list or map contains itself", "write out what the alias stands for");
            return new Scalar(span(node), "", true);
        }
        if (!PLAIN_TAGS.contains(node.getTag())) {
            log.add(span(node), "tags such as " + node.getTag() + " have no meaning here", "remove the tag");
        }
        Tree tree = switch (node) {
            case ScalarNode scalar -> new Scalar(span(node), scalar.getValue(), Tag.NULL.equals(node.getTag()));
            case SequenceNode sequence ->
                new Sequence(
                        span(node), sequence.getValue().stream().map(this::tree).toList());
            case MappingNode mapping -> new Mapping(span(node), entries(mapping));
            default -> throw new IllegalStateException("unexpected kind of YAML node: " + node.getNodeType());
        };
        open.remove(node);
        done.put(node, tree);
        return tree;
    }

    private List<Entry> entries(MappingNode mapping) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (tuple.getKeyNode() instanceof ScalarNode key) {
                add(entries, entry(key, tuple.getValueNode()));
            } else {
                log.add(span(tuple.getKeyNode()), "a key must be plain text", "write one 'key: value' for each key");
            }
        }
        return List.copyOf(entries.values());
    }

    private Entry entry(ScalarNode key, Node valueNode) {
        SourceSpan keySpan = span(key);
        Tree value = tree(valueNode);
        // Nothing after the colon has no place of its own: the key stands for it.
        boolean nothing = value instanceof Scalar scalar
                && scalar.absent()
                && scalar.text().isEmpty();
        return new Entry(keySpan, key.getValue(), nothing ? new Scalar(keySpan, "", true) : value);
    }

    private void add(Map<String, Entry> entries, Entry entry) {
        Entry earlier = entries.putIfAbsent(entry.key(), entry);
        if (earlier != null) {
            log.add(
                    entry.keySpan(),
                    "'" + entry.key() + "' is repeated here, first in line "
                            + (earlier.keySpan().line() + 1),
                    "keep one of the two");
        }
    }

    private SourceSpan span(Node node) {
        Mark start = node.getStartMark().orElseThrow();
        Mark end = node.getEndMark().orElse(start);
        String line = source.line(start.getLine()).stripTrailing();
        int lineEnd = line.codePointCount(0, line.length());
        int to = end.getLine() == start.getLine() ? end.getColumn() : lineEnd;
        return new SourceSpan(source, start.getLine(), start.getColumn(), Math.max(1, to - start.getColumn()));
    }
}
