package dev.assay.cluster.artifact;

import java.io.File;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Holds the artifacts of one request, in class path order. */
public record ResolvedClassPath(List<ResolvedArtifact> artifacts) {
    public ResolvedClassPath {
        artifacts = List.copyOf(artifacts);
    }

    public List<Path> files() {
        return artifacts.stream().map(ResolvedArtifact::file).toList();
    }

    /** Returns the value of a JVM's {@code -cp}. */
    public String text() {
        return files().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns SHA-256 by coordinates, for the record of the run. */
    public Map<String, String> checksums() {
        Map<String, String> sums = new LinkedHashMap<>();
        artifacts.forEach(artifact -> sums.put(artifact.coordinates().toString(), artifact.sha256()));
        return Collections.unmodifiableMap(sums);
    }
}
