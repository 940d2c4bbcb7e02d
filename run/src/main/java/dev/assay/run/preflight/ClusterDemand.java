package dev.assay.run.preflight;

import java.util.ArrayList;
import java.util.List;

/**
 * @param replicas partitions or queues of its topics, in all copies
 * @param inBytesPerSecond payload that producers send, without copies between nodes
 * @param outBytesPerSecond payload that consumers read once they keep up
 * @param clients producers and consumers, each of which has one connection or several
 * @param overload whether it is offered more than it sustains, on purpose
 */
public record ClusterDemand(
        long replicas, double inBytesPerSecond, double outBytesPerSecond, long clients, boolean overload) {
    /** The most replicas without a warning; a broker has a few thousand at most. */
    static final long MAX_REPLICAS = 1_000;

    /** The most traffic without a warning, most of what a network of 1 Gbit/s carries. */
    static final double MAX_BYTES_PER_SECOND = 100e6;

    static final long MAX_CLIENTS = 1_000;

    ClusterDemand max(ClusterDemand other) {
        return new ClusterDemand(
                Math.max(replicas, other.replicas),
                Math.max(inBytesPerSecond, other.inBytesPerSecond),
                Math.max(outBytesPerSecond, other.outBytesPerSecond),
                Math.max(clients, other.clients),
                overload || other.overload);
    }

    String text() {
        return "up to %d partitions in all copies, %s in and %s out, %d producers and consumers%s"
                .formatted(
                        replicas,
                        rate(inBytesPerSecond),
                        rate(outBytesPerSecond),
                        clients,
                        overload ? "; more than it sustains, on purpose" : "");
    }

    /** Returns as phrases which part of the demand may hurt other users of the cluster. */
    List<String> warnings(String system) {
        List<String> warnings = new ArrayList<>();
        if (overload) {
            warnings.add("it offers " + system
                    + " more than that sustains, on purpose: whoever else uses it is slowed down");
        }
        if (replicas > MAX_REPLICAS) {
            warnings.add("it creates %d partitions in all copies in %s, more than %d"
                    .formatted(replicas, system, MAX_REPLICAS));
        }
        if (inBytesPerSecond > MAX_BYTES_PER_SECOND) {
            warnings.add("it sends up to %s to %s, more than %s"
                    .formatted(rate(inBytesPerSecond), system, rate(MAX_BYTES_PER_SECOND)));
        }
        if (outBytesPerSecond > MAX_BYTES_PER_SECOND) {
            warnings.add("it reads up to %s from %s, more than %s"
                    .formatted(rate(outBytesPerSecond), system, rate(MAX_BYTES_PER_SECOND)));
        }
        if (clients > MAX_CLIENTS) {
            warnings.add("it connects %d producers and consumers to %s, more than %d"
                    .formatted(clients, system, MAX_CLIENTS));
        }
        return warnings;
    }

    private static String rate(double bytesPerSecond) {
        return WrittenData.size(bytesPerSecond) + "/s";
    }
}
