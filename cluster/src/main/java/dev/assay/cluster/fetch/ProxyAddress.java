package dev.assay.cluster.fetch;

/**
 * @param source which names it: an environment variable, or the JVM's properties
 * @param user empty for a proxy that needs no login
 */
public record ProxyAddress(String source, String host, int port, String user, String password) {
    public boolean hasLogin() {
        return !user.isEmpty();
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
