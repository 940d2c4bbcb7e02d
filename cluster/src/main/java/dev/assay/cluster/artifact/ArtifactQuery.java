package dev.assay.cluster.artifact;

import java.util.List;

/**
 * @param roots the artifacts asked for, in class path order
 * @param pins versions that win wherever these artifacts turn up as dependencies
 * @param exclusions dependencies left out, each {@code group:artifact}
 * @param transitive whether the dependencies of the roots are wanted too
 */
public record ArtifactQuery(
        List<Coordinates> roots, List<Coordinates> pins, List<String> exclusions, boolean transitive) {
    public ArtifactQuery {
        if (roots.isEmpty()) {
            throw new IllegalArgumentException("an artifact request must have at least one root, but has none");
        }
        roots = List.copyOf(roots);
        pins = List.copyOf(pins);
        exclusions = List.copyOf(exclusions);
        for (String exclusion : exclusions) {
            if (exclusion.split(":", -1).length != 2) {
                throw new IllegalArgumentException("an exclusion must read group:artifact, but is '" + exclusion + "'");
            }
        }
    }

    /** Queries these artifacts and all that they need at run time. */
    public static ArtifactQuery classPath(Coordinates... roots) {
        return new ArtifactQuery(List.of(roots), List.of(), List.of(), true);
    }

    /** Returns a text by which the result of an equal query is found again. */
    String key() {
        return "roots " + roots + " pins " + pins + " exclusions " + exclusions + " transitive " + transitive;
    }

    String title() {
        return String.join(", ", roots.stream().map(Coordinates::toString).toList());
    }
}
