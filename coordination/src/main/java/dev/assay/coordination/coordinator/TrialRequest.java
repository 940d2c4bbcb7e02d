package dev.assay.coordination.coordinator;

import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.result.Phase;
import dev.assay.core.scenario.Timing;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.TopicSpec;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A trial to be run.
 *
 * @param runId marks the topics of this run, such as {@code 7f3a9c}; lower case letters and digits
 * @param run marks the messages of this trial; different for each trial that may meet the same system
 * @param connection how the driver reaches the system
 */
public record TrialRequest(PlannedTrial trial, String runId, int run, Map<String, String> connection) {
    public TrialRequest {
        if (!runId.matches("[a-z0-9]{1,32}")) {
            throw new IllegalArgumentException(
                    "a run id must be 1 to 32 lower case letters or digits, but is '" + runId + "'");
        }
        connection = Map.copyOf(connection);
    }

    /** The phases of the load. */
    public List<Phase> phases() {
        Timing timing = trial.spec().timing();
        long warmup = timing.warmup().toNanos();
        Phase measure =
                new Phase(Phase.MEASURE, warmup, warmup + timing.measure().toNanos());
        return warmup == 0 ? List.of(measure) : List.of(new Phase(Phase.WARMUP, 0, warmup), measure);
    }

    /** The load's length, in nanoseconds. */
    long loadNanos() {
        return phases().getLast().endNanos();
    }

    List<TopicSpec> topics() {
        int partitions = trial.spec().workload().partitions();
        List<String> subscriptions = IntStream.range(0, trial.spec().workload().subscriptions())
                .mapToObj(this::subscriptionName)
                .toList();
        return IntStream.range(0, trial.spec().workload().topics())
                .mapToObj(topic -> new TopicSpec(prefix() + topic, partitions, subscriptions))
                .toList();
    }

    /** The name by which the system knows a subscription. */
    String subscriptionName(int subscription) {
        return prefix() + subscriptionLabel(subscription);
    }

    /** The names by which results know the subscriptions. */
    List<String> subscriptionLabels() {
        return IntStream.range(0, trial.spec().workload().subscriptions())
                .mapToObj(TrialRequest::subscriptionLabel)
                .toList();
    }

    DriverConfig driverConfig() {
        return new DriverConfig(
                connection,
                trial.spec().durability(),
                trial.spec().workload().batching(),
                trial.spec().settings());
    }

    private static String subscriptionLabel(int subscription) {
        return "s" + (subscription + 1);
    }

    private String prefix() {
        return prefix(runId, trial);
    }

    /** What the names begin with that a trial gives to what it creates. */
    public static String prefix(String runId, PlannedTrial trial) {
        return "assay-" + runId + "-" + trial.number() + "-";
    }
}
