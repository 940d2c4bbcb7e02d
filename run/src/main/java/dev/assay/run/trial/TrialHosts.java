package dev.assay.run.trial;

import dev.assay.host.Machine;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.TrialHost;
import java.util.List;
import java.util.stream.Stream;

/** Puts together which machines took part in a trial. */
final class TrialHosts {
    private TrialHosts() {}

    /**
     * The machine of the run first, with the servers that were started there, then those of the workers elsewhere.
     *
     * @param ofWorkers the machines that workers ran on
     * @param own the one that the run was started on
     * @param nodes how many servers were started there
     */
    static List<TrialHost> of(List<TrialHost> ofWorkers, Machine own, int nodes) {
        TrialHost coordinator = ofWorkers.stream()
                .filter(host -> host.name().equals(Metrics.COORDINATOR))
                .findFirst()
                .orElseGet(() -> new TrialHost(Metrics.COORDINATOR, own.name(), List.of(), 0, 0, 0, 0));
        return Stream.concat(
                        Stream.of(coordinator.withNodes(nodes).withMachineCores(own.cores())),
                        ofWorkers.stream().filter(host -> !host.name().equals(Metrics.COORDINATOR)))
                .toList();
    }
}
