package dev.assay.cluster.artifact;

import java.util.regex.Pattern;

/**
 * Names one file of a Maven repository.
 *
 * @param extension such as {@code jar} or {@code tar.gz}
 * @param classifier may be empty
 */
public record Coordinates(String group, String artifact, String extension, String classifier, String version) {
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9_.+-]*");

    public Coordinates {
        required("group", group);
        required("artifact", artifact);
        required("extension", extension);
        required("version", version);
        plain("classifier", classifier);
    }

    public static Coordinates jar(String group, String artifact, String version) {
        return new Coordinates(group, artifact, "jar", "", version);
    }

    /**
     * Reads {@code group:artifact:version}, {@code group:artifact:extension:version} or {@code
     * group:artifact:extension:classifier:version}.
     *
     * @throws IllegalArgumentException when the text is none of these
     */
    public static Coordinates parse(String text) {
        String[] part = text.strip().split(":", -1);
        return switch (part.length) {
            case 3 -> jar(part[0], part[1], part[2]);
            case 4 -> new Coordinates(part[0], part[1], part[2], "", part[3]);
            case 5 -> new Coordinates(part[0], part[1], part[2], part[3], part[4]);
            default ->
                throw new IllegalArgumentException(
                        "expected Maven coordinates like group:artifact:version, but found '" + text + "'");
        };
    }

    /** Returns the shortest form that {@link #parse} reads. */
    @Override
    public String toString() {
        String middle = classifier.isEmpty()
                ? (extension.equals("jar") ? "" : extension + ":")
                : extension + ":" + classifier + ":";
        return group + ":" + artifact + ":" + middle + version;
    }

    private static void required(String name, String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("Maven coordinates need " + name + ", but it is empty");
        }
        plain(name, value);
    }

    private static void plain(String name, String value) {
        if (!PART.matcher(value).matches() || value.contains("..")) {
            throw new IllegalArgumentException(
                    name + " of Maven coordinates may hold letters, digits and _ . + - only, but is '" + value + "'");
        }
    }
}
