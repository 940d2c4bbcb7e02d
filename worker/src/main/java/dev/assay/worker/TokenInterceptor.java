package dev.assay.worker;

import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** Lets no call through that does not show the token. */
final class TokenInterceptor implements ServerInterceptor {
    private final byte[] token;

    TokenInterceptor(WorkerToken token) {
        this.token = token.text().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        String shown = headers.get(WireProtocol.TOKEN);
        // Compares in constant time, which reveals nothing about how much of a guess was right.
        if (shown != null && MessageDigest.isEqual(token, shown.getBytes(StandardCharsets.UTF_8))) {
            return next.startCall(call, headers);
        }
        String problem = shown == null
                ? "this worker needs a token; give the coordinator the worker's token by file or by the variable "
                        + WireProtocol.TOKEN_VARIABLE
                : "the token is not this worker's token; give the coordinator the same token as the worker";
        call.close(Status.UNAUTHENTICATED.withDescription(problem), new Metadata());
        return new ServerCall.Listener<>() {};
    }
}
