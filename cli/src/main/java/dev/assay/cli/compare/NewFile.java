package dev.assay.cli.compare;

import dev.assay.host.file.DurableFile;
import dev.assay.host.file.FullDisk;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes files that did not exist before, each whole or not at all; an existing file may be somebody's, and is never replaced unless that is
 * asked for.
 */
public final class NewFile {
    private NewFile() {}

    /**
     * Writes a new text file.
     *
     * @throws CommandFailure when the file exists already, or can't be written
     */
    public static void write(Path file, String text) {
        write(Map.of(file, text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Writes new files, all of them or none, and fails as for a text. */
    public static void write(Map<Path, byte[]> files) {
        try {
            DurableFile.create(files);
        } catch (FileAlreadyExistsException e) {
            throw taken(Path.of(e.getFile()), e);
        } catch (IOException e) {
            throw unwritten(files.keySet(), e);
        }
    }

    /**
     * Writes a text file in place of any other, whose permissions it has; the text goes to a device or pipe of that name, and to where a
     * link leads, whether or not there is a file.
     *
     * @throws CommandFailure when the file can't be written
     */
    public static void replace(Path file, String text) {
        try {
            boolean isNew = !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
            if (isNew || Files.isRegularFile(file)) {
                DurableFile.replace(isNew ? file : file.toRealPath(), text.getBytes(StandardCharsets.UTF_8));
            } else {
                Files.writeString(file, text);
            }
        } catch (IOException e) {
            throw unwritten(Set.of(file), e);
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

    private static CommandFailure unwritten(Collection<Path> files, IOException cause) {
        String names = files.stream().map(Path::toString).collect(Collectors.joining(", "));
        String advice = files.stream().anyMatch(file -> FullDisk.explains(cause, file))
                ? ". The disk is full: free some space and run the command again"
                : "";
        return new CommandFailure(
                ExitCode.ENVIRONMENT, "can't write " + names + ": " + StoreException.reason(cause) + advice, cause);
    }
}
