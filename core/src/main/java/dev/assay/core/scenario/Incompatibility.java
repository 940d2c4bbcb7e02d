package dev.assay.core.scenario;

/**
 * Something that a scenario asks of a system which it cannot do.
 *
 * @param key where the scenario asks for it
 * @param reason what the system cannot do
 * @param advice what to change
 */
public record Incompatibility(KeyPath key, String reason, String advice) {
    /**
     * For a key given as text.
     *
     * @param key such as {@code workload.partitions}; no segment of it holds a dot
     */
    public static Incompatibility of(String key, String reason, String advice) {
        KeyPath path = KeyPath.TOP;
        for (String segment : key.split("\\.", -1)) {
            path = path.to(segment);
        }
        return new Incompatibility(path, reason, advice);
    }

    /**
     * A vendor's setting that cannot be taken.
     *
     * @param group such as {@code broker}
     * @param name as the vendor writes it
     */
    public static Incompatibility ofSetting(String system, String group, String name, String reason, String advice) {
        return new Incompatibility(
                KeyPath.TOP.to("settings").to(system).to(group).to(name), reason, advice);
    }
}
