package dev.assay.run.trial;

import dev.assay.host.HostException;
import dev.assay.host.program.Program;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.run.stage.HarnessFaults;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

final class WorkerFreeze implements TrialListener {
    private final HarnessFaults.Freeze freeze;
    private final ProcessHandle worker;

    WorkerFreeze(HarnessFaults.Freeze freeze, ProcessHandle worker) {
        this.freeze = freeze;
        this.worker = worker;
    }

    @Override
    public void on(TrialEvent event) {
        if (event instanceof TrialEvent.Start start) {
            Duration wait = Duration.between(Instant.now(), start.instant().plus(freeze.at()));
            long from = System.nanoTime() + wait.toNanos();
            Thread.ofPlatform().daemon().name("worker-freeze").start(() -> stopAndContinue(from));
        }
    }

    private void stopAndContinue(long fromNanos) {
        await(fromNanos);
        try {
            signal("-STOP");
            try {
                await(System.nanoTime() + freeze.length().toNanos());
            } finally {
                signal("-CONT");
            }
        } catch (HostException ended) {
            // The worker has gone: its trial fails and says why.
        }
    }

    private void signal(String which) {
        Program.run("kill", which, Long.toString(worker.pid()));
    }

    private static void await(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
