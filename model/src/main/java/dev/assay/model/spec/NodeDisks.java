package dev.assay.model.spec;

import java.util.List;
import java.util.Optional;

/**
 * Describes the disks that each node of a local cluster stores its data on: real ones, which the scenario names by folders,
 * or emulated ones.
 */
public record NodeDisks(
        @Key(value = "Disks of each node; 0 means as many as paths lists, or one without paths.", fallback = "0")
        int count,

        @Key(
                value =
                        "Where the data goes: shared (all in one folder), striped (everything on all disks), split (journal on the first, the rest on the others), or usual: shared on one disk; on several, split where the system has a journal, else striped.",
                fallback = "usual")
        DiskLayout layout,

        @Key(
                value =
                        "Real disks, each given by a folder on it and shared by all nodes; without paths, several disks are emulated by loop devices.",
                fallback = "")
        FolderPaths paths) {
    /** Keeps everything in one folder of the cache, as without the key. */
    public static final NodeDisks USUAL = new NodeDisks(0, DiskLayout.USUAL, FolderPaths.NONE);

    /** Lists the keys below a system, which have no bearing on whether messages are kept. */
    public static final List<String> KEYS = List.of("disks.count", "disks.layout", "disks.paths");

    private static final int MAX = 8;

    public NodeDisks {
        Check.inRange("count", count, 0, MAX);
        int named = paths.paths().size();
        Check.key("paths", named <= MAX, "paths lists " + named + " folders, but a node has at most " + MAX + " disks");
        Check.key(
                "count",
                named == 0 || count == 0 || count == named,
                "count is " + count + ", but paths lists " + named + (named == 1 ? " folder" : " folders"),
                "paths");
        int disks = effective(count, paths);
        Check.key(
                "layout",
                layout != DiskLayout.SHARED || disks == 1,
                "layout is shared, which puts everything in one folder, but there are %d disks: expected split or striped"
                        .formatted(disks),
                "count",
                "paths");
        Check.key(
                "layout",
                layout != DiskLayout.SPLIT || disks > 1,
                "layout is split, which needs at least 2 disks: expected a count from 2 to " + MAX,
                "count",
                "paths");
    }

    private static int effective(int count, FolderPaths paths) {
        return count > 0 ? count : Math.max(1, paths.paths().size());
    }

    public int number() {
        return effective(count, paths);
    }

    public boolean several() {
        return number() > 1;
    }

    /** Tells whether the user has named folders on real disks. */
    public boolean real() {
        return !paths.paths().isEmpty();
    }

    /** Tells whether Assay makes several disks of one. */
    public boolean emulated() {
        return !real() && several();
    }

    /** Tells whether they are anything else than one folder of the cache. */
    public boolean special() {
        return real() || emulated();
    }

    /** Returns what servers that others run are to have, for people; empty where that is nothing special. */
    public Optional<String> wanted() {
        return special() ? Optional.of(amount() + " a node" + layoutText()) : Optional.empty();
    }

    private String amount() {
        return number() + (several() ? " disks" : " disk");
    }

    /** Returns what they are, for people; empty where they are nothing special. */
    public Optional<String> describe() {
        if (real()) {
            return Optional.of(amount() + layoutText() + ", shared by all nodes: " + paths);
        }
        return wanted().map(disks -> disks + ", emulated by loop devices on one disk");
    }

    private String layoutText() {
        return switch (layout) {
            case USUAL -> "";
            case SHARED -> " (shared)";
            case STRIPED -> " (striped)";
            case SPLIT -> " (split)";
        };
    }
}
