package dev.assay.cluster.artifact;

import java.nio.file.Path;

/**
 * @param sha256 of the file's content in hexadecimal digits: when it was fetched, and verified since whenever it is used
 * @param bytes size of the file
 */
public record ResolvedArtifact(Coordinates coordinates, Path file, String sha256, long bytes) {}
