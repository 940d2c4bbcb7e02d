package dev.assay.systems.nats.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.artifact.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Holds a wheel's place in the cache.
 *
 * @param sha256 the digest that the file must have
 */
record ServerWheel(String version, String coordinates, String sha256, Path file) implements NatsServer {
    /** The end of the program's path in a wheel. */
    private static final String PROGRAM = ".data/scripts/nats-server";

    /** @throws DeploymentException when the file's digest is not the expected one */
    void verify() {
        String actual = digest();
        if (!actual.equals(sha256)) {
            throw DeploymentException.environment(
                    "%s is not the file that this version of Assay expects: its SHA-256 is %s, but must be %s. Nothing was started. Delete it; the next run fetches it again."
                            .formatted(file, actual, sha256),
                    null);
        }
    }

    private String digest() {
        try {
            return Sha256.ofFile(file);
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot read " + file + ": " + e, e);
        }
    }

    /** Unpacks the program anew for each cluster, from the verified file, so that nothing unpacked has to be verified later. */
    @Override
    public Path programIn(Path folder) {
        Path program = folder.resolve(NatsServer.PROGRAM);
        try (ZipFile zip = new ZipFile(file.toFile())) {
            ZipEntry entry = zip.stream()
                    .filter(each -> each.getName().endsWith(PROGRAM))
                    .findFirst()
                    .orElseThrow(() -> new IOException("it has no nats-server"));
            try (InputStream in = zip.getInputStream(entry)) {
                Files.copy(in, program);
            }
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
            return program;
        } catch (IOException e) {
            throw DeploymentException.environment(
                    "Cannot unpack nats-server from " + file + " to " + folder + ": " + e, e);
        }
    }

    @Override
    public Map<String, String> artifacts() {
        return Map.of(coordinates, sha256);
    }
}
