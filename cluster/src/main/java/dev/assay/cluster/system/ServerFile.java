package dev.assay.cluster.system;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Describes a file by which people set up servers that Assay does not start.
 *
 * @param name such as {@code server.properties}
 * @param text its content, beside what places the servers and lets clients in
 */
public record ServerFile(String name, String text) {
    /**
     * Makes a file with a setting in each line.
     *
     * @param remarks for people
     */
    public static ServerFile ofLines(String name, List<String> remarks, Map<String, String> settings) {
        StringBuilder text = new StringBuilder();
        remarks.forEach(remark -> text.append("# ").append(remark).append('\n'));
        new TreeMap<>(settings)
                .forEach((key, value) ->
                        text.append(key).append('=').append(value).append('\n'));
        return new ServerFile(name, text.toString());
    }

    /** Formats the settings as lines of a YAML mapping, each value a text in quotes. */
    public static String asYaml(String indent, Map<String, String> settings) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(settings)
                .forEach((key, value) -> text.append(indent)
                        .append(quoted(key))
                        .append(": ")
                        .append(quoted(value))
                        .append('\n'));
        return text.toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
