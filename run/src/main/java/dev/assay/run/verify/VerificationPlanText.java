package dev.assay.run.verify;

import dev.assay.cluster.disk.DiskRequirements;
import dev.assay.model.display.VisibleText;
import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.Fault;
import dev.assay.model.spec.SystemSpec;
import dev.assay.run.deployment.ClusterActions;
import dev.assay.scenario.verification.PlannedVerification;
import dev.assay.scenario.verification.VerificationPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** @param refusal why a verification would be refused here; empty when it would not */
public record VerificationPlanText(VerificationPlan plan, Function<PlannedVerification, Optional<String>> refusal) {
    public static VerificationPlanText onThisMachine(VerificationPlan plan) {
        return new VerificationPlanText(plan, VerificationRequirements::refusal);
    }

    /**
     * Lists the verifications in order, their length and what they need.
     *
     * @param first whether {@code run} makes them before it measures; otherwise only {@code verify} does
     */
    public String text(boolean first) {
        int count = plan.verifications().size();
        if (count == 0) {
            return "no verifications: none of the scenario's faults applies to its systems" + System.lineSeparator();
        }
        List<String> lines = new ArrayList<>();
        lines.add("%d %s, %s"
                .formatted(
                        count,
                        count == 1 ? "verification" : "verifications",
                        first ? "which 'run' executes first:" : "which 'verify' executes, and 'run' does not:"));
        lines.add("");
        plan.verifications().forEach(verification -> lines.add(line(verification)));
        lines.add("");
        lines.add("verifications in total: about " + length() + " (each on its own cluster, one after another)");
        lines.addAll(needs());
        lines.addAll(refusals());
        return lines.stream()
                .map(line -> VisibleText.line(line) + System.lineSeparator())
                .collect(Collectors.joining());
    }

    private String line(PlannedVerification verification) {
        DurabilityClaim claim = DurabilityClaim.of(
                verification.level(),
                verification.fault(),
                verification.spec().system().copies());
        return String.format(
                Locale.ROOT,
                "%3d  %-40s rep %d  %s %s  %s  %s: %s%s%s",
                verification.number(),
                verification.label(),
                verification.repetition(),
                verification.spec().system().system(),
                verification.spec().system().serverVersion(),
                verification.durability(),
                verification.fault().meaning(),
                claim.promise().words(),
                verification.control() ? " (control)" : "",
                refusal.apply(verification).isPresent() ? " (refused here)" : "");
    }

    private String length() {
        Duration length = plan.verifications().stream()
                .filter(verification -> refusal.apply(verification).isEmpty())
                .map(VerificationRequirements::length)
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
        return plan.verifications().stream()
                .map(PlannedVerification::fault)
                .filter(which)
                .distinct()
                .map(Fault::toString)
                .collect(Collectors.joining(", "));
    }

    private List<String> refusals() {
        return plan.verifications().stream()
                .flatMap(verification -> refusal.apply(verification).stream())
                .collect(Collectors.groupingBy(reason -> reason, Collectors.counting()))
                .entrySet()
                .stream()
                .map(same -> "refused here: " + same.getValue() + ", because " + same.getKey())
                .sorted()
                .toList();
    }

    private static final class VerificationRequirements {
        private VerificationRequirements() {}

        /** Returns why this machine will refuse the verification; empty when no obstacle is known. */
        static Optional<String> refusal(PlannedVerification verification) {
            SystemSpec system = verification.spec().system();
            if (!system.runsNodes()) {
                return Optional.of("Assay does not run the nodes of " + system.system() + " there");
            }
            Optional<String> disks = DiskRequirements.refusal(system.disks());
            if (disks.isPresent()) {
                return disks;
            }
            return ClusterActions.refusalHere(verification.fault());
        }

        /** Estimates the duration of a verification; starts and recoveries are most of it. */
        static Duration length(PlannedVerification verification) {
            return verification
                    .spec()
                    .system()
                    .startsAndRecoveries()
                    .plus(verification.timing().load())
                    .plus(verification.timing().held());
        }
    }
}
