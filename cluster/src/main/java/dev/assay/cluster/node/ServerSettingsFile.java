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
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Writes the file from which a server reads its settings. It lies with the server's data, where only the owner can read it, and is
 * deleted with them; a copy without secrets stays with the logs.
 */
public record ServerSettingsFile(Path file, Form form) {
    public enum Form {
        PROPERTIES(".properties"),
        LINES(".conf");

        private final String extension;

        Form(String extension) {
            this.extension = extension;
        }

        private String of(Map<String, String> settings) {
            return this == PROPERTIES
                    ? properties(settings)
                    : settings.entrySet().stream()
                            .map(setting -> setting.getKey() + " = " + setting.getValue() + "\n")
                            .collect(Collectors.joining());
        }
    }

    /** Returns the file of one server, beside the folder of its data, which need not exist. */
    public static ServerSettingsFile beside(Path folder, Form form) {
        return new ServerSettingsFile(folder.resolveSibling(folder.getFileName() + form.extension), form);
    }

    /**
     * Writes the file, and its copy to the logs.
     *
     * @param settings by their whole names, by which secrets are recognised
     * @param structure converts them to what the file has, where several may be one block
     */
    public void write(Map<String, String> settings, UnaryOperator<Map<String, String>> structure, Path logs)
            throws IOException {
        OwnerOnly.write(file, form.of(structure.apply(settings)));
        Map<String, String> shown = Redactor.of(settings).masked(settings);
        Files.writeString(logs.resolve(String.valueOf(file.getFileName())), form.of(structure.apply(shown)));
    }

    private static String properties(Map<String, String> settings) {
        Properties properties = new Properties();
        properties.putAll(settings);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            // Servers read Latin-1, so everything beyond ASCII has to be escaped, which a Writer would not do.
            properties.store(bytes, null);
        } catch (IOException e) {
            throw new UncheckedIOException("a stream in memory has failed", e);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }
}
