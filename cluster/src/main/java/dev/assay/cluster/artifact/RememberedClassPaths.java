package dev.assay.cluster.artifact;

import dev.assay.cluster.DeploymentException;
import dev.assay.host.file.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores results of earlier requests, one small text file each, so that a second run needs neither network nor resolver. Each file has a
 * digest since it was first fetched, whatever request that was for, and counts only with it.
 */
final class RememberedClassPaths {
    private static final String HEADER = "assay class path 1";

    private final Path folder;
    private final Path repository;
    private final Path digestsFile;

    RememberedClassPaths(Path folder, Path repository, Path digestsFile) {
        this.digestsFile = digestsFile;
        this.folder = folder;
        this.repository = repository;
    }

    @Nullable
    ResolvedClassPath find(ArtifactQuery request) {
        Path file = file(request);
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try {
            return read(request, Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    void remember(ArtifactQuery request, ResolvedClassPath classPath) throws IOException {
        List<String> lines = new ArrayList<>(List.of(HEADER, request.key()));
        for (ResolvedArtifact artifact : classPath.artifacts()) {
            lines.add(String.join(
                    "\t",
                    artifact.coordinates().toString(),
                    artifact.sha256(),
                    Long.toString(artifact.bytes()),
                    repository.relativize(artifact.file()).toString()));
        }
        DurableFile.write(file(request), lines);
    }

    /**
     * Compares files from a repository with those fetched under the same names before.
     *
     * @throws DeploymentException when a file is not what it was
     */
    void check(ResolvedClassPath classPath) throws IOException {
        Map<String, String> recorded = recorded();
        for (ResolvedArtifact artifact : classPath.artifacts()) {
            String path = repository.relativize(artifact.file()).toString();
            refuseChanged(artifact.file(), recorded.getOrDefault(path, artifact.sha256()), artifact.sha256());
        }
    }

    /** Returns the digests of all files that any request has fetched, by their paths below the repository. */
    private Map<String, String> recorded() throws IOException {
        Map<String, String> digests = new HashMap<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path each : all.filter(path -> !path.toString().endsWith(DurableFile.UNFINISHED))
                    .sorted()
                    .toList()) {
                List<String> lines = Files.readAllLines(each);
                if (lines.size() > 2 && lines.get(0).equals(HEADER)) {
                    lines.stream()
                            .skip(2)
                            .map(line -> line.split("\t", -1))
                            .filter(part -> part.length == 4)
                            .forEach(part -> digests.putIfAbsent(part[3], part[1]));
                }
            }
        }
        return digests;
    }

    private @Nullable ResolvedClassPath read(ArtifactQuery request, List<String> lines) throws IOException {
        if (lines.size() < 3 || !lines.get(0).equals(HEADER) || !lines.get(1).equals(request.key())) {
            return null;
        }
        KnownDigests digests = KnownDigests.read(digestsFile);
        List<ResolvedArtifact> artifacts = new ArrayList<>();
        for (String line : lines.subList(2, lines.size())) {
            String[] part = line.split("\t", -1);
            if (part.length != 4) {
                return null;
            }
            Path file = repository.resolve(part[3]);
            if (!Files.isRegularFile(file)) {
                return null;
            }
            refuseChanged(file, part[1], digests.of(file));
            artifacts.add(new ResolvedArtifact(Coordinates.parse(part[0]), file, part[1], Files.size(file)));
        }
        digests.keep();
        return new ResolvedClassPath(artifacts);
    }

    private void refuseChanged(Path file, String recorded, String now) {
        if (!recorded.equals(now)) {
            throw DeploymentException.environment(
                    "%s has changed since it was first fetched: its SHA-256 was %s and is %s. Nothing was started. Delete the folder %s, and the next run fetches it again; if it still differs then, the repository has replaced a release: delete %s as well if you trust that."
                            .formatted(file, recorded, now, file.getParent(), folder),
                    null);
        }
    }

    private Path file(ArtifactQuery request) {
        byte[] digest = Sha256.digest(request.key().getBytes(StandardCharsets.UTF_8));
        return folder.resolve(HexFormat.of().formatHex(digest, 0, 12) + ".txt");
    }
}
