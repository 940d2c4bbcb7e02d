package dev.assay.cluster.artifact;

import dev.assay.cluster.CacheLock;
import dev.assay.host.file.DurableFile;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Computes SHA-256 of files. A file that was read before is not read again while its inode, size, time of modification and time of change
 * are the same; the last of these cannot be set back. A file that changed less than 2 s ago is always read: it could change once more
 * within the resolution of its times. Where files have no inodes, each is read each time.
 */
public final class KnownDigests {
    private static final String LOCK = "known.lock";
    private static final Duration RESOLUTION = Duration.ofSeconds(2);
    private static final boolean INODES =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

    private final Path file;
    private final InstantSource clock;
    private final Map<Path, Known> known = new LinkedHashMap<>();
    private boolean changed;

    private record State(String text, long changedMillis) {}

    private record Known(String state, String sha256) {}

    private KnownDigests(Path file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /** Reads the known digests from a file, which need not exist. */
    public static KnownDigests read(Path file) throws IOException {
        return read(file, InstantSource.system());
    }

    static KnownDigests read(Path file, InstantSource clock) throws IOException {
        KnownDigests digests = new KnownDigests(file, clock);
        if (Files.isRegularFile(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] part = line.split("\t", 3);
                if (part.length == 3) {
                    digests.known.put(Path.of(part[2]), new Known(part[1], part[0]));
                }
            }
        }
        return digests;
    }

    /** Returns the digest of a file's content in hexadecimal digits. */
    String of(Path content) throws IOException {
        if (!INODES) {
            return Sha256.ofFile(content);
        }
        State state = state(content);
        Known before = known.get(content);
        if (before != null && before.state.equals(state.text)) {
            return before.sha256;
        }
        String sha256 = Sha256.ofFile(content);
        boolean settled = state.changedMillis < clock.millis() - RESOLUTION.toMillis();
        if (settled && state.equals(state(content)) && !content.toString().contains("\n")) {
            known.put(content, new Known(state.text, sha256));
            changed = true;
        }
        return sha256;
    }

    private static State state(Path content) throws IOException {
        Map<String, Object> of = Files.readAttributes(content, "unix:dev,ino,size,lastModifiedTime,ctime");
        FileTime change = (FileTime) of.get("ctime");
        FileTime modified = (FileTime) of.get("lastModifiedTime");
        if (change == null || modified == null) {
            throw new IOException("the file system reports no timestamps of " + content);
        }
        String text = of.get("dev") + ":" + of.get("ino") + ":" + of.get("size") + ":"
                + modified.to(TimeUnit.NANOSECONDS) + ":" + change.to(TimeUnit.NANOSECONDS);
        return new State(text, change.toMillis());
    }

    /** Stores the digests. Of two processes that do so at once one wins, and some files are read once more. */
    public void keep() throws IOException {
        if (!changed) {
            return;
        }
        known.keySet().removeIf(content -> !Files.exists(content));
        List<String> lines = known.entrySet().stream()
                .map(each -> each.getValue().sha256 + "\t" + each.getValue().state + "\t" + each.getKey())
                .toList();
        try (CacheLock alone = CacheLock.hold(file.resolveSibling(LOCK))) {
            alone.check();
            DurableFile.write(file, lines);
        }
        changed = false;
    }
}
