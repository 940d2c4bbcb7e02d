package dev.assay.driver.limit;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists the folders from which a worker's owner lets callers name files.
 *
 * @param folders empty where callers may name no file at all
 */
public record AllowedFolders(List<Path> folders) {
    public static final AllowedFolders NONE = new AllowedFolders(List.of());

    public AllowedFolders {
        folders = List.copyOf(folders);
    }

    /**
     * Returns why the file of that name can't be taken, as a phrase that follows what names it; null where it can. It must be an
     * absolute path without anything that a client could read in another way, and really lie there, links followed. A file that
     * does not exist is not distinguished from one that is not allowed.
     */
    @Nullable
    String objection(String file) {
        if (isPlainPath(file) && liesWithin(file)) {
            return null;
        }
        return "names a file outside the folders that this worker's owner allowed (%s); give its absolute path and start the worker with --allow-files DIR, or put the content into the setting where the client supports that"
                .formatted(folders.isEmpty() ? "none" : folders);
    }

    private static boolean isPlainPath(String file) {
        return file.startsWith("/") && file.equals(file.strip()) && file.chars().noneMatch(Character::isISOControl);
    }

    private boolean liesWithin(String file) {
        try {
            Path real = Path.of(file).toRealPath();
            for (Path folder : folders) {
                if (real.startsWith(folder.toRealPath())) {
                    return true;
                }
            }
            return false;
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }
}
