package dev.assay.model.result;

import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.timeline.Phase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Holds all that is kept of a finished trial beside its histograms and series; {@code trial.json}. */
public record TrialRecord(
        TrialIdentity identity, TrialPlan plan, TrialSetup setup, TrialCourse course, Verdict verdict) {
    private static final double NANOS_PER_SECOND = 1e9;

    public SystemIdentity system() {
        return setup.system();
    }

    public DurabilityStatement durability() {
        return setup.durability();
    }

    public Delivery delivery() {
        return course.delivery();
    }

    public List<FailureCount> failures() {
        return course.failures();
    }

    public String folder() {
        return identity.folder();
    }

    /**
     * Returns the scenario's settings of servers which somebody else runs that the servers report otherwise: by name what
     * they report, or {@link EffectiveConfig#UNKNOWN}. Servers that Assay has started have them.
     */
    public Map<String, String> serversOtherwise() {
        if (!onServersOfOthers()) {
            return Map.of();
        }
        String group = "settings." + system().system() + "." + EffectiveConfig.BROKER + ".";
        Map<String, String> expected = new LinkedHashMap<>();
        plan.resolved().forEach((path, value) -> {
            if (path.startsWith(group)) {
                expected.put(path.substring(group.length()), value);
            }
        });
        return setup.config().otherwise(expected);
    }

    /** Tells whether the scenario has several disks for each server, and somebody else runs the servers. */
    public boolean disksOfOthers() {
        String count = plan.resolved().getOrDefault("systems." + system().system() + ".disks.count", "");
        return onServersOfOthers() && count.matches("[2-9]");
    }

    private boolean onServersOfOthers() {
        return system().deployment().equals("existing")
                && !setup.config().groups().containsKey(EffectiveConfig.STARTED_BY_ASSAY);
    }

    public TrialRecord judged(Verdict judged) {
        return new TrialRecord(identity, plan, setup, course, judged);
    }

    /**
     * Returns the mean rate of the messages that the schedule has in a phase, per second, whether or not they were offered.
     * Records from before messages were counted by phase have one rate for all of them.
     */
    public double intendedPerSecond(Phase phase) {
        double seconds = phase.lengthNanos() / NANOS_PER_SECOND;
        return delivery()
                .phase(phase.name())
                .map(PhaseDelivery::scheduled)
                .map(scheduled -> seconds > 0 ? scheduled / seconds : 0)
                .orElse(plan.offeredPerSecond());
    }

    /** Tells whether order within a partition is promised to that subscription; true for one that is not known. */
    public boolean isOrdered(String subscription) {
        return course.subscriptions().stream().noneMatch(one -> one.name().equals(subscription) && !one.ordered());
    }
}
