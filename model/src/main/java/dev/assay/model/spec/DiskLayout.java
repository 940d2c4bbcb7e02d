package dev.assay.model.spec;

public enum DiskLayout {
    /**
     * On one disk, everything is in one folder; on several, as the system is usually laid out: split where it has a journal,
     * else striped.
     */
    USUAL,
    /** Everything is in one folder, so on one disk. */
    SHARED,
    /** Everything is spread over all disks. */
    STRIPED,
    /** The journal is on the first disk, and the data that it protects on the others. */
    SPLIT
}
