package dev.assay.store;

import dev.assay.host.file.FullDisk;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.exit.ReportedFailure;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Says that a file of the run directory could not be written or read; the message names it and what to do. */
public final class StoreException extends RuntimeException implements ReportedFailure {
    StoreException(String message) {
        super(message);
    }

    StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    static StoreException writing(Path file, IOException cause) {
        String advice = FullDisk.explains(cause, file)
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

    /** Says that a file, or a part of it, is too large to have been written by Assay. */
    static StoreException oversized(Path file, String what, long limitBytes) {
        return damaged(file, "it has " + what + " " + limitBytes + " B, which Assay never writes");
    }

    private static String afterDamage(Path file) {
        if (file.endsWith("run.json")) {
            return "Restore it from a copy.";
        }
        if (file.endsWith(RunDirectory.VERIFIED_BY)) {
            return "Restore it from a copy; or move it out of the run, which then names no run that verified its levels.";
        }
        if (file.endsWith(CreationJournal.FILE)) {
            return "Restore it from a copy.";
        }
        String part = file.endsWith(VerificationFolder.RECORD) ? "verification" : "trial";
        return "Restore it from a copy; or, to report the others, move this %s's folder out of the run."
                .formatted(part);
    }

    /** Returns why an access to a file failed; file system exceptions often carry only the file's name as message. */
    public static String reason(IOException cause) {
        if (cause instanceof FileSystemException detailed) {
            String reason = detailed.getReason();
            return reason == null ? cause.getClass().getSimpleName() : reason;
        }
        return String.valueOf(cause.getMessage());
    }

    @Override
    public ExitCode exitCode() {
        return ExitCode.ENVIRONMENT;
    }
}
