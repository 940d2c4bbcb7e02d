package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.cluster.artifact.ArtifactQuery;
import dev.assay.cluster.artifact.Coordinates;
import dev.assay.cluster.artifact.Distribution;
import dev.assay.cluster.artifact.ResolvedArtifact;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds Pulsar's own distribution, unpacked once: its jars, and its files of settings, which are the vendor's defaults.
 *
 * @param home the unpacked folder, with {@code lib} and {@code conf}
 */
record PulsarDistribution(ResolvedArtifact archive, Path home) {
    /** Fetches and unpacks the distribution where it is missing, and verifies it where it is not. */
    static PulsarDistribution of(String version, AssayCache cache, ProgressListener progress) {
        ResolvedArtifact archive = new ArtifactCache(cache, progress)
                .resolve(query(version))
                .artifacts()
                .getFirst();
        Distribution unpacked = Distribution.of(
                archive,
                "pulsar-" + version,
                cache,
                progress,
                path -> path.startsWith("lib/") || path.startsWith("conf/"));
        return new PulsarDistribution(archive, unpacked.home());
    }

    static ArtifactQuery query(String version) {
        return new ArtifactQuery(List.of(coordinates(version)), List.of(), List.of(), false);
    }

    static Coordinates coordinates(String version) {
        try {
            return new Coordinates("org.apache.pulsar", "pulsar-server-distribution", "tar.gz", "bin", version);
        } catch (IllegalArgumentException e) {
            throw DeploymentException.input(
                    "systems.pulsar.version must be a release such as 4.0.8, but is '" + version + "'", e);
        }
    }

    String classPath() {
        try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
            return jars.filter(jar -> jar.toString().endsWith(".jar"))
                    .sorted()
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot list the jars of " + home + ": " + e, e);
        }
    }

    /** Reads the settings in one of the distribution's files, such as {@code broker.conf}. */
    Map<String, String> settings(String file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(home.resolve("conf").resolve(file))) {
            properties.load(reader);
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot read " + file + " of " + home + ": " + e, e);
        }
        Map<String, String> settings = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name, "")));
        return settings;
    }

    /** Returns SHA-256 by coordinates. */
    Map<String, String> checksums() {
        return Map.of(archive.coordinates().toString(), archive.sha256());
    }
}
