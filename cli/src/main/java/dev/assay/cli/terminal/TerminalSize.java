package dev.assay.cli.terminal;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * @param columns of a line
 * @param rows of the screen
 */
record TerminalSize(int columns, int rows) {
    /** Stands in where no size can be determined. */
    static final TerminalSize USUAL = new TerminalSize(80, 24);

    TerminalSize {
        if (columns < 1 || rows < 1) {
            throw new IllegalArgumentException("a terminal has columns and rows, not " + columns + " by " + rows);
        }
    }

    static TerminalSize now() {
        return WindowSize.CALL.flatMap(WindowSize::ask).orElse(USUAL);
    }

    /** Asks the kernel, as Java has no method for it: {@code TIOCGWINSZ}, see ioctl_tty(2). */
    @SuppressWarnings("restricted") // A call into the C library is what this is for; the start scripts allow it.
    private static final class WindowSize {
        private static final int STANDARD_OUTPUT = 1;
        private static final long LINUX = 0x5413;
        private static final long MACOS = 0x4008_7468L;
        private static final long REQUEST = System.getProperty("os.name", "").startsWith("Mac") ? MACOS : LINUX;
        /** Counts the shorts in the struct {@code winsize}: rows, columns, and two unused ones. */
        private static final int SHORTS = 4;

        static final Optional<MethodHandle> CALL = Linker.nativeLinker()
                .defaultLookup()
                .find("ioctl")
                .map(ioctl -> Linker.nativeLinker()
                        .downcallHandle(
                                ioctl,
                                FunctionDescriptor.of(
                                        ValueLayout.JAVA_INT,
                                        ValueLayout.JAVA_INT,
                                        ValueLayout.JAVA_LONG,
                                        ValueLayout.ADDRESS),
                                Linker.Option.firstVariadicArg(2)));

        private WindowSize() {}

        static Optional<TerminalSize> ask(MethodHandle ioctl) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment size = arena.allocate(ValueLayout.JAVA_SHORT, SHORTS);
                int failed = (int) ioctl.invokeExact(STANDARD_OUTPUT, REQUEST, size);
                int rows = Short.toUnsignedInt(size.getAtIndex(ValueLayout.JAVA_SHORT, 0));
                int columns = Short.toUnsignedInt(size.getAtIndex(ValueLayout.JAVA_SHORT, 1));
                return failed != 0 || rows == 0 || columns == 0
                        ? Optional.empty()
                        : Optional.of(new TerminalSize(columns, rows));
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException("cannot ask for the size of the terminal", e);
            }
        }
    }
}
