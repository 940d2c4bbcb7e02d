package dev.assay.scenario.verification;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.Timing;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Workload;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.Rate;
import java.time.Duration;
import java.util.Map;

/**
 * The load of a verification: modest, so that a client can hold what is offered while the system is gone, and on at least three
 * partitions, so that every node leads something. What the scenario asks for within these bounds stays.
 */
final class VerificationLoad {
    private static final int MIN_PARTITIONS = 3;
    private static final int MAX_PARTITIONS = 12;
    private static final int MAX_PRODUCERS = 3;
    private static final double MAX_PER_SECOND = 1_000;
    private static final ByteSize LARGEST = new ByteSize(1_000);

    /** The load ends when the verification has seen enough; this is only its schedule's length. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private VerificationLoad() {}

    private static double rateOf(LoadProfile asked) {
        double first = asked.initialPerSecond();
        return first > 0 ? Math.min(first, MAX_PER_SECOND) : MAX_PER_SECOND;
    }

    /** The trial with the load of a verification in the place of its own. */
    static TrialSpec of(TrialSpec trial) {
        Workload asked = trial.workload();
        MessageSpec message = asked.message().atMost(LARGEST);
        Batching batching = asked.batching();
        Workload workload = new Workload(
                1,
                Math.clamp(asked.partitions(), MIN_PARTITIONS, MAX_PARTITIONS),
                message,
                Math.min(asked.totalProducers(), MAX_PRODUCERS),
                1,
                1,
                Map.of(),
                LoadProfile.constant(new Rate(rateOf(asked.rate()))),
                asked.arrivals(),
                batching,
                asked.inFlight());
        Timing timing = new Timing(Duration.ZERO, LONGEST, trial.timing().drain());
        return new TrialSpec(trial.system(), trial.durability(), workload, timing, trial.settings());
    }
}
