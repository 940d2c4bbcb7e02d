package dev.assay.host.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Is a process that Assay started and that dies with Assay. It leads a process group of its own. */
public final class SupervisedProcess {
    private static final int TAIL_LINES = 20;
    private static final Duration DEATH = Duration.ofSeconds(60);

    private static final Duration LAST_LINES = Duration.ofSeconds(2);

    private final ProcessSpec spec;
    private final Process process;
    private final CompletableFuture<ProcessExit> exit;

    SupervisedProcess(ProcessSpec spec, Process process, Runnable onRelease) {
        this.spec = spec;
        this.process = process;
        @Nullable
        Thread printing = switch (spec.streams()) {
            case BOUNDED -> BoundedLog.copying(process.getInputStream(), spec.log(), BoundedLog.PROGRAM_BYTES);
            case DISTANT -> BoundedLog.copying(process.getErrorStream(), spec.log(), BoundedLog.DISTANT_BYTES);
            case LOGGED, TALKING, TERMINAL -> null;
        };
        this.exit = process.onExit().thenApply(ended -> {
            onRelease.run();
            if (printing != null) {
                awaitLastLines(printing);
            }
            return new ProcessExit(ended.exitValue(), logTail());
        });
    }

    /** Waits for what it has printed; processes that it has left running may hold the pipe open after its end. */
    private static void awaitLastLines(Thread printing) {
        try {
            boolean _ = printing.join(LAST_LINES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns what it is, such as {@code broker-1}. */
    public String name() {
        return spec.name();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Returns what it prints, line by line; only of one that talks to Assay. */
    public BufferedReader output() {
        return process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Sends a line to one that talks to Assay; no other process can read it on the way.
     *
     * @throws IOException when it does not take it, as it has ended
     */
    public void tell(String line) throws IOException {
        OutputStream input = process.getOutputStream();
        input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    /** Ends the input of one that talks to Assay, which asks it to end. */
    public void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            signal(Signal.TERM); // The pipe is of no use any more, so ask another way.
        }
    }

    public Path log() {
        return spec.log();
    }

    public Path workFolder() {
        return spec.workFolder();
    }

    /** Is completed when the process has ended, by whatever cause. */
    public CompletableFuture<ProcessExit> exit() {
        return exit.copy();
    }

    /** Calls the listener on another thread when the process has ended, by whatever cause. */
    public void onExit(Consumer<ProcessExit> listener) {
        exit.thenAccept(listener).exceptionally(failure -> {
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, failure);
            return null;
        });
    }

    public String logTail() {
        return LogTail.of(spec.log(), TAIL_LINES);
    }

    /** Sends a signal to the process and its children; nothing happens when it has ended already. */
    public void signal(Signal signal) {
        signalAll(signal, List.of(this));
    }

    /** Asks it to end, and kills it if it still runs after this time. Returns when it is gone. */
    public void stop(Duration grace) {
        signal(Signal.TERM);
        if (!await(grace)) {
            kill();
        }
    }

    /** Kills it and its children. Returns when it is gone. */
    public void kill() {
        killAll(List.of(this));
    }

    /** Kills all of these at one moment. Returns when they are gone. */
    public static void killAll(Collection<SupervisedProcess> processes) {
        signalAll(Signal.KILL, processes);
        for (SupervisedProcess each : processes) {
            if (!each.await(DEATH)) {
                throw new IllegalStateException(each.name() + " (process " + each.process.pid()
                        + ") is still there a minute after SIGKILL; is its disk hanging?");
            }
        }
    }

    /** Sends one signal to all of these as near to one moment as can be. */
    public static void signalAll(Signal signal, Collection<SupervisedProcess> processes) {
        signal.send(processes.stream()
                .map(each -> each.process)
                .filter(Process::isAlive)
                .map(Process::pid)
                .toList());
    }

    /** Waits for its end; returns false when it still runs after this time, or when this thread is interrupted. */
    public boolean await(Duration max) {
        try {
            exit.get(max.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return exit.isDone();
        } catch (ExecutionException e) {
            throw new IllegalStateException("letting go of " + name() + " failed", e.getCause());
        }
    }
}
