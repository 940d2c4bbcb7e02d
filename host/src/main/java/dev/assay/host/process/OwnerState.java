package dev.assay.host.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** Says what is known from here of a process that owns leases in a folder which others may share. */
public enum OwnerState {
    /** The owner holds its lock, or runs here. */
    ALIVE,
    /** The owner has ended: nothing holds its lock, and its number means something here. */
    GONE,
    /**
     * Nothing holds the lock, but the owner's number means nothing here: it was given in another PID namespace, or on what may
     * be another machine, where locks may not reach. Whatever it started may run.
     */
    ELSEWHERE;

    /** Lists file systems that one kernel has at a time, so that another boot can only be an earlier one of the same machine. */
    private static final Set<String> LOCAL =
            Set.of("ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs", "jfs", "tmpfs", "overlay", "apfs", "hfs");

    /** @param leases the folder of its leases, with its lock */
    public static OwnerState of(ProcessIdentity owner, Path leases) {
        if (OwnerLock.isHeld(leases, owner) || owner.isAlive()) {
            return ALIVE;
        }
        return switch (owner.origin()) {
            case HERE -> GONE;
            case ANOTHER_BOOT -> isLocal(leases) ? GONE : ELSEWHERE;
            case ANOTHER_NAMESPACE, UNKNOWN -> ELSEWHERE;
        };
    }

    private static boolean isLocal(Path folder) {
        try {
            return LOCAL.contains(Files.getFileStore(folder).type().toLowerCase(Locale.ROOT));
        } catch (IOException e) {
            return false; // An owner of unknown state does not count as gone.
        }
    }
}
