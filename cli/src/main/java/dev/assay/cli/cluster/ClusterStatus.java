package dev.assay.cli.cluster;

import dev.assay.cli.exit.ExitCode;
import dev.assay.provision.AssayCache;
import dev.assay.provision.standing.StandingCluster;
import dev.assay.provision.standing.StandingPlace;
import java.util.List;
import java.util.Optional;

/**
 * What stands, and how it is.
 *
 * @param code OK when all that was asked for is up and whole
 */
public record ClusterStatus(String text, ExitCode code) {
    /** Of one system, or of all. */
    public static ClusterStatus of(Optional<String> system, AssayCache cache) {
        List<StandingPlace> places =
                system.map(name -> List.of(StandingPlace.of(name, cache))).orElseGet(() -> StandingPlace.taken(cache));
        StringBuilder text = new StringBuilder();
        boolean whole = true;
        for (StandingPlace place : places) {
            Optional<StandingCluster> cluster = place.isTaken() ? place.read() : Optional.empty();
            whole &= cluster.map(StandingCluster::isWhole).orElse(false)
                    && cluster.map(StandingCluster::isReady).orElse(false);
            text.append(cluster.map(found -> StatusText.of(found, place)).orElseGet(() -> absent(place)));
        }
        if (places.isEmpty()) {
            text.append("no cluster is up; start one with 'assay cluster up SYSTEM'%n".formatted());
        }
        return new ClusterStatus(text.toString(), whole ? ExitCode.OK : ExitCode.SYSTEM_UNDER_TEST);
    }

    private static String absent(StandingPlace place) {
        return (place.isTaken()
                        ? "%1$s: an earlier start left %2$s; clear it with 'assay cluster down %1$s'%n"
                        : "no %1$s cluster is up; start one with 'assay cluster up %1$s'%n")
                .formatted(place.system(), place.folder());
    }
}
