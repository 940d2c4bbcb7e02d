package dev.assay.run.workers;

import dev.assay.host.HostException;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.SupervisedProcess;
import dev.assay.host.program.BoundedLines;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.WorkerConnection.Target;
import dev.assay.run.coordinator.WorkerHandle;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireProtocol;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Holds a process with one worker, or several, on this machine or elsewhere. It ends with this process, however that ends: by itself, or it
 * is killed.
 */
final class StartedWorker implements WorkerHandle, AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    /** The most lines that a machine's own scripts may print before a worker prints its address. */
    private static final int FOREIGN_LINES = 1000;

    /** The most characters of a line; that of a process with a hundred workers has some thousand. */
    private static final int MAX_LINE = 1 << 16;

    /** The exit code of ssh where it has lost the connection, or has none. */
    private static final int SSH_LOST = 255;

    /** The time to end where nothing would be left behind. */
    static final Duration END_LIMIT = Duration.ofSeconds(2);

    /** The time to end elsewhere, where nobody kills the process, and the next one may want its port. */
    private static final Duration END_LIMIT_ELSEWHERE = Duration.ofSeconds(15);

    private final WorkerStart start;
    private final SupervisedProcess process;
    private final CompletableFuture<String> firstLine = new CompletableFuture<>();

    private StartedWorker(WorkerStart start, SupervisedProcess process) {
        this.start = start;
        this.process = process;
        Thread.ofPlatform().daemon().name("worker-" + name()).start(this::readFirstLine);
    }

    /**
     * Starts the process, which can be used after {@link #awaitListening()}.
     *
     * @throws CoordinationException when it can't be started
     */
    static StartedWorker start(WorkerStart start, ProcessSupervisor supervisor) throws CoordinationException {
        try {
            StartedWorker worker = new StartedWorker(start, supervisor.start(start.process()));
            worker.tellInput();
            return worker;
        } catch (HostException e) {
            throw new CoordinationException(worker(start) + " can't be started: " + e.getMessage(), e);
        }
    }

    /**
     * Waits until the workers listen, and returns their addresses.
     *
     * @throws CoordinationException when they do not within two minutes, or the process ends before
     */
    List<Target> awaitListening() throws CoordinationException, InterruptedException {
        try {
            String line = firstLine.get(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            String[] addresses = line.substring(WireProtocol.LISTENING.length()).split(" ", -1);
            if (addresses.length != start.names().size()) {
                throw new IllegalArgumentException(addresses.length + " addresses: " + line);
            }
            List<Target> targets = new ArrayList<>();
            for (int worker = 0; worker < addresses.length; worker++) {
                targets.add(new Target(
                        start.names().get(worker),
                        start.reached(HostPort.parse(addresses[worker])),
                        Optional.of(start.token()),
                        start.trust(),
                        this));
            }
            return targets;
        } catch (IllegalArgumentException e) {
            throw notStarted("printed something other than its address", e);
        } catch (TimeoutException e) {
            throw notStarted("was not listening after " + START_LIMIT.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw notStarted(death(START_LIMIT).orElse("printed something other than its address"), e);
        }
    }

    /** Returns the name for people, such as {@code w1}, or {@code w1-w3} where it has several. */
    String name() {
        return start.name();
    }

    private static String worker(WorkerStart start) {
        WorkerStart.Elsewhere elsewhere = start.elsewhere();
        return start.process().name() + (elsewhere == null ? "" : " on " + elsewhere.machine());
    }

    String first() {
        return start.names().getFirst();
    }

    /** Returns whether the process on this machine is that of the workers, and not ssh. */
    boolean isHere() {
        return start.elsewhere() == null;
    }

    ProcessHandle process() {
        return process.handle();
    }

    @Override
    public Optional<String> death(Duration patience) {
        return process.await(patience)
                ? Optional.of(describe(process.exit().join().code()))
                : Optional.empty();
    }

    @Override
    public List<String> logTail() {
        return process.logTail().lines().toList();
    }

    /** Ends the worker: lets it clean up for a moment, then kills it. */
    @Override
    public void close() {
        end(endLimit());
    }

    Duration endLimit() {
        return isHere() ? END_LIMIT : END_LIMIT_ELSEWHERE;
    }

    /**
     * Ends the worker: lets it clean up for {@code patience}, then kills it.
     *
     * @return whether it has ended by itself
     */
    boolean end(Duration patience) {
        askToEnd();
        if (death(patience).isPresent()) {
            return true;
        }
        process.kill();
        return false;
    }

    void askToEnd() {
        process.endInput();
    }

    /**
     * Sends secrets over standard input: other users of this machine can reach the port as well, and arguments and variables are visible
     * to others.
     */
    private void tellInput() {
        try {
            for (String line : start.input()) {
                process.tell(line);
            }
            if (!isHere()) {
                Thread.ofPlatform().daemon().name("tie-" + name()).start(this::tellPresence);
            }
        } catch (IOException e) {
            firstLine.completeExceptionally(e); // The process has ended, and its log says why.
        }
    }

    /**
     * Sends signs of life to a worker elsewhere, which ends without them: where its machine has lost the network, no system closes its
     * input.
     */
    private void tellPresence() {
        try {
            while (!process.await(Duration.ofSeconds(WireProtocol.OWNER_SECONDS))) {
                process.tell("");
            }
        } catch (IOException _) {
            // Its input has ended, and so does the worker.
        }
    }

    private void readFirstLine() {
        // It is not closed, so that the worker can still write to its standard output.
        BoundedLines lines = new BoundedLines(process.output(), MAX_LINE);
        try {
            String line = lines.next();
            for (int more = isHere() ? 0 : FOREIGN_LINES;
                    more > 0 && line != null && !lines.isCut() && !line.startsWith(WireProtocol.LISTENING);
                    more--) {
                line = lines.next();
            }
            if (line != null && (lines.isCut() || line.startsWith(WireProtocol.LISTENING))) {
                firstLine.complete(line);
            } else {
                firstLine.completeExceptionally(new IOException("first line: " + line));
            }
        } catch (IOException e) {
            firstLine.completeExceptionally(e);
        }
    }

    private CoordinationException notStarted(String why, Exception cause) {
        List<String> log = logTail();
        String tail = log.isEmpty() ? "" : ".\nThe end of its log:\n  " + String.join("\n  ", log);
        return new CoordinationException(worker(start) + " could not be started: it " + why + tail, cause);
    }

    private String describe(int exitCode) {
        WorkerStart.Elsewhere elsewhere = start.elsewhere();
        if (elsewhere != null && exitCode == SSH_LOST) {
            return "has lost its connection by ssh to " + elsewhere.machine();
        }
        if (exitCode == WorkerJvm.OUT_OF_MEMORY && start.heapBytes() > 0) {
            return "ran out of memory, with a heap of %d MiB; lower workload.rate or the number of subscriptions, or divide the load among several workers (--workers 2)"
                    .formatted(WorkerJvm.largest(start.heapBytes()) >> 20);
        }
        return exitCode > 128 ? "was killed by signal " + (exitCode - 128) : "ended with exit code " + exitCode;
    }
}
