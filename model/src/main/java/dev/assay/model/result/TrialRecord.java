package dev.assay.model.result;

import dev.assay.model.arrival.Arrivals;
import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.PhaseRate;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import dev.assay.model.timeline.Timeline.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds all that is kept of a finished trial beside its histograms and series; {@code trial.json}. */
public record TrialRecord(
        TrialIdentity identity, TrialPlan plan, TrialSetup setup, TrialCourse course, Verdict verdict) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Gives the number of standard errors by which a number of random arrivals differs from its mean once in 500 million times. */
    private static final double SCHEDULE_ERRORS = 6;

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
     * Returns by when how many messages were due, as far as the numbers of its phases confirm it; empty where they do not, where a worker was
     * lost, and for records from before messages were counted by phase.
     */
    public Optional<LoadCurve> schedule() {
        if (course.phases().isEmpty() || !course.lostWorkers().isEmpty()) {
            return Optional.empty();
        }
        List<Part> parts = new ArrayList<>();
        try {
            for (Phase phase : course.phases()) {
                String rate = plan.resolved().getOrDefault("phases." + phase.name() + ".rate", "workload");
                parts.add(PhaseRate.parse(rate).in(phase, plan.workload().rate()));
            }
            LoadCurve curve = new Timeline(parts).curve();
            return course.phases().stream().allMatch(phase -> isAsScheduled(phase, curve))
                    ? Optional.of(curve)
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // Somebody has changed the record.
        }
    }

    private boolean isAsScheduled(Phase phase, LoadCurve curve) {
        double mean = curve.countAt(phase.endNanos()) - curve.countAt(phase.startNanos());
        double chance = plan.workload().arrivals() == Arrivals.POISSON ? SCHEDULE_ERRORS * Math.sqrt(mean + 1) : 1;
        return delivery()
                .phase(phase.name())
                .filter(counted -> Math.abs(counted.scheduled() - mean) <= chance)
                .isPresent();
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
