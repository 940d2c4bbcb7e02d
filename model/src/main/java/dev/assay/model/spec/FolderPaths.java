package dev.assay.model.spec;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Lists folders of the machines that nodes run on.
 *
 * @param paths from the root of the file system, each once; none where Assay chooses
 */
public record FolderPaths(List<String> paths) {
    public static final FolderPaths NONE = new FolderPaths(List.of());

    public FolderPaths {
        paths = List.copyOf(paths);
        for (String path : paths) {
            Check.that(
                    path.startsWith("/"),
                    "expected the absolute path of a folder, like /mnt/a, but found '" + path + "'");
        }
        Check.that(
                new HashSet<>(paths).size() == paths.size(),
                "expected each folder once, but found " + String.join(", ", paths));
    }

    /**
     * Reads paths, separated by commas; none from an empty text.
     *
     * @throws IllegalArgumentException when one of them is no whole path, or comes twice
     */
    public static FolderPaths parse(String text) {
        List<String> paths = new ArrayList<>();
        if (!text.isBlank()) {
            for (String path : text.split(",", -1)) {
                paths.add(withoutEnd(path.strip()));
            }
        }
        return new FolderPaths(paths);
    }

    private static String withoutEnd(String path) {
        return path.length() > 1 && path.endsWith("/") ? withoutEnd(path.substring(0, path.length() - 1)) : path;
    }

    @Override
    public String toString() {
        return String.join(", ", paths);
    }
}
