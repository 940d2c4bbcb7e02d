package dev.assay.cli.compare;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes files that did not exist before; an existing file may be somebody's, and is never replaced. */
public final class NewFile {
    private NewFile() {}

    /**
     * Writes a new text file.
     *
     * @throws CommandFailure when the file exists already, or can't be written
     */
    public static void write(Path file, String text) {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a new binary file, and fails as for a text. */
    public static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw taken(file, e);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, "can't write " + file + ": " + e, e);
        }
    }

    /**
     * Checks that a file could be created, as far as its name tells.
     *
     * @throws CommandFailure when the file exists already
     */
    public static void requireFree(Path file) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw taken(file, new FileAlreadyExistsException(file.toString()));
        }
    }

    private static CommandFailure taken(Path file, FileAlreadyExistsException cause) {
        return CommandFailure.badInput(file + " already exists: remove it, or give another name", cause);
    }
}
