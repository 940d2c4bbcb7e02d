package dev.assay.cluster.artifact;

import dev.assay.cluster.DeploymentException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Holds the digests that this build of Assay knows: those of the artifacts of every system's usual versions. Each system's folder
 * has its own in {@value #RESOURCE}, a line {@code SHA-256 COORDINATES} for each artifact.
 */
public final class PinnedDigests {
    static final String RESOURCE = "META-INF/assay/artifact-digests.txt";

    static final PinnedDigests NONE = new PinnedDigests(Map.of());

    private final Map<String, String> byCoordinates;
    private final Optional<Map<String, String>> lock;

    PinnedDigests(Map<String, String> byCoordinates) {
        this(byCoordinates, Optional.empty());
    }

    private PinnedDigests(Map<String, String> byCoordinates, Optional<Map<String, String>> lock) {
        this.byCoordinates = Map.copyOf(byCoordinates);
        this.lock = lock;
    }

    /** Returns a copy for which an artifact that this build does not know has to be on that lock; empty for no lock. */
    PinnedDigests under(Optional<Map<String, String>> other) {
        return new PinnedDigests(byCoordinates, other);
    }

    public static PinnedDigests installed() {
        return Installed.ALL;
    }

    private static final class Installed {
        static final PinnedDigests ALL = read();
    }

    private static PinnedDigests read() {
        Map<String, String> all = new TreeMap<>();
        try {
            ClassLoader loader = PinnedDigests.class.getClassLoader();
            for (URL each : Collections.list(loader.getResources(RESOURCE))) {
                readInto(all, each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + RESOURCE, e);
        }
        return new PinnedDigests(all);
    }

    private static void readInto(Map<String, String> all, URL resource) throws IOException {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(resource.openStream(), StandardCharsets.UTF_8))) {
            for (String line : lines.lines().toList()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] part = line.split(" ", -1);
                String before = part.length == 2 && part[0].matches("[0-9a-f]{64}")
                        ? all.put(Coordinates.parse(part[1]).toString(), part[0])
                        : "";
                if (before != null && !before.equals(part[0])) {
                    throw new IllegalStateException(resource
                            + " must have lines 'SHA-256 COORDINATES', each artifact with one digest, but has: "
                            + line);
                }
            }
        }
    }

    /** Returns the digests of artifacts whose coordinates begin with a prefix. */
    public Map<String, String> beginning(String prefix) {
        Map<String, String> digests = new TreeMap<>(byCoordinates);
        digests.keySet().removeIf(coordinates -> !coordinates.startsWith(prefix));
        return digests;
    }

    /** Returns which of these artifacts have no digest here, in order: only what was fetched first is known of them. */
    public List<String> unpinned(Collection<String> coordinates) {
        return coordinates.stream()
                .filter(each -> !byCoordinates.containsKey(each))
                .sorted()
                .toList();
    }

    /** Returns which artifacts of a lock have another digest there than this build of Assay knows, in order. */
    public List<String> contradicting(Map<String, String> lock) {
        return lock.entrySet().stream()
                .filter(each -> !byCoordinates
                        .getOrDefault(each.getKey(), each.getValue())
                        .equals(each.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** Refuses an artifact that is not the one that this build of Assay knows, or that the lock names. */
    void check(ResolvedArtifact artifact, String origin) {
        String name = artifact.coordinates().toString();
        String pinned = byCoordinates.get(name);
        if (pinned != null && !pinned.equals(artifact.sha256())) {
            throw DeploymentException.environment(
                    "%s from %s is not the file that this version of Assay expects under that name: its SHA-256 is %s, but must be %s. Nothing was started. Delete %s and use another repository."
                            .formatted(
                                    name,
                                    origin,
                                    artifact.sha256(),
                                    pinned,
                                    artifact.file().getParent()),
                    null);
        }
        lock.ifPresent(only -> checkLock(artifact, origin, only));
    }

    private void checkLock(ResolvedArtifact artifact, String origin, Map<String, String> only) {
        String name = artifact.coordinates().toString();
        String locked = only.getOrDefault(name, byCoordinates.getOrDefault(name, ""));
        if (!locked.equals(artifact.sha256())) {
            throw DeploymentException.environment(
                    "%s from %s is refused: its SHA-256 is %s, but %s. Nothing was started with it."
                            .formatted(
                                    name,
                                    origin,
                                    artifact.sha256(),
                                    locked.isEmpty()
                                            ? "the lock does not name it, and this version of Assay does not know it"
                                            : "the lock says " + locked),
                    null);
        }
    }
}
