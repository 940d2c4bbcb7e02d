package dev.assay.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

final class Problem {
    private Problem() {}

    /** Returns the API server's message, what is wrong with a file, or else the client's with that of the innermost cause, which alone gives the reason. */
    static String text(Exception e) {
        if (e instanceof KubernetesClientException refused
                && refused.getStatus() != null
                && refused.getStatus().getMessage() != null) {
            return refused.getStatus().getMessage();
        }
        if (e instanceof FileSystemException file && file.getReason() == null) {
            return file.getFile() + ": "
                    + (file instanceof AccessDeniedException
                            ? "permission denied"
                            : file.getClass().getSimpleName());
        }
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause == e ? String.valueOf(e.getMessage()) : e.getMessage() + " (" + cause + ")";
    }
}
