package dev.assay.model.durability;

import java.util.Locale;

public enum Fault {
    /** One node is killed at once; what it gave to the kernel stays. */
    KILL_ONE("one node is killed"),
    /** All nodes are killed at once; what they gave to the kernel stays. */
    KILL_ALL("all nodes are killed"),
    /** One node loses power: only what had reached its disk stays. */
    POWER_ONE("one node loses power"),
    /** All nodes lose power at once: only what had reached their disks stays. */
    POWER_ALL("all nodes lose power"),
    /** One node stands still for longer than the others wait for it, then continues. */
    PAUSE_ONE("one node is paused past the failure timeout"),
    /** One node is cut off from the others and from the clients, then joined again. */
    PARTITION_ONE("one node is cut off from the others and from the clients"),
    /** The disk of one node fills up, then has room again. */
    DISK_FULL("the disk of one node is full");

    private final String meaning;

    Fault(String meaning) {
        this.meaning = meaning;
    }

    public String meaning() {
        return meaning;
    }

    public boolean needsOwnDisks() {
        return this == POWER_ONE || this == POWER_ALL || this == DISK_FULL;
    }

    public boolean needsOwnAddresses() {
        return this == PARTITION_ONE;
    }

    /** Returns the name in scenarios and reports, such as {@code power-all}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
