package dev.assay.cluster.fetch;

import java.security.cert.CertificateException;

final class UntrustedCertificateException extends CertificateException {
    private static final long serialVersionUID = 1L;

    private final String host;
    private final String issuer;

    UntrustedCertificateException(String host, String issuer, CertificateException cause) {
        super("the certificate of " + host + ", issued by " + issuer + ", is not trusted", cause);
        this.host = host;
        this.issuer = issuer;
    }

    String host() {
        return host;
    }

    String issuer() {
        return issuer;
    }
}
