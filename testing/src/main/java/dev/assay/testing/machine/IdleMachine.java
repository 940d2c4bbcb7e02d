package dev.assay.testing.machine;

import dev.assay.host.ProcText;
import dev.assay.host.ThisMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Skips a failed test tagged {@code alone} when other programs, or the hypervisor, took more than {@link #MAX_SHARE} of the
 * processors meanwhile. On an idle machine, and without /proc, the test fails as others do. JUnit registers this extension for all
 * tests.
 */
public final class IdleMachine implements BeforeTestExecutionCallback, TestExecutionExceptionHandler {
    /** The limit as a share of all processors. Kernels charge whole ticks, so the test's own share is known to a few percent. */
    static final double MAX_SHARE = 0.15;

    /** The shortest time over which the share of others can be told from the kernel's ticks. */
    private static final long MIN_NANOS = 1_000_000_000;

    private static final Namespace NAMESPACE = Namespace.create(IdleMachine.class);
    private static final Path STAT = Path.of("/proc/stat");

    /** Holds seconds of processor time since boot. */
    record Usage(long nanoTime, int processors, double idleSeconds, double ownSeconds) {
        /** Returns the share of all processors that others had since {@code before}, from 0 to 1. */
        double othersSince(Usage before) {
            double all = processors * (nanoTime - before.nanoTime) / 1e9;
            double busy = all - (idleSeconds - before.idleSeconds);
            return Math.clamp((busy - (ownSeconds - before.ownSeconds)) / all, 0, 1);
        }
    }

    @Override
    public void beforeTestExecution(ExtensionContext context) throws IOException {
        if (context.getTags().contains("alone") && Files.isReadable(STAT)) {
            context.getStore(NAMESPACE).put(Usage.class, now());
        }
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        Usage before = context.getStore(NAMESPACE).get(Usage.class, Usage.class);
        if (before != null && !(failure instanceof TestAbortedException)) {
            skipIfBusy(before, now(), failure);
        }
        throw failure;
    }

    static void skipIfBusy(Usage before, Usage after, Throwable failure) {
        double othersShare = after.othersSince(before);
        if (after.nanoTime() - before.nanoTime() >= MIN_NANOS && othersShare > MAX_SHARE) {
            throw new TestAbortedException(
                    "the machine was busy: others took %.0f %% of %d processors for %.0f s; it failed with: %s"
                            .formatted(
                                    100 * othersShare,
                                    after.processors(),
                                    (after.nanoTime() - before.nanoTime()) / 1e9,
                                    failure),
                    failure);
        }
    }

    private static Usage now() throws IOException {
        String[] word = Files.readString(STAT).lines().findFirst().orElseThrow().split(" +", -1);
        double idle = (Long.parseLong(word[4]) + Long.parseLong(word[5])) / ProcText.TICKS_PER_SECOND;
        return new Usage(System.nanoTime(), new ThisMachine().cores(), idle, ownSeconds());
    }

    /**
     * Returns the processor time of this JVM and of all processes that it started; of ended ones, as far as their parent waited for
     * them.
     */
    private static double ownSeconds() {
        ProcessHandle self = ProcessHandle.current();
        double seconds = 0;
        for (ProcessHandle process :
                Stream.concat(Stream.of(self), self.descendants()).toList()) {
            seconds += secondsOf(process.pid());
        }
        return seconds;
    }

    private static double secondsOf(long pid) {
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        String text;
        try {
            text = Files.readString(stat);
        } catch (IOException ended) {
            return 0;
        }
        // utime, stime, cutime and cstime are fields 14 to 17 of proc_pid_stat(5); field 3 follows the name in
        // parentheses.
        String[] word = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
        double ticks = 0;
        for (int field = 14; field <= 17; field++) {
            ticks += Long.parseLong(word[field - 3]);
        }
        return ticks / ProcText.TICKS_PER_SECOND;
    }
}
