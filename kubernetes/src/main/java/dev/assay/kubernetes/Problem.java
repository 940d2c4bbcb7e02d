package dev.assay.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.WebSocketHandshakeException;
import java.net.HttpURLConnection;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

final class Problem {
    private Problem() {}

    /** Returns the status of HTTP; 0 where there was none. The client hides that of a refused command in a cause. */
    static int code(Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof KubernetesClientException refused && refused.getCode() > 0) {
                return refused.getCode();
            }
            if (cause instanceof WebSocketHandshakeException refused && refused.getResponse() != null) {
                return refused.getResponse().code();
            }
        }
        return 0;
    }

    /** Returns the API server's message, what is wrong with a file, or else the client's with that of the innermost cause, which alone gives the reason; with what to do where credentials have run out. */
    static String text(Exception e) {
        String text = plainText(e);
        return code(e) == HttpURLConnection.HTTP_UNAUTHORIZED
                ? "your credentials are not accepted (%s); renew them until 'kubectl get pods' works".formatted(text)
                : text;
    }

    private static String plainText(Exception e) {
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
            if (cause instanceof WebSocketHandshakeException) {
                return "HTTP " + code(e);
            }
            cause = cause.getCause();
        }
        return cause == e ? String.valueOf(e.getMessage()) : e.getMessage() + " (" + cause + ")";
    }
}
