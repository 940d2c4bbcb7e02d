package dev.assay.cluster.telemetry;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Reads the kernel's pipe of trace events without waiting. Java's own files wait until there is something, which would take a thread that
 * is woken by every event and that nobody can stop.
 */
@SuppressWarnings("restricted") // Calls into the C library are what this class is for; the start scripts allow them.
final class TracePipe implements AutoCloseable {
    /** {@code O_RDONLY | O_NONBLOCK} of Linux on all processors that Java runs on. */
    private static final int READ_WITHOUT_WAITING = 0x800;

    private static final int NOTHING_YET = 11;
    private static final int BUFFER_BYTES = 64 * 1024;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final MethodHandle OPEN = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("open"),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
            Linker.Option.firstVariadicArg(2),
            ERRNO);
    private static final MethodHandle READ =
            handle("read", ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);
    private static final MethodHandle CLOSE = handle("close", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);

    private final Arena arena = Arena.ofShared();
    private final MemorySegment errno = arena.allocate(Linker.Option.captureStateLayout());
    private final MemorySegment buffer = arena.allocate(BUFFER_BYTES);
    private final int file;
    private boolean closed;

    TracePipe(Path path) throws IOException {
        file = call("open " + path, () ->
                (int) OPEN.invokeExact(errno, arena.allocateFrom(path.toString()), READ_WITHOUT_WAITING));
    }

    @FunctionalInterface
    private interface Call {
        int result() throws Throwable;
    }

    /** Returns everything since the previous call, in whole lines. */
    synchronized String next() throws IOException {
        StringBuilder text = new StringBuilder();
        int bytes = closed ? 0 : read();
        while (bytes > 0) {
            byte[] read = buffer.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
            text.append(new String(read, StandardCharsets.ISO_8859_1));
            bytes = read();
        }
        return text.toString();
    }

    private int read() throws IOException {
        return call("read trace events", () -> {
            int bytes = (int) (long) READ.invokeExact(errno, file, buffer, (long) BUFFER_BYTES);
            return bytes < 0 && errno.get(ValueLayout.JAVA_INT, 0) == NOTHING_YET ? 0 : bytes;
        });
    }

    private int call(String action, Call call) throws IOException {
        try {
            int result = call.result();
            if (result < 0) {
                throw new IOException(
                        "cannot " + action + " (error number " + errno.get(ValueLayout.JAVA_INT, 0) + ")");
            }
            return result;
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("cannot " + action, e);
        }
    }

    private static MethodHandle handle(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments), ERRNO);
    }

    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            closed = true;
            call("close the trace events", () -> (int) CLOSE.invokeExact(errno, file));
            arena.close();
        }
    }
}
