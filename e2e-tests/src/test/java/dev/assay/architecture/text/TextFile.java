package dev.assay.architecture.text;

import java.util.List;

/**
 * A file of the project.
 *
 * @param path relative to the root of the project, with slashes
 */
public record TextFile(String path, String text) {
    /** The lines without their ends. */
    public List<String> lines() {
        return text.lines().toList();
    }

    /** The name without folders. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The folder with a slash at its end; empty at the root. */
    public String folder() {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    /** Whether the name ends like one of these. */
    public boolean isOneOf(String... endings) {
        for (String ending : endings) {
            if (path.endsWith(ending)) {
                return true;
            }
        }
        return false;
    }
}
