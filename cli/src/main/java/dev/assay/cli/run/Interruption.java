package dev.assay.cli.run;

import dev.assay.provision.leash.Leash;

/**
 * What ends the start of servers and workers, and a download: the servers are killed first, so that the thread that waits
 * for them has nothing left to end when it is interrupted.
 */
public record Interruption(Leash leash, Thread starter) implements Runnable {
    /** Ends what the calling thread is about to start. */
    public Interruption(Leash leash) {
        this(leash, Thread.currentThread());
    }

    @Override
    public void run() {
        leash.close();
        starter.interrupt();
    }
}
