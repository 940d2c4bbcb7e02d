package dev.assay.model.verification;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public record VerificationEvidence(Accounting accounting, FaultMoment moment, Service service) {
    /**
     * @param nodes the nodes that were hit
     * @param at ISO-8601 instant at which it began
     * @param loadNanos how long the load had run by then: the age of the oldest message
     * @param sinceAckNanos time since the last known acknowledgement
     * @param ackedBefore messages acknowledged by then
     * @param inFlight messages handed to the client by then that had no outcome yet
     * @param details what the machine reports about it, each value with its unit; with {@link #LEADERS} who led partitions
     *     before, where the system tells
     */
    public record FaultMoment(
            List<String> nodes,
            String at,
            long loadNanos,
            long sinceAckNanos,
            long ackedBefore,
            long inFlight,
            Map<String, String> details) {
        /** Names the detail that is a {@link PartitionLeaders}. */
        public static final String LEADERS = "partitions led by each server";

        public FaultMoment {
            nodes = List.copyOf(nodes);
            details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
        }

        /** Returns who led partitions before the fault; empty where the system does not tell. */
        public Optional<PartitionLeaders> leaders() {
            return PartitionLeaders.parse(details.getOrDefault(LEADERS, ""));
        }
    }

    /**
     * Describes how the system served producers.
     *
     * @param silenceNanos longest time from the fault on in which nothing was acknowledged although messages were offered
     * @param resolutionNanos how exactly that is known
     * @param served whether something was acknowledged again by the end of the load
     * @param longestWaitNanos longest response time of a message acknowledged from the fault on; 0 when there is none
     * @param recoveryNanos from the fault to the cluster being ready again, the time for which it was held included
     * @param heldNanos how long the fault lasted before the system was brought back
     */
    public record Service(
            long silenceNanos,
            long resolutionNanos,
            boolean served,
            long longestWaitNanos,
            long recoveryNanos,
            long heldNanos) {}
}
