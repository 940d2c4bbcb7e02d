package dev.assay.model.spec;

/**
 * Something that a scenario asks for and that cannot be done: not by its system, or not with what else it asks for.
 *
 * @param key where the scenario asks for it
 * @param part what of the key is the matter
 * @param reason why it cannot be done
 * @param advice what to change
 */
public record Incompatibility(KeyPath key, Part part, String reason, String advice) {
    /** A key's name or what it is set to. */
    public enum Part {
        NAME,
        VALUE
    }

    /**
     * For the value of a key given as text.
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
