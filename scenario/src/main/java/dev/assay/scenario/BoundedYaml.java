package dev.assay.scenario;

import java.io.Serial;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Parses YAML within limits, so that no text takes long: each is far beyond any scenario, and what exceeds one is refused
 * before it is worked on. The library's own limits know nothing of nesting outside of lists, and of what aliases stand for.
 */
final class BoundedYaml {
    /** Characters of a text. */
    static final int MAX_CHARACTERS = 1 << 20;

    /** Characters of a line. */
    static final int LONGEST_LINE = 1 << 15;

    /** Keys, values, lists and maps, each alias counted as all that it stands for. */
    static final int MAX_NODES = 20_000;

    /** Lists and maps within each other, those behind aliases as well. */
    static final int DEEPEST = 32;

    private final Map<Node, Extent> extents = new HashMap<>();
    private final Set<Node> open = new HashSet<>();

    private BoundedYaml() {}

    /** How much a node is once its aliases are written out. */
    private record Extent(long nodes, int depth) {}

    /** A text exceeds a limit. */
    static final class LimitException extends Exception {
        @Serial
        private static final long serialVersionUID = 1L;

        private final int line;
        private final int column;

        LimitException(int line, int column, String message) {
            super(message);
            this.line = line;
            this.column = column;
        }

        private static LimitException at(Optional<Mark> mark, String message) {
            return new LimitException(
                    mark.map(Mark::getLine).orElse(0), mark.map(Mark::getColumn).orElse(0), message);
        }

        /** 0-based. */
        int line() {
            return line;
        }

        /** 0-based. */
        int column() {
            return column;
        }
    }

    /** The same on its way through the library. */
    private static final class ExceededException extends YamlEngineException {
        @Serial
        private static final long serialVersionUID = 1L;

        private final LimitException limit;

        ExceededException(LimitException limit) {
            super(limit);
            this.limit = limit;
        }
    }

    /**
     * The nodes of a text; nothing where it is empty.
     *
     * @param label how the library calls the text
     * @throws YamlEngineException when it is no YAML
     */
    static Optional<Node> compose(String label, String text) throws LimitException {
        checkLines(text);
        LoadSettings settings = LoadSettings.builder()
                .setLabel(label)
                .setSchema(new CoreSchema())
                .setAllowNonScalarKeys(true)
                .setCodePointLimit(MAX_CHARACTERS)
                .setMaxAliasesForCollections(MAX_NODES)
                .build();
        try {
            Parser parser = new CountedEvents(new ParserImpl(settings, new StreamReader(settings, text)));
            Optional<Node> node = new Composer(settings, parser).getSingleNode();
            if (node.isPresent()) {
                new BoundedYaml().extent(node.get());
            }
            return node;
        } catch (ExceededException e) {
            throw e.limit;
        }
    }

    private static void checkLines(String text) throws LimitException {
        if (text.length() > MAX_CHARACTERS) {
            throw new LimitException(0, 0, "has %d characters, more than %d".formatted(text.length(), MAX_CHARACTERS));
        }
        int line = 0;
        int begin = 0;
        for (int at = 0; at <= text.length(); at++) {
            if (at == text.length() || text.charAt(at) == '\n') {
                if (at - begin > LONGEST_LINE) {
                    throw new LimitException(
                            line, 0, "has a line of %d characters, more than %d".formatted(at - begin, LONGEST_LINE));
                }
                line++;
                begin = at + 1;
            }
        }
    }

    /** Each node is looked at once, however many aliases lead to it. */
    private Extent extent(Node node) throws LimitException {
        Extent known = extents.get(node);
        if (known != null || !open.add(node)) {
            return known != null ? known : new Extent(1, 1); // It contains itself, which the reader refuses.
        }
        long nodes = 1;
        int depth = 0;
        for (Node part : (Iterable<Node>) parts(node)::iterator) {
            Extent below = extent(part);
            nodes += below.nodes();
            depth = Math.max(depth, below.depth());
            if (nodes > MAX_NODES) {
                throw LimitException.at(
                        part.getStartMark(),
                        "has more than %d keys and values once its aliases are written out".formatted(MAX_NODES));
            }
        }
        if (depth >= DEEPEST) {
            throw LimitException.at(
                    node.getStartMark(),
                    "is nested more than %d deep once its aliases are written out".formatted(DEEPEST));
        }
        open.remove(node);
        boolean scalar = !(node instanceof SequenceNode || node instanceof MappingNode);
        Extent extent = new Extent(nodes, scalar ? 0 : depth + 1);
        extents.put(node, extent);
        return extent;
    }

    private static Stream<Node> parts(Node node) {
        return switch (node) {
            case SequenceNode list -> list.getValue().stream();
            case MappingNode map ->
                map.getValue().stream().flatMap(entry -> Stream.of(entry.getKeyNode(), entry.getValueNode()));
            default -> Stream.of();
        };
    }

    /** Events of the parser until there are too many of them, or they are too deep. */
    private static final class CountedEvents implements Parser {
        private final Parser parser;
        private int nodes;
        private int depth;

        CountedEvents(Parser parser) {
            this.parser = parser;
        }

        @Override
        public boolean checkEvent(Event.ID choice) {
            return parser.checkEvent(choice);
        }

        @Override
        public Event peekEvent() {
            return parser.peekEvent();
        }

        @Override
        public boolean hasNext() {
            return parser.hasNext();
        }

        @Override
        public Event next() {
            Event event = parser.next();
            switch (event.getEventId()) {
                case MappingStart, SequenceStart -> {
                    nodes++;
                    depth++;
                }
                case MappingEnd, SequenceEnd -> depth--;
                case Scalar, Alias -> nodes++;
                default -> {}
            }
            if (nodes > MAX_NODES) {
                throw exceeded(event, "has more than %d keys and values".formatted(MAX_NODES));
            }
            if (depth > DEEPEST) {
                throw exceeded(event, "is nested more than %d deep".formatted(DEEPEST));
            }
            return event;
        }

        private static ExceededException exceeded(Event event, String message) {
            return new ExceededException(LimitException.at(event.getStartMark(), message));
        }
    }
}
