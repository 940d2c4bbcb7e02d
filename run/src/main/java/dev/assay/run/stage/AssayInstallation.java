package dev.assay.run.stage;

import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.cluster.artifact.ArtifactQuery;
import dev.assay.cluster.artifact.Coordinates;
import dev.assay.cluster.artifact.ResolvedClassPath;
import dev.assay.cluster.jvm.ClassArchive;
import dev.assay.model.display.NearestNames;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.SystemSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * Finds this Assay's own jars: {@code worker/} is a worker's class path without the driver, {@code drivers/NAME/} is one driver without the
 * vendor's client, which is fetched in the version that the scenario wants. The driver of a plugin is in its jar.
 */
public final class AssayInstallation {
    static final String DESCRIPTION = "META-INF/assay/driver.properties";

    private final Path root;

    private AssayInstallation(Path root) {
        this.root = root;
    }

    /** Returns the installation that this process was started from: the folder in the system property {@code assay.dist}. */
    public static AssayInstallation running() {
        String dist = System.getProperty("assay.dist");
        if (dist == null || !Files.isDirectory(Path.of(dist, "worker"))) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "can't find Assay's own files (assay.dist is " + dist + "); start it with the launcher ./assay");
        }
        return new AssayInstallation(Path.of(dist));
    }

    public ClassArchive workerArchive(WorkerClassPath classPath, ProgressListener progress) {
        return ClassArchive.ofJars(root, "worker", classPath.jars(), progress);
    }

    /**
     * @param jars in order
     * @param checksums SHA-256 of the fetched ones, by coordinates
     */
    public record WorkerClassPath(List<Path> jars, Map<String, String> checksums) {
        public WorkerClassPath {
            jars = List.copyOf(jars);
            checksums = Map.copyOf(checksums);
        }
    }

    public List<Path> program() {
        return jarsIn(root.resolve("cli"));
    }

    /** Returns the class path of a worker that drives that system, with the client in the scenario's version; fetches what is missing. */
    public WorkerClassPath workerFor(SystemSpec system, ArtifactCache artifacts) {
        return workerFor(system.system(), system.clientVersion(), system.furtherClientVersions(), artifacts);
    }

    /** @param clientVersion empty for the driver's default */
    public WorkerClassPath workerFor(String system, String clientVersion, ArtifactCache artifacts) {
        return workerFor(system, clientVersion, Map.of(), artifacts);
    }

    private WorkerClassPath workerFor(
            String system, String clientVersion, Map<String, String> further, ArtifactCache artifacts) {
        List<Path> driver = driver(system);
        if (driver.isEmpty()) {
            List<String> known = names(root.resolve("drivers"));
            List<String> near = NearestNames.of(system, known);
            throw CommandFailure.badInput("there is no driver for '" + system + "'; "
                    + (near.isEmpty() ? "" : "did you mean " + String.join(" or ", near) + "? ")
                    + "known drivers: "
                    + String.join(", ", known));
        }
        List<Path> jars = new ArrayList<>(jarsIn(root.resolve("worker")));
        jars.addAll(driver);
        Map<String, String> checksums = new HashMap<>();
        Optional<ArtifactQuery> query = client(driver, clientVersion, further);
        if (query.isPresent()) {
            ResolvedClassPath client = artifacts.resolve(query.get());
            jars.addAll(client.files());
            checksums.putAll(client.checksums());
        }
        return new WorkerClassPath(withoutRepeats(jars), checksums);
    }

    /** Returns the vendor's client for that system, which is fetched; empty where it needs none. */
    public Optional<ArtifactQuery> clientOf(SystemSpec system) {
        return client(driver(system.system()), system.clientVersion(), system.furtherClientVersions());
    }

    /** Returns the jars of a driver, or of the plugin that has it; none where there is no such driver. */
    private List<Path> driver(String system) {
        Path folder = root.resolve("drivers").resolve(system);
        return Files.isDirectory(folder)
                ? jarsIn(folder)
                : Plugins.jar(system).stream().toList();
    }

    private static Optional<ArtifactQuery> client(List<Path> driver, String version, Map<String, String> further) {
        Properties description = describe(driver);
        String coordinates = description.getProperty("client.coordinates", "");
        String usual = description.getProperty("client.version", "");
        return coordinates.isEmpty()
                ? Optional.empty()
                : Optional.of(ArtifactQuery.classPath(named(coordinates, version.isEmpty() ? usual : version, further)
                        .toArray(Coordinates[]::new)));
    }

    /** Parses comma-separated coordinates, all in one version where neither the scenario nor they themselves have another. */
    private static List<Coordinates> named(String coordinates, String version, Map<String, String> further) {
        return Arrays.stream(coordinates.split(",", -1))
                .map(one -> Coordinates.parse(one.split(":", -1).length == 2 ? one.strip() + ":" + version : one))
                .map(one -> new Coordinates(
                        one.group(),
                        one.artifact(),
                        one.extension(),
                        one.classifier(),
                        further.getOrDefault(one.artifact(), one.version())))
                .toList();
    }

    /** Removes jars that both Assay and a client have (slf4j-api): Assay's, which come first, are kept. */
    private static List<Path> withoutRepeats(List<Path> jars) {
        Map<String, Path> byArtifact = new java.util.LinkedHashMap<>();
        for (Path jar : jars) {
            byArtifact.putIfAbsent(jar.getFileName().toString().replaceAll("-\\d.*", ""), jar);
        }
        return List.copyOf(byArtifact.values());
    }

    static Properties describe(List<Path> jars) {
        Properties properties = new Properties();
        for (Path jar : jars) {
            try (JarFile file = new JarFile(jar.toFile())) {
                ZipEntry entry = file.getEntry(DESCRIPTION);
                if (entry != null) {
                    try (InputStream in = file.getInputStream(entry)) {
                        properties.load(in);
                    }
                }
            } catch (IOException e) {
                throw new CommandFailure(ExitCode.ENVIRONMENT, "can't read " + jar + ": " + e.getMessage(), e);
            }
        }
        return properties;
    }

    private static List<Path> jarsIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, "can't list " + folder + ": " + e.getMessage(), e);
        }
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, "can't list " + folder + ": " + e.getMessage(), e);
        }
    }
}
