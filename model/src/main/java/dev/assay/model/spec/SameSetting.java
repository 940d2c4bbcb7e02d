package dev.assay.model.spec;

/**
 * Pairs a key of scenarios with a vendor's setting that sets the same thing, so that a file has one of them.
 *
 * @param key such as {@code workload.batching.linger}
 * @param setting its place in a scenario, below its part for settings
 */
public record SameSetting(KeyPath key, KeyPath setting) {
    /** Pairs a key that is given as text, no segment of which holds a dot. */
    public static SameSetting of(String key, KeyPath setting) {
        KeyPath path = KeyPath.TOP;
        for (String segment : key.split("\\.", -1)) {
            path = path.to(segment);
        }
        return new SameSetting(path, setting);
    }
}
