package dev.assay.systems.pulsar.deployment;

import dev.assay.deployment.AssayCache;
import dev.assay.deployment.DeploymentException;
import dev.assay.deployment.ProgressListener;
import dev.assay.deployment.artifact.ArtifactCache;
import dev.assay.deployment.artifact.ArtifactQuery;
import dev.assay.deployment.artifact.Coordinates;
import dev.assay.deployment.artifact.ResolvedArtifact;
import dev.assay.deployment.artifact.Unpacking;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Pulsar's own distribution, unpacked once: its jars, and the settings that it comes with, which are what its vendor
 * means by defaults.
 *
 * @param home the unpacked folder, with {@code lib} and {@code conf}
 */
record PulsarDistribution(ResolvedArtifact archive, Path home) {
    /** Fetches and unpacks what is not there yet. */
    static PulsarDistribution of(String version, AssayCache cache, ProgressListener progress) {
        ArtifactQuery query = new ArtifactQuery(List.of(coordinates(version)), List.of(), List.of(), false);
        ResolvedArtifact archive =
                new ArtifactCache(cache, progress).resolve(query).artifacts().getFirst();
        Path home = cache.unpacked()
                .resolve("pulsar-" + version + "-" + archive.sha256().substring(0, 12));
        if (!Files.isDirectory(home)) {
            progress.step("Unpacking Pulsar " + version);
            unpack(archive.file(), home);
        }
        return new PulsarDistribution(archive, home);
    }

    private static Coordinates coordinates(String version) {
        try {
            return new Coordinates("org.apache.pulsar", "pulsar-server-distribution", "tar.gz", "bin", version);
        } catch (IllegalArgumentException e) {
            throw DeploymentException.input(
                    "systems.pulsar.version must be a release such as 4.0.8, but is '" + version + "'", e);
        }
    }

    /** Under another name first: what has the right name is whole, whoever else unpacks at the same time. */
    private static void unpack(Path archive, Path home) {
        Path fresh = home.resolveSibling(home.getFileName() + "." + UUID.randomUUID() + ".new");
        try {
            Unpacking.unpack(archive, fresh, path -> path.startsWith("lib/") || path.startsWith("conf/"));
            move(fresh, home);
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot unpack " + archive + " into " + home + ": " + e, e);
        }
    }

    private static void move(Path fresh, Path home) throws IOException {
        try {
            Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!Files.isDirectory(home)) {
                throw e;
            }
            deleteTree(fresh);
        }
    }

    private static void deleteTree(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** The value of a JVM's {@code -cp}. */
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

    /** The settings in one of the distribution's files, such as {@code broker.conf}. */
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

    /** Coordinates to SHA-256. */
    Map<String, String> checksums() {
        return Map.of(archive.coordinates().toString(), archive.sha256());
    }
}
