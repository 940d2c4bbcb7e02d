package dev.assay.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** Keeps {@code latest} in a folder of runs: a relative link to the run that began last. */
public final class LatestRun {
    /** Names the link, and stands for what it leads to where a run is asked for. */
    public static final String NAME = "latest";

    /** Holds runs where nobody says otherwise. */
    public static final Path RUNS = Path.of("runs");

    private LatestRun() {}

    /**
     * Makes the link in place of an older one. A file or folder of that name stays, and a file system without links has none: no run fails
     * for it.
     */
    public static void mark(RunDirectory run) {
        Path link = run.path().resolveSibling(NAME);
        if (Files.exists(link, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(link)) {
            return;
        }
        Path unfinished = run.path().resolveSibling("." + NAME + "-" + run.id());
        try {
            Files.createSymbolicLink(unfinished, Path.of(run.id()));
            Files.move(unfinished, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | UnsupportedOperationException e) {
            delete(unfinished);
        }
    }

    private static void delete(Path link) {
        try {
            Files.deleteIfExists(link);
        } catch (IOException e) {
            return; // The leftover link is hidden and does no harm.
        }
    }

    /**
     * Returns the run that a path names: of {@value #NAME}, where there is nothing of that name here, the one that {@code runs/latest} leads to.
     *
     * @throws StoreException where there is no such link
     */
    public static Path named(Path path) {
        return named(path, Path.of(""));
    }

    static Path named(Path path, Path folder) {
        Path link = path;
        if (path.equals(Path.of(NAME)) && !Files.exists(folder.resolve(path), LinkOption.NOFOLLOW_LINKS)) {
            link = folder.resolve(RUNS).resolve(NAME);
            if (!Files.isDirectory(link)) {
                throw new StoreException(
                        "there is no %s: no run has begun in this folder's '%s', or it is gone; give a run directory, as printed by 'assay run'"
                                .formatted(link, RUNS));
            }
        }
        return isLink(link) ? target(link) : link;
    }

    /** Returns the runs that paths name, without the link where what it leads to is there as well, as after {@code runs/*}. */
    public static List<Path> allNamed(List<Path> paths) {
        List<Path> runs = new ArrayList<>();
        for (Path path : paths) {
            Path run = named(path);
            if (!isLink(path) || !paths.contains(run)) {
                runs.add(run);
            }
        }
        return runs;
    }

    private static boolean isLink(Path path) {
        return path.endsWith(NAME) && Files.isSymbolicLink(path);
    }

    private static Path target(Path link) {
        try {
            return link.resolveSibling(Files.readSymbolicLink(link));
        } catch (IOException e) {
            throw StoreException.reading(link, e);
        }
    }
}
