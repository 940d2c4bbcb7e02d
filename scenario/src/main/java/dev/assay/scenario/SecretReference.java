package dev.assay.scenario;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Says where a secret is kept; a scenario never contains the secret itself.
 *
 * @param file whether the secret is the text of a file, and not the value of an environment variable
 * @param name of the file, relative to the scenario's folder, or of the variable
 */
public record SecretReference(boolean file, String name) {
    private static final String FILE = "secret-file";
    private static final String VARIABLE = "secret-env";

    /** Replaces a secret that was written into a text, which is refused and logged. */
    static final SecretReference REFUSED = new SecretReference(true, "");

    static final String ADVICE =
            "write { secret-file: PATH } with the path of a file that has it, or { secret-env: NAME } with the name of an environment variable; on the command line, --set-file KEY=PATH";

    /** Reads the reference from a map; null when the map is no reference. */
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

    String key() {
        return file ? FILE : VARIABLE;
    }

    /** Returns the reference on one line, as a scenario writes it. */
    @Override
    public String toString() {
        return "{ " + key() + ": " + (isRefused() ? "PATH" : YamlWriter.quoted(name)) + " }";
    }
}
