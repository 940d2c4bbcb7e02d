package dev.assay.cluster.node;

import dev.assay.cluster.OwnerOnly;
import dev.assay.model.spec.Redactor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The file that a server reads its settings from. It lies with the server's data, where only the owner can read it, and is
 * deleted with them; what stays with the logs is a copy without secrets.
 */
public record ServerSettingsFile(Path file, Path kept) {
    /**
     * That of one server.
     *
     * @param folder of the server's data, which need not exist; the file lies beside it
     * @param name of the file, such as {@code broker-1.properties}
     * @param logs where the copy lies
     */
    public static ServerSettingsFile beside(Path folder, String name, Path logs) {
        return new ServerSettingsFile(folder.resolveSibling(name), logs.resolve(name));
    }

    /** Writes both as Java properties. */
    public void writeProperties(Map<String, String> settings) throws IOException {
        write(settings, ServerSettingsFile::properties);
    }

    /** Writes both as lines of {@code name = value}. */
    public void writeLines(Map<String, String> settings) throws IOException {
        write(
                settings,
                map -> map.entrySet().stream()
                        .map(setting -> setting.getKey() + " = " + setting.getValue() + "\n")
                        .collect(Collectors.joining()));
    }

    private void write(Map<String, String> settings, Function<Map<String, String>, String> form) throws IOException {
        OwnerOnly.write(file, form.apply(settings));
        Map<String, String> shown = Redactor.of(settings).masked(settings);
        Files.writeString(kept, form.apply(shown));
    }

    private static String properties(Map<String, String> settings) {
        Properties properties = new Properties();
        properties.putAll(settings);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            // Not to a Writer: servers read Latin-1, so everything beyond ASCII has to be escaped, such as in names of
            // folders.
            properties.store(bytes, null);
        } catch (IOException e) {
            throw new UncheckedIOException("a stream in memory has failed", e);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }
}
