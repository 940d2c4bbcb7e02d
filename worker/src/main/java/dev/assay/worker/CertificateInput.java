package dev.assay.worker;

import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.TlsServerCredentials.ClientAuth;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * Holds the certificates of one run, which a worker gets from its owner over standard input, so that no file has them. Both
 * sides identify themselves: callers without the owner's certificate are refused before they send anything.
 *
 * @param certificate the worker's, in PEM
 * @param key its private key in PEM (PKCS #8)
 * @param caller the certificate of its owner, in PEM
 */
public record CertificateInput(String certificate, String key, String caller) implements WorkerTls {
    /** Returns the lines of standard input that {@link #of} reads. */
    public List<String> lines() {
        Base64.Encoder encoder = Base64.getEncoder();
        return List.of(certificate, key, caller).stream()
                .map(text -> encoder.encodeToString(text.getBytes(StandardCharsets.US_ASCII)))
                .toList();
    }

    /** @throws IllegalArgumentException when these are no such lines */
    static CertificateInput of(String certificate, String key, String caller) {
        return new CertificateInput(text(certificate), text(key), text(caller));
    }

    private static String text(String line) {
        return new String(Base64.getDecoder().decode(line), StandardCharsets.US_ASCII);
    }

    @Override
    public ServerCredentials credentials() throws WorkerStartException {
        try {
            return TlsServerCredentials.newBuilder()
                    .keyManager(stream(certificate), stream(key))
                    .trustManager(stream(caller))
                    .clientAuth(ClientAuth.REQUIRE)
                    .build();
        } catch (IOException e) {
            throw new WorkerStartException("the certificates on standard input can't be read: " + e.getMessage(), e);
        }
    }

    private static InputStream stream(String pem) {
        return new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
    }

    /** Leaves the key out, which belongs in no log. */
    @Override
    public String toString() {
        return "the certificates of a run";
    }
}
