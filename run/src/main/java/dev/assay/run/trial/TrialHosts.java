package dev.assay.run.trial;

import dev.assay.host.Machine;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.TrialHost;
import java.util.List;
import java.util.stream.Stream;

final class TrialHosts {
    private TrialHosts() {}

    /**
     * Lists the machine of the run first, with the servers that were started there, then those of the workers elsewhere.
     *
     * @param ofWorkers the workers' machines
     * @param machine the machine of the run
     * @param nodes number of servers started there
     */
    static List<TrialHost> of(List<TrialHost> ofWorkers, Machine machine, int nodes) {
        TrialHost coordinator = ofWorkers.stream()
                .filter(host -> host.name().equals(Metrics.COORDINATOR))
                .findFirst()
                .orElseGet(() -> new TrialHost(Metrics.COORDINATOR, machine.name(), List.of(), 0, 0, 0, 0));
        return Stream.concat(
                        Stream.of(coordinator.withNodes(nodes).withMachineCores(machine.cores())),
                        ofWorkers.stream().filter(host -> !host.name().equals(Metrics.COORDINATOR)))
                .toList();
    }
}
