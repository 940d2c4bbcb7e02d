package dev.assay.scenario;

import dev.assay.model.spec.Redactor;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A text that problems are located in: the scenario file, or one option of the command line. */
final class Source {
    private static final String LINE_END = "\r\n|\n|\r";

    private final String name;
    private final int order;
    private final List<String> lines;
    private final Supplier<YamlRedactor> secrets;
    private @Nullable YamlRedactor found;
    private @Nullable List<String> shown;
    private @Nullable Redactor known;

    private Source(String name, int order, String text, Supplier<YamlRedactor> secrets) {
        this.name = name;
        this.order = order;
        this.lines = List.of(text.split(LINE_END, -1));
        this.secrets = secrets;
    }

    /**
     * The scenario file.
     *
     * @param name the file's name
     */
    static Source ofFile(String name, String text) {
        return new Source(name, 0, text, () -> YamlRedactor.of(text));
    }

    /**
     * An option, or a part of the command line.
     *
     * @param name the option's name
     * @param order where its problems stand in the list; the file's come first
     */
    static Source of(String name, int order, String text) {
        return new Source(name, order, text, () -> YamlRedactor.ofOption(text));
    }

    String name() {
        return name;
    }

    int order() {
        return order;
    }

    /** The text of a 0-based line; empty beyond the end. */
    String line(int number) {
        return number < lines.size() ? lines.get(number) : "";
    }

    /** The same with stars in place of secrets. */
    String shownLine(int number) {
        List<String> starred = shown;
        if (starred == null) {
            starred = List.of(places().starred().split(LINE_END, -1));
            shown = starred;
        }
        return number < starred.size() ? starred.get(number) : "";
    }

    /** The secrets in it. */
    Redactor secrets() {
        Redactor secret = known;
        if (secret == null) {
            secret = places().known();
            known = secret;
        }
        return secret;
    }

    private YamlRedactor places() {
        YamlRedactor places = found;
        if (places == null) {
            places = secrets.get();
            found = places;
        }
        return places;
    }

    /** The span at the very beginning. */
    SourceSpan top() {
        return new SourceSpan(this, 0, 0, Math.max(1, line(0).stripTrailing().length()));
    }

    /** Two texts of one command line are told apart by their names and places, whatever their length. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Source source && order == source.order && name.equals(source.name);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, order);
    }
}
