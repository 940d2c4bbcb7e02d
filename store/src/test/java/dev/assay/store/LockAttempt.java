package dev.assay.store;

import java.nio.file.Path;

/** Tries to hold a run directory from another process. */
final class LockAttempt {
    private LockAttempt() {}

    /** Prints whether it could. */
    public static void main(String[] arguments) {
        try (RunLock _ = RunLock.of(Path.of(arguments[0]))) {
            System.out.println("free");
        } catch (RunLock.HeldException e) {
            System.out.println("held");
        }
    }
}
