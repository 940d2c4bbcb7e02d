package dev.assay.cluster.fetch;

import dev.assay.cluster.DeploymentException;
import java.io.IOException;
import java.net.Authenticator;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Routes fetches of servers and clients: it knows their proxy and the certificates that they trust. */
public final class FetchRoute {
    /** General advice, as a sentence, where the reason is not known. */
    public static final String ADVICE =
            "Behind a proxy, set HTTPS_PROXY; where it issues certificates of its own, also SSL_CERT_FILE.";

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    private static final int LOGIN_NEEDED = 407;
    private static final Pattern STATUS = Pattern.compile("(?:Tunnel failed, got|status(?: code)?):? (\\d{3})");

    /** The message of the JDK's client for a proxy or server that wants a login where the client has none. */
    private static final String NO_LOGIN = "No credentials provided";

    private static final String REFUSED_LOGIN = "too many authentication attempts";

    static {
        // The JDK's client logs in to no proxy of https otherwise, and reads this once.
        System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
    }

    private final Map<String, String> environment;
    private final ProxyVariables variables;

    public FetchRoute(Map<String, String> environment) {
        this.environment = environment;
        this.variables = new ProxyVariables(environment);
    }

    public static FetchRoute ofProcess() {
        return new FetchRoute(System.getenv());
    }

    /** @throws DeploymentException when a variable names a file without certificates */
    public SSLContext trust() {
        try {
            return new TrustedCertificates(environment, TrustedCertificates.BUNDLES).context();
        } catch (IOException e) {
            throw DeploymentException.input("Nothing can be fetched: " + e.getMessage() + ".", e);
        }
    }

    /**
     * Returns the proxy of a URL, that of the JVM's properties before that of the environment.
     *
     * @throws DeploymentException when a variable is no URL of a proxy
     */
    public Optional<ProxyAddress> proxyFor(URI url) {
        if (url.getHost() == null) {
            return Optional.empty();
        }
        for (Proxy proxy : ProxySelector.getDefault().select(url)) {
            if (proxy.type() == Proxy.Type.HTTP && proxy.address() instanceof InetSocketAddress address) {
                String source = "the JVM's " + url.getScheme() + ".proxyHost";
                return Optional.of(new ProxyAddress(source, address.getHostString(), address.getPort(), "", ""));
            }
        }
        try {
            return variables.proxyFor(url);
        } catch (IOException e) {
            throw DeploymentException.input("Nothing can be fetched: " + e.getMessage() + ".", e);
        }
    }

    /** Creates a client on this route, which follows redirects; the caller closes it. */
    public HttpClient client() {
        return HttpClient.newBuilder()
                .connectTimeout(CONNECT_LIMIT)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .sslContext(trust())
                .proxy(new Selector())
                .authenticator(new Login())
                .build();
    }

    /**
     * Returns why a URL could not be fetched, and which variable helps, as whole sentences; empty where neither certificates nor a proxy
     * are the reason.
     */
    public Optional<String> explain(Throwable failure, URI url) {
        Optional<ProxyAddress> proxy = proxyFor(url);
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UntrustedCertificateException untrusted) {
                return Optional.of(untrusted(untrusted, proxy));
            }
            if (proxy.isEmpty() && isOfUnknownName(cause)) {
                return Optional.of(
                        "The name %s is not known to this machine's network. %s".formatted(url.getHost(), ADVICE));
            }
            if (proxy.isEmpty() && String.valueOf(cause.getMessage()).contains(REFUSED_LOGIN)) {
                return Optional.of("%1$s wants a login, or refuses that of its URL: https://USER:PASSWORD@%1$s/."
                        .formatted(url.getHost()));
            }
            if (proxy.isPresent()) {
                Optional<String> explanation = explain(cause, url, proxy.get());
                if (explanation.isPresent()) {
                    return explanation;
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isOfUnknownName(Throwable cause) {
        return cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException;
    }

    private String untrusted(UntrustedCertificateException untrusted, Optional<ProxyAddress> proxy) {
        String file = environment.getOrDefault(TrustedCertificates.FILE, "");
        return "The certificate of %s was issued by \"%s\"%s, which is trusted neither by this Java nor by this system%s. If that is an authority of your network, set %s to a file with its certificate in PEM."
                .formatted(
                        untrusted.host(),
                        untrusted.issuer(),
                        proxy.map(known -> " (seen through the proxy " + known + ")")
                                .orElse(""),
                        file.isBlank() ? "" : ", and is not in " + file,
                        TrustedCertificates.FILE);
    }

    private static Optional<String> explain(Throwable cause, URI url, ProxyAddress proxy) {
        String name = "The proxy %s, which %s names,".formatted(proxy, proxy.source());
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof ConnectException
                || cause instanceof HttpConnectTimeoutException
                || isOfUnknownName(cause)
                || message.endsWith("could not be resolved")) {
            return Optional.of(
                    name + " can't be reached. Correct it, or name in NO_PROXY what is reached without one.");
        }
        if (message.contains(REFUSED_LOGIN)) {
            return Optional.of(name + " refuses the login that stands there.");
        }
        Matcher matcher = STATUS.matcher(message);
        int status = matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
        if (status == LOGIN_NEEDED || message.equals(NO_LOGIN)) {
            return Optional.of(name
                    + " wants a login (status 407): set HTTPS_PROXY=http://USER:PASSWORD@%s, with %%40 for an @ in the password."
                            .formatted(proxy));
        }
        return message.contains("Tunnel failed")
                ? Optional.of(
                        "%s refuses the way to %s (status %d). Ask who runs it to allow that host, or use a mirror."
                                .formatted(name, url.getHost(), status))
                : Optional.empty();
    }

    private final class Selector extends ProxySelector {
        @Override
        public List<Proxy> select(URI url) {
            return List.of(proxyFor(url)
                    .map(proxy ->
                            new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.host(), proxy.port())))
                    .orElse(Proxy.NO_PROXY));
        }

        @Override
        public void connectFailed(URI url, SocketAddress address, IOException failure) {
            // The client reports it.
        }
    }

    private final class Login extends Authenticator {
        @Override
        protected @Nullable PasswordAuthentication getPasswordAuthentication() {
            if (getRequestorType() != RequestorType.PROXY) {
                return null;
            }
            return proxyFor(URI.create(getRequestingURL().toString()))
                    .filter(ProxyAddress::hasLogin)
                    .map(proxy -> new PasswordAuthentication(
                            proxy.user(), proxy.password().toCharArray()))
                    .orElse(null);
        }
    }
}
