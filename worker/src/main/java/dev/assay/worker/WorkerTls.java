package dev.assay.worker;

import io.grpc.ServerCredentials;

/** By what a worker identifies itself over TLS, and by what it knows its callers. */
public sealed interface WorkerTls permits CertificateFiles, CertificateInput {
    /**
     * For gRPC.
     *
     * @throws WorkerStartException when a certificate or a key can't be read
     */
    ServerCredentials credentials() throws WorkerStartException;
}
