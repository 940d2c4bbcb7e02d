package dev.assay.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;

final class Problem {
    private Problem() {}

    /** Returns the API server's message, or else the client's with that of the innermost cause, which alone gives the reason. */
    static String text(Exception e) {
        if (e instanceof KubernetesClientException refused
                && refused.getStatus() != null
                && refused.getStatus().getMessage() != null) {
            return refused.getStatus().getMessage();
        }
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause == e ? String.valueOf(e.getMessage()) : e.getMessage() + " (" + cause + ")";
    }
}
