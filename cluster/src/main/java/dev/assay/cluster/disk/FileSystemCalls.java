package dev.assay.cluster.disk;

import dev.assay.cluster.DeploymentException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Makes system calls on a mounted file system that Java has no methods for, through the C library that runs Java. */
@SuppressWarnings("restricted") // Calls into the C library are what this class is for; the start scripts allow them.
final class FileSystemCalls {
    /** {@code EXT4_IOC_SHUTDOWN}: {@code _IOR('X', 125, __u32)} of the kernel's ext4.h. */
    private static final long SHUTDOWN = 0x8004_587DL;
    /** {@code EXT4_GOING_FLAGS_NOLOGFLUSH}: neither data nor journal are written any more. */
    private static final int WITHOUT_FLUSH = 2;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final MethodHandle OPEN = variadic("open", ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
    private static final MethodHandle IOCTL =
            variadic("ioctl", ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
    private static final MethodHandle SYNCFS = plain("syncfs");
    private static final MethodHandle CLOSE = plain("close");

    private FileSystemCalls() {}

    /**
     * Stops the file system at once, as a power loss does: data that is not on the disk yet never will be.
     *
     * @throws DeploymentException when {@code folder} is not that mount; nothing is done then
     */
    static void shutDown(Path folder, LoopMount mount) {
        withOpen(folder, "shut down", (arena, errno, file) -> {
            mount.require(opened(file), folder, "shut down");
            MemorySegment flag = arena.allocateFrom(ValueLayout.JAVA_INT, WITHOUT_FLUSH);
            return (int) IOCTL.invokeExact(errno, file, SHUTDOWN, flag);
        });
    }

    /**
     * Does work within the file system: the path passed to it stays valid whatever is done to the folder meanwhile.
     *
     * @param action for people
     * @throws DeploymentException when {@code folder} is not that mount; nothing is done then
     */
    static void inside(Path folder, LoopMount mount, String action, Consumer<Path> work) {
        withOpen(folder, action, (arena, errno, file) -> {
            mount.require(opened(file), folder, action);
            work.accept(opened(file));
            return 0;
        });
    }

    /**
     * Returns a path that, by proc_pid_fd(5), is the open file itself. It has this process's number, so that it works for child
     * processes, too.
     */
    private static Path opened(int file) {
        return Path.of("/proc/" + ProcessHandle.current().pid() + "/fd/" + file);
    }

    static void sync(Path folder) {
        withOpen(folder, "sync", (arena, errno, file) -> (int) SYNCFS.invokeExact(errno, file));
    }

    @FunctionalInterface
    private interface Call {
        int on(Arena arena, MemorySegment errno, int file) throws Throwable;
    }

    private static void withOpen(Path folder, String action, Call call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(Linker.Option.captureStateLayout());
            int file = (int) OPEN.invokeExact(errno, arena.allocateFrom(folder.toString()), 0);
            check(file, errno, "open " + folder);
            try {
                check(call.on(arena, errno, file), errno, action + " the file system on " + folder);
            } finally {
                check((int) CLOSE.invokeExact(errno, file), errno, "close " + folder);
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("cannot " + action + " the file system on " + folder, e);
        }
    }

    private static void check(int result, MemorySegment errno, String action) {
        if (result < 0) {
            throw DeploymentException.environment(
                    "Cannot " + action + " (error number " + errno.get(ValueLayout.JAVA_INT, 0)
                            + "). Is it an ext4 file system, and is this root?",
                    null);
        }
    }

    private static MethodHandle plain(String name) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
                ERRNO);
    }

    /** Describes a function with two fixed arguments and variable ones, for which some processors have another calling convention. */
    private static MethodHandle variadic(String name, java.lang.foreign.MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments),
                Linker.Option.firstVariadicArg(2),
                ERRNO);
    }
}
