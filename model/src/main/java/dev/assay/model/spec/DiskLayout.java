package dev.assay.model.spec;

/** Which of a node's disks holds what. */
public enum DiskLayout {
    /** On one disk all in one folder; on several, as the system is usually laid out: split where it has a journal, else striped. */
    USUAL,
    /** All in one folder, so on one disk. */
    SHARED,
    /** Everything on all disks. */
    STRIPED,
    /** The journal on the first disk, what it is for on the others. */
    SPLIT
}
