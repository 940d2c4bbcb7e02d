package dev.assay.provision.kafka;

import dev.assay.provision.ProvisionException;
import dev.assay.provision.cluster.NodeWatch;
import dev.assay.provision.leash.LeashedProcess;
import dev.assay.provision.leash.LogTail;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits until every broker answers and knows of all the others and of a controller. */
record Readiness(List<NodePlan> nodes, List<LeashedProcess> brokers) {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int ROUND_MILLIS = 25;
    private static final int SEARCHED_LINES = 400;

    /**
     * Returns true when the cluster is ready, and false when a port was taken.
     *
     * @throws ProvisionException when a broker ends for another reason, or time is up
     */
    boolean await() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        List<NodePlan> unready = new ArrayList<>(nodes);
        Future<?> anyEnd = CompletableFuture.anyOf(
                brokers.stream().map(LeashedProcess::exit).toArray(CompletableFuture<?>[]::new));
        while (!unready.isEmpty()) {
            Optional<LeashedProcess> ended =
                    brokers.stream().filter(broker -> broker.exit().isDone()).findFirst();
            if (ended.isPresent()) {
                return explain(ended.get());
            }
            if (System.nanoTime() > deadline) {
                throw late(unready);
            }
            dropReady(unready);
            pause(anyEnd);
        }
        return true;
    }

    private void dropReady(List<NodePlan> unready) {
        for (Iterator<NodePlan> each = unready.iterator(); each.hasNext(); ) {
            try {
                NodePlan node = each.next();
                MetadataProbe.Answer answer = MetadataProbe.ask(node.host(), node.clientPort());
                if (answer.brokers().size() == nodes.size()
                        && answer.controller().isPresent()) {
                    each.remove();
                }
            } catch (IOException notYet) {
                // Asked again in the next round; the deadline bounds that.
            }
        }
    }

    private boolean explain(LeashedProcess ended) {
        String log = LogTail.of(ended.log(), SEARCHED_LINES);
        if (log.contains("Address already in use")) {
            return false;
        }
        throw ProvisionException.system(NodeWatch.describe(ended, ended.exit().join()), null);
    }

    private ProvisionException late(List<NodePlan> unready) {
        StringBuilder message =
                new StringBuilder("Kafka was not ready after " + PATIENCE.toSeconds() + " s. Waited for "
                        + String.join(", ", unready.stream().map(NodePlan::name).toList()) + ".");
        for (LeashedProcess broker : brokers) {
            if (unready.stream().anyMatch(node -> node.name().equals(broker.name()))) {
                message.append(" The end of ").append(broker.log()).append(":\n");
                message.append(broker.logTail().indent(2));
            }
        }
        return ProvisionException.system(message.toString().stripTrailing(), null);
    }

    /** Waits for the next round, or until a broker ends. */
    private static void pause(Future<?> anyEnd) {
        try {
            anyEnd.get(ROUND_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException nobodyEnded) {
            // The usual case: it is time for the next round.
        } catch (ExecutionException e) {
            throw ProvisionException.system("A broker could not be watched.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ProvisionException.environment("Interrupted while Kafka was starting.", e);
        }
    }
}
