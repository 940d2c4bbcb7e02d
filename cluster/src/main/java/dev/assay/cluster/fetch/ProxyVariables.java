package dev.assay.cluster.fetch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads proxies from environment variables as curl and pip do: {@code HTTPS_PROXY}, {@code HTTP_PROXY}, {@code ALL_PROXY} and {@code
 * NO_PROXY}, of which the names in small letters win. It uses nothing but the JDK, since {@link MavenNetwork} is run from its source before
 * a build.
 */
final class ProxyVariables {
    private static final int PORT_OF_HTTP = 80;
    private static final int PORT_OF_HTTPS = 443;
    private static final int MAX_PORT = 65_535;

    private final Map<String, String> environment;

    ProxyVariables(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Returns the proxy of a URL; empty where it is reached directly.
     *
     * @throws IOException in words for people, without the value, when a variable is no URL of an HTTP proxy
     */
    Optional<ProxyAddress> proxyFor(URI url) throws IOException {
        String scheme = url.getScheme();
        if (isDirect(url)) {
            return Optional.empty();
        }
        for (String name : List.of(scheme + "_proxy", "all_proxy")) {
            for (String variable : List.of(name, name.toUpperCase(Locale.ROOT))) {
                if (environment.containsKey(variable)) {
                    String value = environment.get(variable).strip();
                    return value.isEmpty() ? Optional.empty() : Optional.of(address(variable, value));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the hosts and suffixes that are reached directly, without ports and ranges. */
    List<String> directHosts() {
        return exceptions().stream().filter(entry -> !entry.contains("/")).toList();
    }

    private List<String> exceptions() {
        String value = environment.getOrDefault("no_proxy", environment.getOrDefault("NO_PROXY", ""));
        return List.of(value.strip().split("[,\\s]+", -1)).stream()
                .filter(entry -> !entry.isEmpty())
                .map(entry -> entry.toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Returns whether a URL is reached directly, as is this machine's loopback interface, which a proxy would take for its own. */
    private boolean isDirect(URI url) {
        String host = url.getHost().toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", "");
        Optional<InetAddress> address = literal(host);
        if (host.equals("localhost")
                || address.filter(InetAddress::isLoopbackAddress).isPresent()) {
            return true;
        }
        int port = url.getPort() > 0 ? url.getPort() : url.getScheme().equals("https") ? PORT_OF_HTTPS : PORT_OF_HTTP;
        for (String entry : exceptions()) {
            if (entry.equals("*")
                    || address.filter(known -> isInRange(known, entry)).isPresent()) {
                return true;
            }
            String name = entry.endsWith(":" + port) && literal(entry).isEmpty()
                    ? entry.substring(0, entry.lastIndexOf(':'))
                    : entry;
            name = name.replaceAll("[\\[\\]]", "").replaceFirst("^\\*?\\.", "");
            if (host.equals(name) || host.endsWith("." + name)) {
                return true;
            }
        }
        return false;
    }

    private static Optional<InetAddress> literal(String host) {
        try {
            return Optional.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException _) {
            return Optional.empty(); // The host is a name.
        }
    }

    /** Returns whether an address is in a range such as {@code 10.0.0.0/8}. */
    private static boolean isInRange(InetAddress address, String range) {
        int slash = range.indexOf('/');
        Optional<InetAddress> first = slash < 0 ? Optional.empty() : literal(range.substring(0, slash));
        if (first.isEmpty() || !range.substring(slash + 1).matches("\\d{1,3}")) {
            return false;
        }
        byte[] rangeBytes = first.get().getAddress();
        byte[] addressBytes = address.getAddress();
        int bits = Integer.parseInt(range.substring(slash + 1));
        if (rangeBytes.length != addressBytes.length || bits > rangeBytes.length * Byte.SIZE) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> bit % Byte.SIZE;
            if ((rangeBytes[bit / Byte.SIZE] & mask) != (addressBytes[bit / Byte.SIZE] & mask)) {
                return false;
            }
        }
        return true;
    }

    private static ProxyAddress address(String variable, String value) throws IOException {
        URI proxy;
        try {
            proxy = URI.create(value.contains("://") ? value : "http://" + value);
        } catch (IllegalArgumentException _) {
            throw invalid(variable); // The exception's message would show a password.
        }
        if (!"http".equalsIgnoreCase(proxy.getScheme()) || proxy.getHost() == null || proxy.getPort() > MAX_PORT) {
            throw invalid(variable);
        }
        String login = proxy.getRawUserInfo() == null ? "" : proxy.getRawUserInfo();
        int colon = login.indexOf(':');
        return new ProxyAddress(
                variable,
                proxy.getHost(),
                proxy.getPort() < 0 ? PORT_OF_HTTP : proxy.getPort(),
                decoded(colon < 0 ? login : login.substring(0, colon)),
                decoded(colon < 0 ? "" : login.substring(colon + 1)));
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static IOException invalid(String variable) {
        return new IOException(
                variable
                        + " must be the URL of an HTTP proxy, such as http://proxy.example:3128 or http://USER:PASSWORD@proxy.example:3128 (with %40 for an @ in a password); its value is not shown, as it may contain a password");
    }
}
