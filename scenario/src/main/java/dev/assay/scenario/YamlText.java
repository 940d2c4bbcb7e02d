package dev.assay.scenario;

import dev.assay.model.display.VisibleText;
import dev.assay.model.spec.Redactor;
import dev.assay.model.spec.SecretNames;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import java.io.Serial;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.comments.CommentLine;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.ComposerException;
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
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;
import org.snakeyaml.engine.v2.schema.Schema;

/** Reads one YAML document into a tree with source spans. */
final class YamlText {
    static final Set<Tag> PLAIN_TAGS = Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.SEQ, Tag.MAP);

    /** Limits the text far above the size of any scenario; in code points. */
    static final int MAX_CHARACTERS = 1 << 20;

    /** Limits aliases; the largest study of the project has 39. */
    private static final int MAX_ALIASES = 100;

    /** Limits keys and values; each alias counts as much as its target. */
    private static final int MAX_NODES = 20_000;

    /** Limits the nesting of lists and maps, including those behind aliases. */
    private static final int MAX_DEPTH = 32;

    private final Source source;
    private final ProblemLog log;
    /** Compares nodes by identity: an alias and its anchor are the same node. */
    private final Map<Node, Tree> done = new HashMap<>();

    private final Set<NodeTuple> refused;

    private YamlText(Source source, ProblemLog log, Set<NodeTuple> refused) {
        this.source = source;
        this.log = log;
        this.refused = refused;
    }

    /**
     * Returns the tree of a text; null when it is no YAML, which is logged. An empty text is an absent scalar.
     * {@value Redactor#MASK} replaces each secret that is named by reference; entries that contain a secret are logged, and get
     * {@link SecretReference#REFUSED}.
     */
    static @Nullable Tree read(Source source, String text, ProblemLog log) {
        return read(source, text, "", log);
    }

    /**
     * Returns the tree of the value of one key, or of another program's file, which may hold secrets.
     *
     * @param name of the key; null for another program's file
     */
    static @Nullable Tree read(Source source, String text, @Nullable String name, ProblemLog log) {
        try {
            Optional<Node> node = compose(source.name(), text);
            if (node.isEmpty()) {
                return new Scalar(source.top(), "", true);
            }
            if (name != null && name.isEmpty()) {
                Set<NodeTuple> refused = SecretCheck.refused(node.get(), source, log);
                return refused == null ? null : new YamlText(source, log, refused).tree(node.get());
            }
            if (name != null && !SecretCheck.passes(node.get(), name, source, log)) {
                return null;
            }
            return new YamlText(source, log, Set.of()).tree(node.get());
        } catch (YamlEngineException e) {
            log(e, source, text, log);
            return null;
        }
    }

    static void log(YamlEngineException e, Source source, String text, ProblemLog log) {
        boolean limit = isLimit(e);
        String reason = limit || source.isShown()
                ? ": " + reason(e)
                : ""; // The reason may contain names of aliases from the text.
        log.add(
                place(source, text, e),
                (limit ? "this exceeds a limit" : "this is not YAML") + reason,
                limit
                        ? "no scenario needs that; docs/SCENARIO.md has the limits, and examples are in scenarios/"
                        : "correct the syntax here or just above; indent with spaces, and quote text that contains ': ' or ' #'");
    }

    /**
     * Returns the root of a text, within limits that keep parsing fast; empty for an empty text.
     *
     * @throws YamlEngineException when the text is no YAML, or exceeds a limit
     */
    static Optional<Node> compose(String label, String text) {
        BoundedComposer composer = composer(label, text, new CoreSchema());
        Optional<Node> root = composer.getSingleNode();
        root.ifPresent(node -> composer.check(node, 0));
        return root;
    }

    /**
     * Returns the root of the first document of a text, whatever follows it; every scalar is plain text, and merge keys are not
     * resolved.
     *
     * @throws YamlEngineException when the text is no YAML, or exceeds a limit
     */
    static Optional<Node> composeFirst(String label, String text) {
        BoundedComposer composer = composer(label, text, new FailsafeSchema());
        Optional<Node> root = composer.hasNext() ? Optional.of(composer.next()) : Optional.empty();
        root.ifPresent(node -> composer.check(node, 0));
        return root;
    }

    private static BoundedComposer composer(String label, String text, Schema schema) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(label)
                .setSchema(schema)
                .setAllowNonScalarKeys(true)
                .setCodePointLimit(MAX_CHARACTERS)
                .setMaxAliasesForCollections(MAX_ALIASES)
                .build();
        return new BoundedComposer(settings, text);
    }

    /** Limits nesting, and the number of nodes with aliases expanded, which the library does not. */
    private static final class BoundedComposer extends Composer {
        private int depth;
        private int composed;
        private int nodes;

        BoundedComposer(LoadSettings settings, String text) {
            super(settings, new ParserImpl(settings, new StreamReader(settings, text)));
        }

        @Override
        protected Node composeScalarNode(Optional<Anchor> anchor, List<CommentLine> comments) {
            count();
            return super.composeScalarNode(anchor, comments);
        }

        /** Counts nodes without expanding aliases, so that an oversized text is refused before all of it is in memory. */
        private void count() {
            if (++composed > MAX_NODES) {
                throw tooMany(parser.peekEvent().getStartMark());
            }
        }

        private static LimitException tooMany(Optional<Mark> mark) {
            return new LimitException("more than " + MAX_NODES + " keys and values", mark);
        }

        @Override
        protected SequenceNode composeSequenceNode(Optional<Anchor> anchor) {
            count();
            checkDepth(++depth, parser.peekEvent().getStartMark());
            SequenceNode node = super.composeSequenceNode(anchor);
            depth--;
            return node;
        }

        @Override
        protected Node composeMappingNode(Optional<Anchor> anchor) {
            count();
            checkDepth(++depth, parser.peekEvent().getStartMark());
            Node node = super.composeMappingNode(anchor);
            depth--;
            return node;
        }

        private static void checkDepth(int depth, Optional<Mark> mark) {
            if (depth > MAX_DEPTH) {
                throw new LimitException("nested more than " + MAX_DEPTH + " deep", mark);
            }
        }

        /** Counts nodes with aliases expanded, and checks nesting and recursion, so that later code needs no limits. */
        void check(Node node, int within) {
            if (++nodes > MAX_NODES) {
                throw tooMany(node.getStartMark());
            }
            if (node.isRecursive()) {
                throw new LimitException("nested without end, since it contains itself", node.getStartMark());
            }
            if (node instanceof SequenceNode list) {
                checkDepth(within + 1, node.getStartMark());
                list.getValue().forEach(item -> check(item, within + 1));
            } else if (node instanceof MappingNode map) {
                checkDepth(within + 1, node.getStartMark());
                for (NodeTuple entry : map.getValue()) {
                    check(entry.getKeyNode(), within + 1);
                    check(entry.getValueNode(), within + 1);
                }
            }
        }
    }

    private static final class LimitException extends ComposerException {
        @Serial
        private static final long serialVersionUID = 1L;

        LimitException(String message, Optional<Mark> mark) {
            super(message, mark);
        }
    }

    /** Tells whether a limit was exceeded; the library's own limits have no place in the text. */
    private static boolean isLimit(YamlEngineException e) {
        return e instanceof LimitException || !(e instanceof MarkedYamlEngineException || e instanceof ReaderException);
    }

    private static String reason(YamlEngineException exception) {
        if (exception instanceof MarkedYamlEngineException marked) {
            String begun = marked.getContextMark()
                    .map(mark -> " (started in line " + (mark.getLine() + 1) + ")")
                    .orElse("");
            return Stream.of(marked.getContext(), marked.getProblem())
                    .filter(text -> text != null && !text.isEmpty())
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
        if (!PLAIN_TAGS.contains(node.getTag())) {
            log.add(
                    span(node),
                    "tags" + (source.isShown() ? " such as " + node.getTag() : "") + " have no meaning here",
                    "remove the tag");
        }
        Tree tree = switch (node) {
            case ScalarNode scalar -> {
                logHidden(scalar);
                yield new Scalar(span(node), scalar.getValue(), Tag.NULL.equals(node.getTag()));
            }
            case SequenceNode sequence ->
                new Sequence(
                        span(node), sequence.getValue().stream().map(this::tree).toList());
            case MappingNode mapping -> {
                SecretReference secret = SecretReference.of(mapping);
                yield secret == null
                        ? new Mapping(span(node), entries(mapping))
                        : new Scalar(span(node), Redactor.MASK, false, secret);
            }
            default -> throw new IllegalStateException("unexpected kind of YAML node: " + node.getNodeType());
        };
        done.put(node, tree);
        return tree;
    }

    /** Logs a character that YAML can write as an escape and nobody would see where the text is shown; returns whether there is one. */
    private boolean logHidden(ScalarNode node) {
        OptionalInt hidden =
                node.getValue().codePoints().filter(VisibleText::isHidden).findFirst();
        hidden.ifPresent(point -> log.add(
                span(node), "expected visible text, but found the character U+%04X".formatted(point), "leave it out"));
        return hidden.isPresent();
    }

    private List<Entry> entries(MappingNode mapping) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (refused.contains(tuple)) {
                addRefused(entries, tuple.getKeyNode());
            } else if (tuple.getKeyNode() instanceof ScalarNode key) {
                if (!logHidden(key)) {
                    add(entries, entry(key, tuple.getValueNode()));
                }
            } else {
                log.add(span(tuple.getKeyNode()), "a key must be plain text", "write one 'key: value' for each key");
            }
        }
        return List.copyOf(entries.values());
    }

    /** Adds a refused entry without its value. The key stays, so that it is not reported as missing, unless it is a secret itself. */
    private void addRefused(Map<String, Entry> entries, Node keyNode) {
        if (keyNode instanceof ScalarNode key && !SecretNames.isLiteral("", key.getValue())) {
            Scalar value = new Scalar(span(key), Redactor.MASK, false, SecretReference.REFUSED);
            entries.putIfAbsent(key.getValue(), new Entry(span(key), key.getValue(), value));
        }
    }

    private Entry entry(ScalarNode key, Node valueNode) {
        SourceSpan keySpan = span(key);
        Tree value = tree(valueNode);
        // An empty value has no place in the text, so it gets the key's span.
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
        return span(node, source);
    }

    static SourceSpan span(Node node, Source source) {
        Mark start = node.getStartMark().orElseThrow();
        Mark end = node.getEndMark().orElse(start);
        int to = end.getColumn();
        if (end.getLine() != start.getLine()) {
            String line = source.line(start.getLine()).stripTrailing();
            to = line.codePointCount(0, line.length());
        }
        return new SourceSpan(source, start.getLine(), start.getColumn(), Math.max(1, to - start.getColumn()));
    }
}
