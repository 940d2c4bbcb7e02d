package dev.assay.kubernetes;

import java.nio.file.Path;

/**
 * A jar that pods need.
 *
 * @param digest SHA-256
 * @param bytes how large it is
 * @param path where pods have it, below Assay's own folder there, such as {@code worker/assay-worker.jar}
 * @param here the file on this machine
 */
public record PodFile(String digest, long bytes, String path, Path here) {
    /** As pods read it. */
    String line() {
        return digest + " " + bytes + " " + path;
    }
}
