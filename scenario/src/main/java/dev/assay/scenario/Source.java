package dev.assay.scenario;

import dev.assay.model.spec.SecretNames;
import dev.assay.model.spec.UriSecrets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Holds a text in which problems are located: the scenario file, or one option of the command line. */
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
     * Returns a scenario file as a source.
     *
     * @param name the file's name
     * @param secrets reads the secrets that the file names
     */
    static Source ofFile(String name, String text, SecretValues secrets) {
        return new Source(name, 0, text, secrets);
    }

    /**
     * Returns an option, or a part of the command line, as a source.
     *
     * @param name the option's name
     * @param order where its problems come in the list; those of the file come first
     */
    static Source of(String name, int order, String text) {
        return new Source(name, order, text, SecretValues.UNREAD);
    }

    /** Returns an option that may name secrets as this text does. */
    Source option(String option, int place, String text) {
        return new Source(option, place, text, secrets);
    }

    String name() {
        return name;
    }

    int order() {
        return order;
    }

    /** Returns a line by its 0-based number; empty beyond the end. */
    String line(int number) {
        return number < lines.size() ? lines.get(number) : "";
    }

    /** Returns a line for people, or {@code ...} where the text may hold secrets. */
    String shownLine(int number) {
        return shown ? line(number) : "...";
    }

    boolean isShown() {
        return shown;
    }

    /** Marks the text as free of secrets, so that its lines may be shown. */
    void show() {
        shown = true;
    }

    SecretValues secrets() {
        return secrets;
    }

    SourceSpan top() {
        return new SourceSpan(this, 0, 0, Math.max(1, line(0).stripTrailing().length()));
    }

    /** Compares sources by name and place, which are unique within a command line, and not by text. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Source source && order == source.order && name.equals(source.name);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, order);
    }
}
