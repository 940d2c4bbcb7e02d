package dev.assay.scenario;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Where a secret is, which is all that a scenario says of it.
 *
 * @param file whether it is the text of a file, and not the value of an environment variable
 * @param name of the file, relative to the scenario's folder, or of the variable
 */
public record SecretReference(boolean file, String name) {
    private static final String FILE = "secret-file";
    private static final String VARIABLE = "secret-env";

    /** Stands where a text holds a secret itself, which is refused and logged. */
    static final SecretReference REFUSED = new SecretReference(true, "");

    /** What to write in place of a secret. */
    static final String ADVICE =
            "write { secret-file: PATH } with the path of a file that has it, or { secret-env: NAME } with the name of an environment variable; on the command line, --set-file KEY=PATH";

    /** What a map says; null when it is no such reference. */
    static @Nullable SecretReference of(MappingNode map) {
        if (map.getValue().size() != 1) {
            return null;
        }
        NodeTuple entry = map.getValue().getFirst();
        return entry.getKeyNode() instanceof ScalarNode key
                        && (key.getValue().equals(FILE) || key.getValue().equals(VARIABLE))
                        && entry.getValueNode() instanceof ScalarNode value
                        && !value.getValue().isBlank()
                ? new SecretReference(key.getValue().equals(FILE), value.getValue())
                : null;
    }

    boolean isRefused() {
        return name.isEmpty();
    }

    /** The one key that it is written with. */
    String key() {
        return file ? FILE : VARIABLE;
    }

    /** As a scenario writes it, on one line. */
    @Override
    public String toString() {
        return "{ " + key() + ": " + (isRefused() ? "PATH" : YamlWriter.quoted(name)) + " }";
    }
}
