package dev.assay.host.file;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Reads and writes a file with a secret, which only its owner may read or write: anybody else may have read the secret
 * already, or put another one there. Where the file system knows no owners (Windows), nothing is checked.
 */
public record SecretFile(Path path) {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final long ROOT = 0;
    private static final boolean KNOWS_OWNERS =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

    /** Is many times what a token or a password takes. */
    private static final int MAX_BYTES = 1 << 16;

    /** @throws IOException when it can't be read, or is not this user's alone; the message says what to do */
    public String read() throws IOException {
        return read(MAX_BYTES);
    }

    /**
     * Returns the text of a file that may hold more than a secret.
     *
     * @param maxBytes what it has at most
     */
    public String read(int maxBytes) throws IOException {
        try {
            if (KNOWS_OWNERS) {
                requireOwnerOnly(new UnixSystem().getUid());
            }
            return text(maxBytes);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no such file", e);
        } catch (AccessDeniedException e) {
            throw new IOException("permission denied", e);
        }
    }

    private String text(int maxBytes) throws IOException {
        byte[] bytes = BoundedFile.bytes(path, maxBytes)
                .orElseThrow(() -> new IOException("it has more than " + maxBytes + " B, which no secret has"));
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** @param user the number of the user who is to be its owner; root may be it as well */
    void requireOwnerOnly(long user) throws IOException {
        long owner = ((Number) Files.getAttribute(path, "unix:uid")).longValue();
        if (owner != user && owner != ROOT) {
            throw new IOException("it belongs to another user (" + Files.getOwner(path) + "); use a file of your own");
        }
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(path);
        if (mode.stream().anyMatch(one -> !one.name().startsWith("OWNER_"))) {
            throw new IOException(
                    "others may read or change it (%s); if nobody has, run 'chmod 600 %s', else replace it"
                            .formatted(PosixFilePermissions.toString(mode), path));
        }
    }

    /**
     * Creates it for this user alone, with its folder; an existing file stays. It is written whole under another name first, so
     * that nobody reads half of it; of two processes that create it at once the first wins.
     */
    public void create(String text) throws IOException {
        Path whole = whole(text);
        try {
            Files.createLink(path, whole);
        } catch (FileAlreadyExistsException _) {
            // Another process has just made it.
        } finally {
            Files.delete(whole);
        }
    }

    /** Writes it for this user alone, with its folder, in place of an existing file. */
    public void replace(String text) throws IOException {
        Path whole = whole(text);
        try {
            Files.move(whole, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.delete(whole);
            throw e;
        }
    }

    private Path whole(String text) throws IOException {
        Path folder = Files.createDirectories(path.toAbsolutePath().getParent());
        Path whole = Files.createTempFile(
                folder, path.getFileName() + "-", ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            return Files.writeString(whole, text + "\n");
        } catch (IOException e) {
            Files.delete(whole);
            throw e;
        }
    }
}
