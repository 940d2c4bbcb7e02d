package dev.assay.worker.wire;

/**
 * Names where a worker listens.
 *
 * @param host name or address, without brackets
 * @param port 0 to 65535
 */
public record HostPort(String host, int port) {
    public HostPort {
        if (host.isBlank() || port < 0 || port > 65_535) {
            throw new IllegalArgumentException(
                    "expected an address like 192.0.2.7:9100, but found host '" + host + "' and port " + port);
        }
    }

    /**
     * Reads {@code HOST:PORT}; an IPv6 address stands in brackets.
     *
     * @throws IllegalArgumentException when the text is no such address
     */
    public static HostPort parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1 || !text.substring(colon + 1).matches("[0-9]{1,5}")) {
            throw new IllegalArgumentException("expected HOST:PORT like 192.0.2.7:9100, but found '" + text + "'");
        }
        String host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.contains(":")) {
            throw new IllegalArgumentException(
                    "an IPv6 address needs brackets like [::1]:9100, but found '" + text + "'");
        }
        return new HostPort(host, Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public String toString() {
        return host.contains(":") ? "[" + host + "]:" + port : host + ":" + port;
    }
}
