package dev.assay.cluster.artifact;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

public final class Unpacking {
    private Unpacking() {}

    /**
     * Writes the chosen files below a folder, without the archive's own topmost folder.
     *
     * @param chosen returns whether a path below the topmost folder, such as {@code lib/x.jar}, is wanted
     * @return the files written, with the digests of the archive's content
     * @throws IOException when the archive is damaged, leads out of the folder, or there is no room
     */
    public static UnpackedFiles unpack(Path archive, Path folder, Predicate<String> chosen) throws IOException {
        Map<String, UnpackedFiles.Entry> files = new TreeMap<>();
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
                TarArchiveInputStream tar = new TarArchiveInputStream(new GzipCompressorInputStream(file))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                String name = entry.getName();
                String below = name.substring(name.indexOf('/') + 1);
                if (entry.isFile() && chosen.test(below)) {
                    Path target = folder.resolve(below).normalize();
                    if (!target.startsWith(folder)) {
                        throw new IOException(archive + " has an entry that leads elsewhere: " + below);
                    }
                    Files.createDirectories(target.getParent());
                    DigestInputStream content = Sha256.reading(tar);
                    Files.copy(content, target);
                    files.put(below, new UnpackedFiles.Entry(entry.getSize(), Sha256.of(content)));
                }
            }
        }
        return new UnpackedFiles(files);
    }
}
