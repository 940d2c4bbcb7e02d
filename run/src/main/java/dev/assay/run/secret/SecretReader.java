package dev.assay.run.secret;

import dev.assay.host.file.RecordJson;
import dev.assay.host.file.SecretFile;
import dev.assay.scenario.SecretReference;
import dev.assay.scenario.SecretValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Reads the secrets that a scenario names, each once. No message, log or record has them from then on. */
public final class SecretReader implements SecretValues {
    /** The system property with a file of {@link #text}: a run in pods has neither the files nor the variables. */
    public static final String FILE = "assay.secrets";

    private final Path scenario;
    private final Known known;

    private record Known(Map<String, String> files, Map<String, String> variables) {}

    /** @param scenario whose folder has files that it names */
    public SecretReader(Path scenario) {
        this.scenario = scenario;
        String file = System.getProperty(FILE);
        this.known = file == null ? new Known(new HashMap<>(), new HashMap<>()) : fromFile(Path.of(file));
        known.files().values().forEach(ProcessRedactor::token);
        known.variables().values().forEach(ProcessRedactor::token);
    }

    private static Known fromFile(Path file) {
        try {
            return RecordJson.record(Files.readString(file), Known.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String text() {
        return RecordJson.text(known);
    }

    @Override
    public String of(SecretReference reference) {
        return (reference.file() ? known.files() : known.variables()).computeIfAbsent(reference.name(), _ -> {
            String secret = read(reference);
            ProcessRedactor.token(secret);
            return secret;
        });
    }

    private String read(SecretReference reference) {
        String variable = System.getenv(reference.name());
        if (!reference.file() && variable == null) {
            throw unreadable(reference, "there is no such variable");
        }
        try {
            String secret = variable == null || reference.file()
                    ? new SecretFile(file(reference.name())).read().replaceFirst("\\R\\z", "")
                    : variable;
            if (secret.isBlank()) {
                throw unreadable(reference, "it is empty");
            }
            return secret;
        } catch (IOException e) {
            throw unreadable(reference, String.valueOf(e.getMessage()));
        }
    }

    private Path file(String name) {
        return scenario.resolveSibling(name);
    }

    private static IllegalArgumentException unreadable(SecretReference reference, String why) {
        return new IllegalArgumentException("can't read %s: %s".formatted(reference, why));
    }

    /** Returns each secret's source for a process that runs in another folder, by its text. */
    public Map<String, SecretReference> places() {
        Map<String, SecretReference> places = new HashMap<>();
        known.files()
                .forEach((name, secret) -> places.put(
                        secret,
                        new SecretReference(true, file(name).toAbsolutePath().toString())));
        known.variables().forEach((name, secret) -> places.put(secret, new SecretReference(false, name)));
        return places;
    }
}
