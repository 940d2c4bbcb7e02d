package dev.assay.kubernetes;

import java.nio.file.Path;

/**
 * @param digest SHA-256
 * @param bytes its size
 * @param path in pods, below Assay's own folder there, such as {@code worker/assay-worker.jar}
 * @param local the file on this machine
 */
public record PodFile(String digest, long bytes, String path, Path local) {
    /** Returns the line of {@link dev.assay.kubernetes.boot.Boot#FILES} for this jar. */
    String line() {
        return digest + " " + bytes + " " + path;
    }
}
