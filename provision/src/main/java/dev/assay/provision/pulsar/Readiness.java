package dev.assay.provision.pulsar;

import dev.assay.provision.ProvisionException;
import dev.assay.provision.cluster.NodeWatch;
import dev.assay.provision.leash.LeashedProcess;
import dev.assay.provision.leash.LogTail;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Waits until a condition holds, as long as none of these processes ends.
 *
 * @param excused those whose end does not matter, since they will be started again
 */
record Readiness(List<LeashedProcess> processes, Predicate<LeashedProcess> excused) {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ROUND_MILLIS = 25;
    private static final int SEARCHED_LINES = 400;
    private static final int SHOWN_COMPLAINTS = 5;

    Readiness(List<LeashedProcess> processes) {
        this(processes, process -> false);
    }

    /**
     * Returns true when it holds, and false when a port was taken.
     *
     * @param what as in "Waited for the brokers"
     * @throws ProvisionException when a process ends for another reason, or time is up
     */
    boolean await(String what, BooleanSupplier holds) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!holds.getAsBoolean()) {
            Optional<LeashedProcess> ended = processes.stream()
                    .filter(each -> each.exit().isDone())
                    .filter(excused.negate())
                    .findFirst();
            if (ended.isPresent()) {
                return explain(ended.get());
            }
            if (System.nanoTime() > deadline) {
                throw late(what);
            }
            pause(CompletableFuture.anyOf(
                    processes.stream().map(LeashedProcess::exit).toArray(CompletableFuture<?>[]::new)));
        }
        return true;
    }

    private static boolean explain(LeashedProcess ended) {
        String log = LogTail.of(ended.log(), SEARCHED_LINES);
        if (log.contains("Address already in use")) {
            return false;
        }
        throw ProvisionException.system(
                complaints(log) + NodeWatch.describe(ended, ended.exit().join()), null);
    }

    /** What stands in the log as an error, which a bookie follows up with pages of usage. */
    private static String complaints(String log) {
        return log.lines()
                .filter(line -> line.contains(" ERROR ") || line.startsWith("Caused by:"))
                .limit(SHOWN_COMPLAINTS)
                .map(line -> line + System.lineSeparator())
                .collect(Collectors.joining());
    }

    private ProvisionException late(String what) {
        StringBuilder message = new StringBuilder(
                "Pulsar was not ready after " + PATIENCE.toSeconds() + " s. Waited for " + what + ".");
        for (LeashedProcess process : processes) {
            message.append(" The end of ").append(process.log()).append(":\n");
            message.append(process.logTail().indent(2));
        }
        return ProvisionException.system(message.toString().stripTrailing(), null);
    }

    /** Waits for the next round, or until a process ends. */
    private static void pause(Future<?> anyEnd) {
        try {
            anyEnd.get(ROUND_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException nobodyEnded) {
            // The usual case: it is time for the next round.
        } catch (ExecutionException e) {
            throw ProvisionException.system("A process of Pulsar could not be watched.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ProvisionException.environment("Interrupted while Pulsar was starting.", e);
        }
    }
}
