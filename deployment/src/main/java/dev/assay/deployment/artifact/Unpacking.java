package dev.assay.deployment.artifact;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/** Takes files out of a {@code tar.gz}. */
public final class Unpacking {
    private Unpacking() {}

    /**
     * Writes the chosen files below a folder, without the archive's own topmost folder.
     *
     * @param chosen says of a path below the topmost folder, such as {@code lib/x.jar}, whether it is wanted
     * @throws IOException when the archive is damaged, leads out of the folder, or there is no room
     */
    public static void unpack(Path archive, Path folder, Predicate<String> chosen) throws IOException {
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
                TarArchiveInputStream tar = new TarArchiveInputStream(new GzipCompressorInputStream(file))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                String name = entry.getName();
                String below = name.substring(name.indexOf('/') + 1);
                if (entry.isFile() && chosen.test(below)) {
                    Path target = folder.resolve(below).normalize();
                    if (!target.startsWith(folder)) {
                        throw new IOException(archive + " has an entry that leads elsewhere: " + name);
                    }
                    Files.createDirectories(target.getParent());
                    Files.copy(tar, target);
                }
            }
        }
    }
}
