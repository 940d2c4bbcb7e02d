package dev.assay.worker;

import io.grpc.ServerCredentials;

/** Holds what a worker identifies itself by over TLS, and what it recognizes its callers by. */
public sealed interface WorkerTls permits CertificateFiles, CertificateInput {
    /** @throws WorkerStartException when a certificate or a key can't be read */
    ServerCredentials credentials() throws WorkerStartException;
}
