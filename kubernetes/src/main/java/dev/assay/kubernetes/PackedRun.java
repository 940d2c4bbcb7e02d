package dev.assay.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

final class PackedRun {
    private PackedRun() {}

    /**
     * Unpacks a run that a pod has packed; replaces nothing.
     *
     * @return the folders of runs
     * @throws IOException when a file exists already, or would lie elsewhere
     */
    static Set<Path> unpack(Path packed, Path out) throws IOException {
        Set<Path> folders = new TreeSet<>();
        Path root = out.toAbsolutePath().normalize();
        try (ZipFile zip = new ZipFile(packed.toFile())) {
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                Path target = root.resolve(entry.getName()).normalize();
                if (!target.startsWith(root) || target.equals(root)) {
                    throw new IOException("the run has a file outside of its folder: " + entry.getName());
                }
                Files.createDirectories(target.getParent());
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.copy(in, target);
                }
                folders.add(out.resolve(root.relativize(target).getName(0)));
            }
        }
        return folders;
    }
}
