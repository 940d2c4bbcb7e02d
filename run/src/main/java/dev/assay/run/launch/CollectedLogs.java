package dev.assay.run.launch;

import dev.assay.model.spec.Redactor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** Masks known secrets in the logs that servers and workers have written into a run directory, once they have ended. */
public final class CollectedLogs {
    private static final int BLOCK = 1 << 20;
    private static final int DEEP = 6;

    /** The secrets as they are in the files: each byte a character. */
    private final Redactor secrets;

    private final int longest;

    public CollectedLogs(Redactor known) {
        this.secrets = Redactor.of(known.values().stream()
                .map(value -> new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
                .toList());
        this.longest = secrets.values().stream().mapToInt(String::length).max().orElse(0);
    }

    public void clean(Path run) throws IOException {
        if (longest == 0) {
            return;
        }
        List<Path> logs;
        try (Stream<Path> files = Files.walk(run, DEEP)) {
            logs = files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .filter(file -> run.relativize(file).toString().contains("logs/"))
                    .toList();
        }
        for (Path log : logs) {
            cleanFile(log);
        }
    }

    private void cleanFile(Path log) throws IOException {
        if (!copy(log, OutputStream.nullOutputStream())) {
            return;
        }
        Path fresh = log.resolveSibling(log.getFileName() + ".new");
        try {
            try (OutputStream out = Files.newOutputStream(fresh)) {
                copy(log, out);
            }
            Files.move(fresh, log, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** Copies a log; returns whether anything was masked. */
    private boolean copy(Path log, OutputStream out) throws IOException {
        try (InputStream in = Files.newInputStream(log)) {
            return copy(in, out);
        }
    }

    /**
     * Copies block by block, each with as much of the one before as the beginning of a secret could take; returns whether anything was
     * masked.
     */
    private boolean copy(InputStream in, OutputStream out) throws IOException {
        boolean changed = false;
        String rest = "";
        byte[] block = in.readNBytes(BLOCK);
        while (block.length > 0) {
            byte[] next = in.readNBytes(BLOCK);
            String text = rest + new String(block, StandardCharsets.ISO_8859_1);
            String masked = secrets.verbatim(text);
            changed |= !masked.equals(text);
            // A secret that begins at the very end is found with the next block.
            int whole = next.length == 0 ? masked.length() : Math.max(0, masked.length() - longest - 1);
            out.write(masked.substring(0, whole).getBytes(StandardCharsets.ISO_8859_1));
            rest = masked.substring(whole);
            block = next;
        }
        return changed;
    }
}
