package dev.assay.cluster.disk;

import dev.assay.cluster.DeploymentException;
import dev.assay.host.HostException;
import dev.assay.host.program.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Drops the pages of files that the kernel of this machine keeps in memory; see proc_sys_vm(5) on {@code drop_caches}. This changes no
 * file, but every process of the machine then reads from disk.
 */
public final class PageCache {
    private static final Path DROP = Path.of("/proc/sys/vm/drop_caches");

    /** Selects clean pages of files, but not the kernel's own caches of names. */
    private static final byte[] PAGES = "1\n".getBytes(StandardCharsets.US_ASCII);

    private final Path drop;
    private final SyncAll sync;

    /** Writes everything dirty to disk: only clean pages can be dropped. */
    @FunctionalInterface
    interface SyncAll {
        void run() throws IOException;
    }

    public PageCache() {
        this(DROP, () -> Program.run(Program.FLUSH_LIMIT, "sync"));
    }

    PageCache(Path drop, SyncAll sync) {
        this.drop = drop;
        this.sync = sync;
    }

    /** Returns why the page cache can't be dropped here; empty when no obstacle is known. */
    public Optional<String> refusal() {
        if (!Files.exists(drop)) {
            return Optional.of("this machine has no " + drop + ", which only Linux has");
        }
        return Files.isWritable(drop)
                ? Optional.empty()
                : Optional.of("only root may drop the page cache (" + drop + " can't be written)");
    }

    /**
     * Writes everything to disk and drops the clean pages, twice: what was written to files while gigabytes went to disk is dirty again,
     * and the second pass leaves seconds of it.
     *
     * @throws DeploymentException when the kernel refuses
     */
    public void drop() {
        try {
            sync.run();
            sync.run();
            Files.write(drop, PAGES, StandardOpenOption.WRITE);
        } catch (IOException | HostException e) {
            throw DeploymentException.environment(
                    "the page cache can't be dropped: " + refusal().orElse(String.valueOf(e.getMessage()))
                            + "; run as root on a machine of your own, or leave out page-cache: drop",
                    e);
        }
    }
}
