package dev.assay.scenario;

import dev.assay.model.spec.Redactor;
import dev.assay.model.spec.SecretNames;
import dev.assay.model.spec.UriSecrets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Where the secrets of a YAML text stand. The parser says where a value begins and ends, so its style does not matter: each value
 * below a key with the name of a secret is one, on however many lines, behind an alias as well; and so is what a URI has. In
 * comments, which are no values, and in a text that is no YAML, what follows such a name counts.
 */
public final class YamlRedactor {
    private final int[] text;
    /** By code point. */
    private final BitSet secret = new BitSet();

    private final BitSet scalars = new BitSet();
    private final Set<String> values = new HashSet<>();
    private final Set<Node> visited = new HashSet<>();
    private final Set<Node> visitedAsSecret = new HashSet<>();

    private YamlRedactor(String text) {
        this.text = text.codePoints().toArray();
    }

    /** Those of a text. */
    public static YamlRedactor of(String text) {
        YamlRedactor places = new YamlRedactor(text);
        try {
            YamlText.compose("text", text).ifPresent(top -> places.collect(top, false));
            places.lines(true);
        } catch (YamlEngineException _) { // It is masked all the same.
            places.secret.clear();
            places.scalars.clear();
            places.lines(false);
        }
        return places;
    }

    /** Those of an option such as {@code path=value}, or {@code --set=path=value}; a value may be YAML itself. */
    public static YamlRedactor ofOption(String option) {
        YamlRedactor places = new YamlRedactor(option);
        int valueAt = 0;
        int names = option.startsWith("--") ? 2 : 1;
        for (int equals = option.indexOf('='); equals >= 0 && names > 0; equals = option.indexOf('=', equals + 1)) {
            String name = option.substring(valueAt, equals);
            valueAt = equals + 1;
            names--;
            if (SecretNames.isSecret(name)) {
                String value = option.substring(valueAt);
                places.mark(option.codePointCount(0, valueAt), places.text.length, value);
                unquoted(value).ifPresent(places.values::add);
                return places;
            }
        }
        String value = option.substring(valueAt);
        boolean yaml = !value.isBlank() && "[{\"'".indexOf(value.strip().charAt(0)) >= 0;
        int from = option.codePointCount(0, valueAt);
        if (yaml) {
            YamlRedactor below = of(value);
            below.secret.stream().forEach(point -> places.secret.set(from + point));
            places.values.addAll(below.values);
        } else {
            for (UriSecrets.Range range : UriSecrets.in(value)) {
                int begin = from + value.codePointCount(0, range.from());
                String hidden = value.substring(range.from(), range.to());
                places.mark(begin, begin + hidden.codePointCount(0, hidden.length()), hidden);
            }
        }
        return places;
    }

    /** What a value in quotes stands for, which is what messages have of it. */
    private static Optional<String> unquoted(String value) {
        if (value.isBlank() || "\"'".indexOf(value.strip().charAt(0)) < 0) {
            return Optional.empty();
        }
        try {
            return YamlText.compose("value", value)
                    .filter(ScalarNode.class::isInstance)
                    .map(node -> ((ScalarNode) node).getValue());
        } catch (YamlEngineException noYaml) {
            return Optional.empty();
        }
    }

    /** What the secrets are. */
    public Redactor known() {
        return Redactor.of(values);
    }

    /** Whether there is any. */
    public boolean any() {
        return !secret.isEmpty();
    }

    /** The text with {@value Redactor#MASK} in place of each. */
    public String masked() {
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < text.length; ) {
            int hidden = secret.nextSetBit(at);
            int end = hidden < 0 ? text.length : hidden;
            while (at < end) {
                out.appendCodePoint(text[at++]);
            }
            if (hidden >= 0) {
                out.append(Redactor.MASK);
                at = secret.nextClearBit(hidden);
            }
        }
        return out.toString();
    }

    /** The text without its comments; a line that was nothing else is left out. */
    public String withoutComments() {
        StringBuilder out = new StringBuilder();
        for (int begin = 0; begin < text.length; ) {
            int end = begin;
            while (end < text.length && text[end] != '\n') {
                end++;
            }
            int comment = comment(begin, end);
            String line = new String(text, begin, comment - begin);
            if (comment == end) {
                out.append(line).append('\n');
            } else if (!line.isBlank()) {
                out.append(line.stripTrailing()).append('\n');
            }
            begin = end + 1;
        }
        return out.toString();
    }

    /** The text with each character of a secret a star, so that columns stay what they are. */
    String starred() {
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < text.length; at++) {
            boolean hidden = secret.get(at) && text[at] != '\n' && text[at] != '\r';
            out.appendCodePoint(hidden ? '*' : text[at]);
        }
        return out.toString();
    }

    private void collect(Node node, boolean isSecret) {
        if (!(isSecret ? visitedAsSecret : visited).add(node)) {
            return;
        }
        switch (node) {
            case ScalarNode scalar -> scalar(scalar, isSecret);
            case SequenceNode list -> list.getValue().forEach(item -> collect(item, isSecret));
            case MappingNode map -> map.getValue().forEach(entry -> entry(entry, isSecret));
            default -> throw new IllegalStateException("unexpected kind of YAML node: " + node.getNodeType());
        }
    }

    private void entry(NodeTuple entry, boolean isSecret) {
        boolean below =
                isSecret || (entry.getKeyNode() instanceof ScalarNode key && SecretNames.isSecret(key.getValue()));
        collect(entry.getKeyNode(), isSecret); // {hunter2} is a map with a key.
        collect(entry.getValueNode(), below);
    }

    private void scalar(ScalarNode scalar, boolean isSecret) {
        int from = content(scalar.getStartMark().map(Mark::getIndex).orElse(0));
        int to = Math.min(text.length, scalar.getEndMark().map(Mark::getIndex).orElse(from));
        while (to > from && Character.isWhitespace(text[to - 1])) {
            to--; // A block ends where the next key begins.
        }
        if (to <= from) {
            return;
        }
        scalars.set(from, to);
        String value = scalar.getValue();
        List<UriSecrets.Range> inUris = isSecret ? List.of() : UriSecrets.in(value);
        if (isSecret) {
            mark(from, to, value);
        } else if (!inUris.isEmpty()) {
            inUris.forEach(range -> values.add(value.substring(range.from(), range.to())));
            uris(from, to, scalar);
        }
    }

    /** Behind an anchor and a tag, which stay. */
    private int content(int start) {
        int at = start;
        while (at < text.length && (text[at] == '&' || text[at] == '!')) {
            while (at < text.length && !Character.isWhitespace(text[at])) {
                at++;
            }
            while (at < text.length && Character.isWhitespace(text[at])) {
                at++;
            }
        }
        return at;
    }

    /** Where the text is the value, only the secret in it is hidden; with line breaks and escapes, all of it. */
    private void uris(int from, int to, ScalarNode scalar) {
        String raw = new String(text, from, to - from);
        boolean plain = scalar.getScalarStyle() == ScalarStyle.PLAIN && raw.equals(scalar.getValue());
        boolean quoted = scalar.getScalarStyle() != ScalarStyle.PLAIN
                && raw.length() == scalar.getValue().length() + 2
                && raw.startsWith(scalar.getValue(), 1);
        if (!plain && !quoted) {
            secret.set(from, to);
            return;
        }
        for (UriSecrets.Range range : UriSecrets.in(scalar.getValue())) {
            int begin = from + (quoted ? 1 : 0) + scalar.getValue().codePointCount(0, range.from());
            secret.set(begin, begin + scalar.getValue().codePointCount(range.from(), range.to()));
        }
    }

    private void mark(int from, int to, String value) {
        secret.set(from, to);
        values.add(value);
    }

    /** What no parser has told apart: comments, or all of a text that is no YAML. */
    private void lines(boolean onlyComments) {
        int openColumn = Integer.MAX_VALUE;
        for (int begin = 0; begin < text.length; ) {
            int end = begin;
            while (end < text.length && text[end] != '\n') {
                end++;
            }
            int first = begin;
            while (first < end && Character.isWhitespace(text[first])) {
                first++;
            }
            boolean goesOn = !onlyComments && first < end && goesOn(first, end, first - begin, openColumn);
            int from = goesOn ? first : secretFrom(onlyComments ? comment(begin, end) : begin, end);
            if (from < end) {
                secret.set(from, end);
                values.add(new String(text, from, end - from));
            }
            if (!goesOn && first < end) {
                openColumn = from < end ? first - begin : Integer.MAX_VALUE;
            }
            begin = end + 1;
        }
    }

    /** Whether a line belongs to the secret above it: it stands further to the right, or names no key. */
    private boolean goesOn(int first, int end, int column, int openColumn) {
        return openColumn < Integer.MAX_VALUE
                && (column > openColumn || IntStream.range(first, end).noneMatch(at -> text[at] == ':'));
    }

    private int comment(int begin, int end) {
        for (int at = begin; at < end; at++) {
            if (text[at] == '#' && !scalars.get(at)) {
                return at;
            }
        }
        return end;
    }

    /** What follows the first name of a secret with a colon or an equals sign, or is the password of a URI. */
    private int secretFrom(int begin, int end) {
        List<Integer> found = new ArrayList<>();
        int name = begin;
        for (int at = begin; at < end && found.isEmpty(); at++) {
            if (text[at] == ':' || text[at] == '=') {
                if (SecretNames.isSecret(new String(text, name, at - name))) {
                    found.add(at + 1);
                }
                name = at + 1;
            }
        }
        String line = new String(text, begin, Math.max(0, end - begin));
        UriSecrets.in(line).stream()
                .findFirst()
                .ifPresent(range -> found.add(begin + line.codePointCount(0, range.from())));
        int from = found.stream().mapToInt(Integer::intValue).min().orElse(end);
        while (from < end && Character.isWhitespace(text[from])) {
            from++;
        }
        return from;
    }
}
