package dev.assay.deployment.artifact;

import java.nio.file.Path;

/**
 * One artifact that lies in the cache.
 *
 * @param sha256 of the file's content when it was fetched, in hexadecimal digits
 * @param bytes size of the file
 */
public record ResolvedArtifact(Coordinates coordinates, Path file, String sha256, long bytes) {}
