package dev.assay.architecture.text;

/**
 * One place where a rule is broken.
 *
 * @param path of the file, relative to the root of the project
 * @param line 1-based; 0 where the file as a whole is meant
 * @param what what is wrong and what to do
 */
public record Finding(String path, int line, String what) {
    @Override
    public String toString() {
        return path + (line == 0 ? "" : ":" + line) + ": " + what;
    }
}
