package dev.assay.cluster.node;

import dev.assay.host.file.FullDisk;
import dev.assay.host.process.LogTail;
import dev.assay.host.process.ProcessExit;
import dev.assay.host.process.SupervisedProcess;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Notices the unexpected end of a server process, and says why it ended. */
public final class NodeMonitor {
    /** Matches the error as written in the C locale, with which servers are started; or its name. */
    private static final Pattern DISK_FULL = Pattern.compile("[Nn]o space left on device|enospc");

    private static final int SEARCHED_LINES = 400;

    private final List<Consumer<String>> listeners = new ArrayList<>();
    private @Nullable String failure;
    private final Set<SupervisedProcess> doomed = new HashSet<>();
    private boolean ending;

    public void add(SupervisedProcess process) {
        process.onExit(exit -> ended(process, exit));
    }

    /** Allows all processes to end from now on. */
    public synchronized void end() {
        ending = true;
    }

    /** Allows these processes to end from now on, since a fault is meant to hit them. */
    public synchronized void mayEnd(Collection<SupervisedProcess> processes) {
        doomed.addAll(processes);
    }

    /** Runs the action unless processes may end; {@link #end} waits until it is done. */
    public synchronized void unlessEnding(Runnable action) {
        if (!ending) {
            action.run();
        }
    }

    /** Returns the first failure noticed; empty when there is none. */
    public synchronized Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /** Calls the listener once with the first failure, at once when there is one. */
    public void onFailure(Consumer<String> listener) {
        String known;
        synchronized (this) {
            known = failure;
            if (known == null) {
                listeners.add(listener);
            }
        }
        if (known != null) {
            listener.accept(known);
        }
    }

    private void ended(SupervisedProcess process, ProcessExit exit) {
        String message = describe(process, exit);
        List<Consumer<String>> notified;
        synchronized (this) {
            if (ending || failure != null || doomed.contains(process)) {
                return;
            }
            failure = message;
            notified = List.copyOf(listeners);
        }
        notified.forEach(listener -> listener.accept(message));
    }

    /** Describes the end of a process, with the end of its log, for people. */
    public static String describe(SupervisedProcess process, ProcessExit exit) {
        boolean diskFull = FullDisk.isFull(process.log())
                || FullDisk.isFull(process.workFolder())
                || DISK_FULL.matcher(LogTail.of(process.log(), SEARCHED_LINES)).find();
        return process.name() + " has ended (" + exit.reason() + ")"
                + (diskFull ? " because the disk is full. Make room and run again." : ".") + "\nThe end of "
                + process.log() + ":\n" + exit.logTail().indent(2).stripTrailing();
    }
}
