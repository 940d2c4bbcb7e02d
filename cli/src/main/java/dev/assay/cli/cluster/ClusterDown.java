package dev.assay.cli.cluster;

import dev.assay.provision.AssayCache;
import dev.assay.provision.standing.StandingCluster;
import dev.assay.provision.standing.StandingPlace;
import dev.assay.provision.standing.Takedown;
import java.time.Duration;
import java.util.Optional;

/** Takes a cluster down. */
public final class ClusterDown {
    private ClusterDown() {}

    /**
     * Returns when nothing of it is left, with the text for people.
     *
     * @param patience how long it may take in order before it is killed
     */
    public static String run(String system, AssayCache cache, Duration patience) {
        StandingPlace place = StandingPlace.of(system, cache);
        if (!place.isTaken()) {
            return "no %s cluster is up, so there is nothing to take down%n".formatted(system);
        }
        Optional<StandingCluster> cluster = place.read();
        StringBuilder text = new StringBuilder();
        new Takedown(place, cache, patience)
                .run()
                .forEach(line -> text.append(line).append(System.lineSeparator()));
        return text.append("%s is down: %sits data and logs are deleted%n"
                        .formatted(
                                system,
                                servers(cluster.map(known -> known.nodes().size())
                                        .orElse(0))))
                .toString();
    }

    private static String servers(int count) {
        return count == 0 ? "" : count == 1 ? "its server is gone, " : "its " + count + " servers are gone, ";
    }
}
