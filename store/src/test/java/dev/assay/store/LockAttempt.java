package dev.assay.store;

import java.nio.file.Path;

/** Tries to lock a run directory from another process. */
final class LockAttempt {
    private LockAttempt() {}

    /** Prints whether the lock was acquired. */
    public static void main(String[] arguments) {
        try (RunLock _ = RunLock.of(Path.of(arguments[0]))) {
            System.out.println("free");
        } catch (RunLock.HeldException e) {
            System.out.println("held");
        }
    }
}
