package dev.assay.cluster.node;

import dev.assay.cluster.DeploymentException;
import dev.assay.host.process.LogTail;
import dev.assay.host.process.SupervisedProcess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Waits for a starting cluster, as long as none of its processes ends.
 *
 * @param system its name for people
 * @param patience limit of each wait
 */
public record StartupWait(String system, List<SupervisedProcess> processes, Duration patience) {
    private static final int ROUND_MILLIS = 25;
    private static final int SEARCHED_LINES = 400;
    private static final int SHOWN_COMPLAINTS = 5;
    /** Matches the error as written in the C locale, with which servers are started; or its name. */
    private static final Pattern PORT_TAKEN = Pattern.compile("[Aa]ddress already in use|eaddrinuse|port_already_used");

    private static final Pattern COMPLAINT = Pattern.compile(" ERROR |\\[error\\]|^Caused by:");

    public StartupWait {
        processes = List.copyOf(processes);
    }

    /**
     * Returns true when the condition holds, and false when a port was taken.
     *
     * @param subject as in "Waited for the brokers"; computed only when the wait was too long
     * @throws DeploymentException when a process ends for another reason, or time is up
     */
    public boolean await(Supplier<String> subject, BooleanSupplier holds) {
        long deadline = System.nanoTime() + patience.toNanos();
        Future<?> anyEnd = CompletableFuture.anyOf(
                processes.stream().map(SupervisedProcess::exit).toArray(CompletableFuture<?>[]::new));
        while (!holds.getAsBoolean()) {
            Optional<SupervisedProcess> ended =
                    processes.stream().filter(each -> each.exit().isDone()).findFirst();
            if (ended.isPresent()) {
                return explain(ended.get());
            }
            if (System.nanoTime() > deadline) {
                throw late(subject.get());
            }
            pause(anyEnd);
        }
        return true;
    }

    private static boolean explain(SupervisedProcess ended) {
        String log = LogTail.of(ended.log(), SEARCHED_LINES);
        if (PORT_TAKEN.matcher(log).find()) {
            return false;
        }
        throw DeploymentException.system(
                complaints(log) + NodeMonitor.describe(ended, ended.exit().join()), null);
    }

    /** Returns the errors in the log, after which some servers print pages of usage. */
    private static String complaints(String log) {
        return log.lines()
                .filter(line -> COMPLAINT.matcher(line).find())
                .limit(SHOWN_COMPLAINTS)
                .map(line -> line + System.lineSeparator())
                .collect(Collectors.joining());
    }

    private DeploymentException late(String subject) {
        StringBuilder message = new StringBuilder(
                system + " was not ready after " + patience.toSeconds() + " s. Waited for " + subject + ".");
        for (SupervisedProcess process : processes) {
            message.append(" The end of ").append(process.log()).append(":\n");
            message.append(process.logTail().indent(2));
        }
        return DeploymentException.system(message.toString().stripTrailing(), null);
    }

    private void pause(Future<?> anyEnd) {
        try {
            anyEnd.get(ROUND_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException nobodyEnded) {
            // The usual case: it is time for the next round.
        } catch (ExecutionException e) {
            throw DeploymentException.system("A process of " + system + " could not be watched.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw DeploymentException.environment("Interrupted while " + system + " was starting.", e);
        }
    }
}
