package dev.assay.worker;

import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Names the files of the certificate by which a worker identifies itself.
 *
 * @param certificate its certificate, or the chain from it upwards, in PEM
 * @param key its private key in PEM (PKCS #8), without a password
 */
public record CertificateFiles(Path certificate, Path key) implements WorkerTls {
    @Override
    public ServerCredentials credentials() throws WorkerStartException {
        try {
            return TlsServerCredentials.create(certificate.toFile(), key.toFile());
        } catch (IOException e) {
            throw new WorkerStartException("the files of --tls-cert and --tls-key can't be read: " + e.getMessage(), e);
        }
    }
}
