package dev.assay.host.calibration;

import java.io.IOException;
import java.util.Optional;

/** Accesses the file that a disk is measured with. All calls wait until the operating system says that it is done. */
public interface DiskAccess extends AutoCloseable {
    String folder();

    String fileSystem();

    /** Returns what may still be written, as the file system says. */
    long freeBytes() throws IOException;

    /** Returns why transfers past the page cache are not possible there; empty where they are. */
    Optional<String> refusesDirect();

    /** Writes that many bytes past the page cache, a multiple of 4096, after those that were written before. */
    void write(int bytes) throws IOException;

    /** Reads that many bytes past the page cache from the beginning on, after those that were read before. */
    void read(int bytes) throws IOException;

    /** Appends that many bytes through the page cache, to a file of its own. */
    void append(int bytes) throws IOException;

    /** Has appended data written to the disk, as fdatasync does. */
    void sync() throws IOException;

    @Override
    void close() throws IOException;
}
