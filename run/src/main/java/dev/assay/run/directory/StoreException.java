package dev.assay.run.directory;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of the run directory that could not be written or read; the message names it and says what to do. */
public final class StoreException extends RuntimeException {
    /** Less free space than this counts as a full disk. */
    private static final long FULL_BELOW_BYTES = 1 << 20;

    StoreException(String message) {
        super(message);
    }

    StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    static StoreException writing(Path file, IOException cause) {
        String advice = diskFull(file, cause)
                ? "The disk is full: free some space and run again."
                : "Check that the folder still exists and is writable.";
        return new StoreException(
                "cannot write %s: %s. %s Finished trials of this run are kept and can be reported."
                        .formatted(file, reason(cause), advice),
                cause);
    }

    static StoreException reading(Path file, IOException cause) {
        return new StoreException(
                "cannot read %s: %s. Check that it exists and is readable.".formatted(file, reason(cause)), cause);
    }

    static StoreException damaged(Path file, String what) {
        return new StoreException("%s is damaged: %s. %s".formatted(file, what, afterDamage(file)));
    }

    /** A file, or a part of it, that is too large to have been written by Assay. */
    static StoreException oversized(Path file, String what, long limitBytes) {
        return damaged(file, "it has " + what + " " + limitBytes + " B, which Assay never writes");
    }

    private static String afterDamage(Path file) {
        if (file.endsWith("run.json")) {
            return "Restore it from a copy.";
        }
        if (file.endsWith(EarlierVerificationsFile.NAME)) {
            return "Restore it from a copy; or move it out of the run, which then knows of no earlier verifications.";
        }
        if (file.endsWith(CreationJournal.FILE)) {
            return "Restore it from a copy.";
        }
        String part = file.endsWith(VerificationFolder.RECORD) ? "verification" : "trial";
        return "Restore it from a copy; or, to report the others, move this %s's folder out of the run."
                .formatted(part);
    }

    private static boolean diskFull(Path file, IOException cause) {
        String message = String.valueOf(cause.getMessage());
        return message.contains("No space left") || message.contains("quota exceeded") || freeBytes(file) == 0;
    }

    /** Free bytes where the file lies, 0 when next to nothing is left, -1 when unknown. */
    private static long freeBytes(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            return -1;
        }
        try {
            long free = Files.getFileStore(folder).getUsableSpace();
            return free < FULL_BELOW_BYTES ? 0 : free;
        } catch (IOException unknown) {
            return -1; // the write's own error is what the user gets to see
        }
    }

    /** File system exceptions often carry only the file's name as message. */
    private static String reason(IOException cause) {
        if (cause instanceof FileSystemException detailed) {
            String reason = detailed.getReason();
            return reason == null ? cause.getClass().getSimpleName() : reason;
        }
        return String.valueOf(cause.getMessage());
    }
}
