package dev.assay.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;

/** What the client of Kubernetes says where something went wrong. */
final class Problem {
    private Problem() {}

    /** What the API server says, or else the client with the innermost cause, which alone tells what has happened. */
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
