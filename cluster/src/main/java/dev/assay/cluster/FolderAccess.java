package dev.assay.cluster;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds who can change the content of a folder. Assay starts programs from its cache, so whoever can write there decides what runs. Where
 * the file system knows no owners (Windows), nothing is checked.
 *
 * @param user the number of the user who runs Assay
 */
record FolderAccess(LongSupplier user) {
    private static final long ROOT = 0;
    private static final boolean KNOWS_OWNERS =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

    static FolderAccess ofThisUser() {
        return new FolderAccess(() -> new UnixSystem().getUid());
    }

    /** Creates a folder and its missing parents, for this user alone. */
    static void create(Path folder) throws IOException {
        if (KNOWS_OWNERS && !Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(folder);
        }
    }

    /** Returns why others could change the content, and what to do; null where nobody but this user and root can. */
    @Nullable
    String problem(Path folder) throws IOException {
        if (!KNOWS_OWNERS) {
            return null;
        }
        long owner = ((Number) Files.getAttribute(folder, "unix:uid")).longValue();
        if (owner != user.getAsLong() && owner != ROOT) {
            return "belongs to another user (%s), who could change what Assay starts from it; set %s to a folder of your own"
                    .formatted(Files.getOwner(folder), AssayCache.VARIABLE);
        }
        Set<PosixFilePermission> all = Files.getPosixFilePermissions(folder);
        return all.contains(PosixFilePermission.GROUP_WRITE) || all.contains(PosixFilePermission.OTHERS_WRITE)
                ? "can be written to by others (%s), who could change what Assay starts from it; if nobody has, run 'chmod -R go-w %s', else delete it"
                        .formatted(PosixFilePermissions.toString(all), folder)
                : null;
    }
}
