package dev.assay.cli.command;

import dev.assay.cli.cluster.NamedClusters;
import dev.assay.cluster.AssayCache;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.spec.NamedCluster;
import dev.assay.scenario.ScenarioFile;
import java.util.List;
import picocli.CommandLine.Option;

final class ClusterChoice {
    @Option(
            names = "--on",
            split = ",",
            paramLabel = "NAME",
            description = {
                "Measures the cluster that 'assay cluster up NAME' started instead of starting one, and only this one of the",
                "scenario's systems; --systems adds others, on their own clusters. Repeatable, or",
                "comma-separated."
            })
    private List<String> names = List.of();

    /** Returns the running clusters; none where none was named. */
    List<NamedCluster> clusters() {
        return names.isEmpty() ? List.of() : NamedClusters.of(names, AssayCache.standard());
    }

    List<String> names() {
        return names;
    }

    static ClusterChoice of(List<String> names) {
        ClusterChoice choice = new ClusterChoice();
        choice.names = names;
        return choice;
    }

    boolean isMade() {
        return !names.isEmpty();
    }

    /** Refuses a scenario that verifies durability first, since faults kill servers that must stay up. */
    void refuseVerifications(ScenarioFile file) {
        if (isMade() && file.verify()) {
            throw CommandFailure.badInput(
                    "the scenario verifies durability first (verify: true), but --on " + String.join(",", names)
                            + " names a cluster that must stay up: faults kill servers, so verifications start their own clusters; add --set verify=false, and run 'assay verify' without --on");
        }
    }
}
