package dev.assay.cluster.fetch;

/**
 * An HTTP proxy.
 *
 * @param source where it is named: an environment variable, or the JVM's properties
 * @param user empty for a proxy that needs no login
 */
public record ProxyAddress(String source, String host, int port, String user, String password) {
    /** Whether it has a login. */
    public boolean hasLogin() {
        return !user.isEmpty();
    }

    /** The proxy without its login. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
