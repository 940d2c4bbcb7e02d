package dev.assay.scenario;

import dev.assay.model.spec.SecretNames;
import dev.assay.model.spec.UriSecrets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A text that problems are located in: the scenario file, or one option of the command line. */
final class Source {
    private static final String LINE_END = "\r\n|\n|\r";

    private final String name;
    private final int order;
    private final List<String> lines;
    private final SecretValues secrets;
    private boolean shown;

    private Source(String name, int order, String text, SecretValues secrets) {
        this.name = name;
        this.order = order;
        this.lines = List.of(text.split(LINE_END, -1));
        this.secrets = secrets;
        this.shown = !SecretNames.isSecret(text) && UriSecrets.in(text).isEmpty();
    }

    /**
     * The scenario file.
     *
     * @param name the file's name
     * @param secrets reads those that it names
     */
    static Source ofFile(String name, String text, SecretValues secrets) {
        return new Source(name, 0, text, secrets);
    }

    /**
     * An option, or a part of the command line.
     *
     * @param name the option's name
     * @param order where its problems stand in the list; the file's come first
     */
    static Source of(String name, int order, String text) {
        return new Source(name, order, text, SecretValues.UNREAD);
    }

    /** An option that may name secrets as this text does. */
    Source option(String option, int place, String text) {
        return new Source(option, place, text, secrets);
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

    /** The same for people, who are shown nothing of a text that may hold secrets. */
    String shownLine(int number) {
        return shown ? line(number) : "...";
    }

    /** Whether people may see its lines. */
    boolean isShown() {
        return shown;
    }

    /** Notes that it names its secrets, and holds none. */
    void show() {
        shown = true;
    }

    /** Reads the secrets that it names. */
    SecretValues secrets() {
        return secrets;
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
