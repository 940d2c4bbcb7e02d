package dev.assay.model.spec;

/**
 * Describes something that a scenario asks for and that can't be done: not by its system, or not with what else it asks for.
 *
 * @param key where the scenario asks for it
 * @param part whether the key's name or its value is the problem
 */
public record Incompatibility(KeyPath key, Part part, String reason, String advice) {
    public enum Part {
        NAME,
        VALUE
    }

    /**
     * Describes the value of a key given as text.
     *
     * @param key such as {@code workload.partitions}; no segment of it holds a dot
     */
    public static Incompatibility of(String key, String reason, String advice) {
        KeyPath path = KeyPath.TOP;
        for (String segment : key.split("\\.", -1)) {
            path = path.to(segment);
        }
        return new Incompatibility(path, Part.VALUE, reason, advice);
    }
}
