package dev.assay.run.coordinator;

import dev.assay.cluster.node.Cluster;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.InFlightRoom;
import dev.assay.driver.TopicSpec;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Workload;
import dev.assay.model.spec.Workload.Subscription;
import dev.assay.model.timeline.Timeline;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * @param runId marks the topics of this run, such as {@code 7f3a9c}; lower case letters and digits
 * @param run marks the messages of this trial; different for each trial that may meet the same system
 * @param connection how the driver reaches the system
 * @param client settings of clients that were found with the system; those of the scenario override them
 */
public record TrialRequest(
        PlannedTrial trial, String runId, int run, Map<String, String> connection, Map<String, String> client) {
    private static final Pattern NAME = Pattern.compile("assay-([a-z0-9]{1,32})-\\d{1,9}-\\d{1,9}");

    public TrialRequest {
        if (!runId.matches("[a-z0-9]{1,32}")) {
            throw new IllegalArgumentException(
                    "a run id must be 1 to 32 lower case letters or digits, but is '" + runId + "'");
        }
        connection = Map.copyOf(connection);
        client = Map.copyOf(client);
    }

    /** Creates the request of a trial on a system that the scenario describes completely. */
    public TrialRequest(PlannedTrial trial, String runId, int run, Map<String, String> connection) {
        this(trial, runId, run, connection, Map.of());
    }

    public TrialRequest(PlannedTrial trial, String runId, int run, Cluster cluster) {
        this(trial, runId, run, cluster.connection(), cluster.clientSettings());
    }

    /** Returns the load over time as planned: phases with conditions have their latest ends. */
    public Timeline timeline() {
        return trial.spec().timeline();
    }

    public List<TopicSpec> topics() {
        int partitions = trial.spec().workload().partitions();
        List<String> subscriptions =
                subscriptionLabels().stream().map(this::subscriptionName).toList();
        return IntStream.range(0, trial.spec().workload().topics())
                .mapToObj(topic -> new TopicSpec(prefix() + topic, partitions, subscriptions, queues(runId, trial)))
                .toList();
    }

    /** Returns the system's names of the subscriptions that a trial reads as queues. */
    public static List<String> queues(String runId, PlannedTrial trial) {
        return trial.spec().workload().allSubscriptions().stream()
                .filter(subscription -> subscription.group().queue())
                .map(subscription -> prefix(runId, trial) + subscription.name())
                .toList();
    }

    String subscriptionName(String label) {
        return prefix() + label;
    }

    /** Returns the subscriptions' names as in results. */
    List<String> subscriptionLabels() {
        return trial.spec().workload().allSubscriptions().stream()
                .map(Subscription::name)
                .toList();
    }

    DriverConfig driverConfig() {
        return driverConfig(trial.spec(), connection, client);
    }

    /**
     * @param connection how it reaches the system
     * @param client settings of clients that were found with the system; those of the trial override them
     */
    public static DriverConfig driverConfig(
            TrialSpec trial, Map<String, String> connection, Map<String, String> client) {
        Workload load = trial.workload();
        return new DriverConfig(
                connection,
                trial.durability(),
                load.batching(),
                trial.settings().withClient(client),
                new InFlightRoom(load.inFlight(), load.inFlightBytes(), load.clientBytes()));
    }

    /** Returns the run id in the name of a topic; empty where {@link #topics} gives no such name. */
    public static Optional<String> runId(String topic) {
        Matcher parts = NAME.matcher(topic);
        return parts.matches() ? Optional.of(parts.group(1)) : Optional.empty();
    }

    private String prefix() {
        return prefix(runId, trial);
    }

    public static String prefix(String runId, PlannedTrial trial) {
        return "assay-" + runId + "-" + trial.number() + "-";
    }
}
