package dev.assay.run.coordinator;

import io.grpc.Status;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

final class ConnectionProblem {
    private ConnectionProblem() {}

    static CoordinationException of(WorkerConnection.Target target, Throwable problem) {
        String worker = target.name() + " at " + target.address();
        Status status = Status.fromThrowable(problem);
        String detail = detail(status);
        String text = switch (status.getCode()) {
            case UNAVAILABLE -> unavailable(target, status, rootMessage(status, detail));
            case DEADLINE_EXCEEDED ->
                "worker %s accepts connections, but does not answer within %d s; is it frozen, or something else?"
                        .formatted(worker, WorkerConnection.CALL_LIMIT.toSeconds());
            case FAILED_PRECONDITION -> "worker %s: %s".formatted(worker, detail);
            case UNIMPLEMENTED -> "what listens at %s is not an Assay worker: %s".formatted(worker, detail);
            default -> "worker %s refused the connection: %s".formatted(worker, detail);
        };
        return new CoordinationException(text, problem);
    }

    private static String unavailable(WorkerConnection.Target target, Status status, String cause) {
        String text;
        if (target.trust().run() != null) {
            text =
                    "worker %s has been started, but this machine can't reach it there: %s; check the firewall: a fleet file names the ports that are open ('ports'), and an address that leads there ('address')";
        } else if (isTls(status.getCause())) {
            text =
                    "TLS with worker %s failed: %s; --worker-ca must name the certificate of the worker or of its authority, valid for the given address, and the worker must run with --tls-cert and --tls-key";
        } else {
            text =
                    "worker %s can't be reached: %s; start it there with 'assay worker --listen HOST:PORT', and check address and firewall; a worker with --tls-cert needs --worker-ca here";
        }
        return text.formatted(target.name() + " at " + target.address(), cause);
    }

    private static boolean isTls(@Nullable Throwable cause) {
        for (Throwable at = cause; at != null; at = at.getCause()) {
            if (at instanceof SSLException) {
                return true;
            }
        }
        return false;
    }

    /** Returns a line with the operating system's message, which is more precise than gRPC's, or else with gRPC's. */
    static String text(Throwable problem) {
        Status status = Status.fromThrowable(problem);
        return rootMessage(status, detail(status));
    }

    private static String detail(Status status) {
        return status.getDescription() == null ? status.getCode().name() : status.getDescription();
    }

    private static String rootMessage(Status status, String otherwise) {
        Throwable cause = status.getCause();
        while (cause != null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause == null || cause.getMessage() == null ? otherwise : cause.getMessage();
    }
}
