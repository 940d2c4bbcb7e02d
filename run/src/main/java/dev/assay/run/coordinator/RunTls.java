package dev.assay.run.coordinator;

import io.grpc.ChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Holds the certificates of one run, by which a coordinator and the workers that it has started elsewhere know each other, all in PEM.
 *
 * @param certificate the coordinator's
 * @param key its private key (PKCS #8)
 * @param worker the certificate of the workers
 */
public record RunTls(String certificate, String key, String worker) {
    /** The name in the workers' certificate, wherever they are: the certificate is trusted by itself, and for one run only. */
    public static final String WORKER_NAME = "assay-worker";

    ChannelCredentials credentials() throws CoordinationException {
        try {
            return TlsChannelCredentials.newBuilder()
                    .keyManager(stream(certificate), stream(key))
                    .trustManager(stream(worker))
                    .build();
        } catch (IOException e) {
            throw new CoordinationException("the certificates of the run can't be read: " + e.getMessage(), e);
        }
    }

    private static InputStream stream(String pem) {
        return new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
    }

    /** Leaves out the key, which belongs in no log. */
    @Override
    public String toString() {
        return "the certificates of a run";
    }
}
