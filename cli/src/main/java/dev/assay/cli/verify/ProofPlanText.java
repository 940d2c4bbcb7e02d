package dev.assay.cli.verify;

import dev.assay.core.durability.DurabilityClaim;
import dev.assay.core.durability.Fault;
import dev.assay.core.proof.PlannedProof;
import dev.assay.core.proof.ProofPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The proofs of a plan as text for people.
 *
 * @param refusal why a proof would be refused here; empty when it would not
 */
public record ProofPlanText(ProofPlan plan, Function<PlannedProof, Optional<String>> refusal) {
    /** As this machine would take it. */
    public static ProofPlanText here(ProofPlan plan) {
        return new ProofPlanText(plan, ProofNeeds::refusal);
    }

    /**
     * The proofs in order, their length and what they need.
     *
     * @param first whether {@code run} makes them before it measures; otherwise only {@code verify} does
     */
    public String text(boolean first) {
        int count = plan.proofs().size();
        if (count == 0) {
            return "no proofs: none of the scenario's faults concerns its systems" + System.lineSeparator();
        }
        List<String> lines = new ArrayList<>();
        lines.add("%d %s, %s"
                .formatted(
                        count,
                        count == 1 ? "proof" : "proofs",
                        first ? "which 'run' makes first:" : "which 'verify' makes, and 'run' does not:"));
        lines.add("");
        plan.proofs().forEach(proof -> lines.add(line(proof)));
        lines.add("");
        lines.add("proofs in all: about " + length() + " (each on a cluster of its own, one after the other)");
        lines.addAll(needs());
        lines.addAll(refusals());
        return lines.stream().map(line -> line + System.lineSeparator()).collect(Collectors.joining());
    }

    private String line(PlannedProof proof) {
        DurabilityClaim claim = DurabilityClaim.of(
                proof.level(), proof.fault(), proof.spec().system().copies());
        return String.format(
                Locale.ROOT,
                "%3d  %-40s rep %d  %s %s  %s  %s: %s%s%s",
                proof.number(),
                proof.label(),
                proof.repetition(),
                proof.spec().system().system(),
                proof.spec().system().serverVersion(),
                proof.durability(),
                proof.fault().meaning(),
                claim.promise().words(),
                proof.control() ? " (control)" : "",
                refusal.apply(proof).isPresent() ? " (refused here)" : "");
    }

    private String length() {
        Duration length = plan.proofs().stream()
                .filter(proof -> refusal.apply(proof).isEmpty())
                .map(ProofNeeds::length)
                .reduce(Duration.ZERO, Duration::plus);
        return length.isZero() ? "no time" : Math.max(1, Math.round(length.toSeconds() / 60.0)) + " min";
    }

    private List<String> needs() {
        List<String> needs = new ArrayList<>();
        String disks = faults(Fault::needsOwnDisks);
        if (!disks.isEmpty()) {
            needs.add("needs: root, loop devices and ext4, for a disk image of each node (" + disks + ")");
        }
        String addresses = faults(Fault::needsOwnAddresses);
        if (!addresses.isEmpty()) {
            needs.add("needs: root and network namespaces, for an address of each node (" + addresses + ")");
        }
        return needs;
    }

    private String faults(Predicate<Fault> which) {
        return plan.proofs().stream()
                .map(PlannedProof::fault)
                .filter(which)
                .distinct()
                .map(Fault::toString)
                .collect(Collectors.joining(", "));
    }

    private List<String> refusals() {
        return plan.proofs().stream()
                .flatMap(proof -> refusal.apply(proof).stream())
                .collect(Collectors.groupingBy(reason -> reason, Collectors.counting()))
                .entrySet()
                .stream()
                .map(same -> "refused here: " + same.getValue() + ", because " + same.getKey())
                .sorted()
                .toList();
    }
}
