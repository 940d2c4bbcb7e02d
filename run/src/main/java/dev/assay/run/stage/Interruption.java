package dev.assay.run.stage;

import dev.assay.host.process.ProcessSupervisor;

/**
 * Ends the start of servers and workers, and a download: the servers are killed first, so that the thread that waits for them has
 * nothing left to end when it is interrupted.
 */
public record Interruption(ProcessSupervisor supervisor, Thread starter) implements Runnable {
    /** Ends what the calling thread is about to start. */
    public Interruption(ProcessSupervisor supervisor) {
        this(supervisor, Thread.currentThread());
    }

    @Override
    public void run() {
        supervisor.close();
        starter.interrupt();
    }
}
