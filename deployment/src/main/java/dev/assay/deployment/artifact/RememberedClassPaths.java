package dev.assay.deployment.artifact;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Results of earlier requests, one small text file each, so that a second run needs neither network nor resolver. A
 * result counts only while each of its files is there with its size.
 */
final class RememberedClassPaths {
    private static final String HEADER = "assay class path 1";

    private final Path folder;
    private final Path repository;

    RememberedClassPaths(Path folder, Path repository) {
        this.folder = folder;
        this.repository = repository;
    }

    Optional<ResolvedClassPath> find(ArtifactQuery request) {
        Path file = file(request);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
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
        Path fresh = Files.createTempFile(folder, "new-", ".txt");
        Files.write(fresh, lines);
        Files.move(fresh, file(request), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private Optional<ResolvedClassPath> read(ArtifactQuery request, List<String> lines) throws IOException {
        if (lines.size() < 3 || !lines.get(0).equals(HEADER) || !lines.get(1).equals(request.key())) {
            return Optional.empty();
        }
        List<ResolvedArtifact> artifacts = new ArrayList<>();
        for (String line : lines.subList(2, lines.size())) {
            String[] part = line.split("\t", -1);
            Path file = repository.resolve(part[3]);
            long bytes = Long.parseLong(part[2]);
            if (!Files.isRegularFile(file) || Files.size(file) != bytes) {
                return Optional.empty();
            }
            artifacts.add(new ResolvedArtifact(Coordinates.parse(part[0]), file, part[1], bytes));
        }
        return Optional.of(new ResolvedClassPath(artifacts));
    }

    private Path file(ArtifactQuery request) {
        byte[] digest = Sha256.digest(request.key().getBytes(StandardCharsets.UTF_8));
        return folder.resolve(HexFormat.of().formatHex(digest, 0, 12) + ".txt");
    }
}
