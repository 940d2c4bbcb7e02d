package dev.assay.host.file;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

@SuppressWarnings("restricted") // Calls into the C library are what this class is for; the start scripts allow them.
public final class FullDisk {
    /** Is {@code ENOSPC} of errno(3). */
    static final int NO_SPACE = 28;

    /** Is {@code EDQUOT} of errno(3) on Linux. */
    private static final int OVER_QUOTA = 122;

    private static final long FULL_BELOW_BYTES = 1 << 20;

    private static final long MAX_TEXT_BYTES = 4096;
    private static final MethodHandle STRERROR = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("strerror"),
                    FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));

    private FullDisk() {}

    /**
     * Tells whether a full disk is why a file could not be written.
     *
     * @param failure what Java says: the text of the C library in the user's language, without the number of the error. So the
     *     text of that number is looked for.
     */
    public static boolean explains(IOException failure, Path file) {
        String message = String.valueOf(failure.getMessage());
        return message.contains(text(NO_SPACE)) || message.contains(text(OVER_QUOTA)) || isFull(file);
    }

    /** Tells whether next to nothing is free on the disk of a file or folder; false when that is not known. */
    public static boolean isFull(Path path) {
        Path folder = Files.isDirectory(path) ? path : path.toAbsolutePath().getParent();
        if (folder == null) {
            return false;
        }
        try {
            return Files.getFileStore(folder).getUsableSpace() < FULL_BELOW_BYTES;
        } catch (IOException unknown) {
            return false; // The failure itself is what the user gets to see.
        }
    }

    static String text(int error) {
        try {
            MemorySegment text = ((MemorySegment) STRERROR.invokeExact(error)).reinterpret(MAX_TEXT_BYTES);
            int length = 0;
            while (text.get(ValueLayout.JAVA_BYTE, length) != 0) {
                length++;
            }
            byte[] bytes = text.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
            return new String(bytes, Charset.forName(System.getProperty("native.encoding", "UTF-8")));
        } catch (Throwable e) {
            throw new IllegalStateException("the C library can't be asked what error " + error + " is", e);
        }
    }
}
