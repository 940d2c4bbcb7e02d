package dev.assay.cluster.artifact;

import dev.assay.cluster.DeploymentException;
import dev.assay.host.file.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Lists the files of a folder that was unpacked from an archive.
 *
 * @param files by their paths below the folder, with slashes
 */
public record UnpackedFiles(Map<String, Entry> files) {
    private static final String HEADER = "assay manifest 1";

    /** @param sha256 in hexadecimal digits */
    public record Entry(long bytes, String sha256) {}

    public UnpackedFiles {
        files = java.util.Collections.unmodifiableMap(new TreeMap<>(files));
    }

    /** Reads a manifest, which must name the archive. */
    static UnpackedFiles read(Path file, String archive) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.size() < 3 || !lines.get(0).equals(HEADER) || !lines.get(1).equals("archive " + archive)) {
            throw new IOException("it is not a manifest of the archive with the SHA-256 " + archive);
        }
        Map<String, Entry> files = new TreeMap<>();
        for (String line : lines.subList(2, lines.size())) {
            String[] part = line.split("\t", -1);
            if (part.length != 3 || !part[1].matches("\\d{1,15}")) {
                throw new IOException("it has the line '" + line + "'");
            }
            files.put(part[2], new Entry(Long.parseLong(part[1]), part[0]));
        }
        return new UnpackedFiles(files);
    }

    /** Writes the manifest; the caller holds the {@link dev.assay.cluster.CacheLock} of its folder. */
    void write(Path file, String archive) throws IOException {
        List<String> lines = new ArrayList<>(List.of(HEADER, "archive " + archive));
        files.forEach((path, entry) -> lines.add(entry.sha256 + "\t" + entry.bytes + "\t" + path));
        DurableFile.write(file, lines);
    }

    /**
     * Refuses a folder that does not hold these files and no others.
     *
     * @throws DeploymentException when something is different
     */
    void check(Path folder, KnownDigests digests) throws IOException {
        Map<String, Path> existing = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(path -> !Files.isDirectory(path, java.nio.file.LinkOption.NOFOLLOW_LINKS))
                    .forEach(path ->
                            existing.put(folder.relativize(path).toString().replace('\\', '/'), path));
        }
        for (String path : existing.keySet()) {
            if (!files.containsKey(path)) {
                throw changed(folder, path + " was added");
            }
        }
        for (Map.Entry<String, Entry> wanted : files.entrySet()) {
            Path path = existing.get(wanted.getKey());
            if (path == null) {
                throw changed(folder, wanted.getKey() + " is gone");
            }
            boolean whole = Files.isRegularFile(path, java.nio.file.LinkOption.NOFOLLOW_LINKS)
                    && Files.size(path) == wanted.getValue().bytes;
            if (!whole || !digests.of(path).equals(wanted.getValue().sha256)) {
                throw changed(folder, wanted.getKey() + " was changed");
            }
        }
    }

    private static DeploymentException changed(Path folder, String change) {
        return DeploymentException.environment(
                "%s has changed since it was unpacked: %s. Nothing was started. Delete that folder; the next run unpacks it again from the archive, whose checksum it verifies."
                        .formatted(folder, change),
                null);
    }
}
