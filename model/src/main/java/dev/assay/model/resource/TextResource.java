package dev.assay.model.resource;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

public final class TextResource {
    private TextResource() {}

    /**
     * Returns a text with line feeds, which is stored as UTF-8.
     *
     * @param name relative to the class, or with a leading slash
     * @throws IllegalStateException when it is not on the class path
     */
    public static String of(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(
                        owner.getSimpleName() + " needs " + name
                                + " on its class path, but it is not there; is the jar it belongs to missing or of another version?");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("could not read " + name + " from the class path", e);
        }
    }

    /** Returns the lines of a text that are neither empty nor comments, which begin with {@code #}. */
    public static List<String> lines(String text) {
        return text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }
}
