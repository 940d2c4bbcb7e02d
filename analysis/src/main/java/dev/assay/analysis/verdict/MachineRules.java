package dev.assay.analysis.verdict;

import dev.assay.analysis.verdict.Rule.Limit;
import dev.assay.core.result.Verdict.Reason;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Rules about the machine that the run was started on; what is not known is not held against it. */
final class MachineRules {
    private final TrialFacts.Machine machine;

    MachineRules(TrialEvidence evidence) {
        machine = evidence.facts().machine();
    }

    List<Reason> reasons() {
        return Stream.of(
                        above(machine.busyShare(), Limit.MACHINE_CPU)
                                .map(share -> Rule.MACHINE_CPU.degraded(
                                        "the machine's processors were busy " + share + " of the measured phase",
                                        "Lower workload.rate, stop other work, or use a larger machine.")),
                        above(machine.stealShare(), Limit.STEAL)
                                .map(share -> Rule.STEAL.degraded(
                                        "the hypervisor gave " + share + " of the processor time to other machines",
                                        "Run again at a quieter hour, or on a machine with processors of its own.")),
                        above(machine.memoryPressureShare(), Limit.MEMORY_PRESSURE)
                                .map(share -> Rule.MEMORY_PRESSURE.degraded(
                                        "processes waited for memory " + share + " of the measured phase",
                                        "Free memory, or lower the heaps of brokers and workers.")))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<String> above(OptionalDouble share, double limit) {
        return share.isPresent() && share.getAsDouble() > limit
                ? Optional.of(FigureText.percent(share.getAsDouble()))
                : Optional.empty();
    }
}
