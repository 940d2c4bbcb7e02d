package dev.assay.cluster.fetch;

import java.net.Socket;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Decides as another trust manager does, and names host and issuer of a certificate whose issuer that manager does not know. */
final class NamingTrust extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager trust;

    NamingTrust(X509ExtendedTrustManager trust) {
        this.trust = trust;
    }

    private interface Check {
        void run() throws CertificateException;
    }

    private static void named(Optional<String> host, X509Certificate[] chain, Check check) throws CertificateException {
        try {
            check.run();
        } catch (CertificateException e) {
            if (!isOfUnknownIssuer(e)) {
                throw e;
            }
            X509Certificate last = chain[chain.length - 1];
            throw new UntrustedCertificateException(
                    host.orElse("the server"), last.getIssuerX500Principal().getName(), e);
        }
    }

    private static boolean isOfUnknownIssuer(CertificateException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertPathBuilderException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        named(Optional.ofNullable(engine.getPeerHost()), chain, () -> trust.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        named(Optional.empty(), chain, () -> trust.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        named(Optional.empty(), chain, () -> trust.checkServerTrusted(chain, type));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        trust.checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        trust.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        trust.checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trust.getAcceptedIssuers();
    }
}
