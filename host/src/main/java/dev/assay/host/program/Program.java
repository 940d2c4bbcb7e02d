package dev.assay.host.program;

import dev.assay.host.HostException;
import dev.assay.model.unit.DurationText;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Runs programs of the operating system to their end, within a limit. */
public final class Program {
    /** Suffices for programs that wait for no disk. */
    public static final Duration USUAL_LIMIT = Duration.ofSeconds(30);

    /** Suffices for programs that write the pages of a disk first, which may be gigabytes. */
    public static final Duration FLUSH_LIMIT = Duration.ofMinutes(10);

    /** The most that is read of one program: {@code ss} prints this much of 100,000 connections. */
    private static final int MAX_BYTES = 64 << 20;

    private static final int SHOWN_BYTES = 4096;

    private Program() {}

    /** Returns where the program is; administrators' folders are searched too, which are not on everybody's path. */
    public static Optional<Path> find(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(Stream.of(path.split(File.pathSeparator, -1)), Stream.of("/usr/sbin", "/sbin"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    public static List<String> missing(String... names) {
        return Stream.of(names).filter(name -> find(name).isEmpty()).toList();
    }

    /** Tells whether this process may do all that root may, as far as its user tells. */
    public static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException | UnsupportedOperationException notLinux) {
            return false;
        }
    }

    /**
     * Runs the program and returns what it prints.
     *
     * @throws HostException as {@link #run(Duration, String, String...)}, with a limit of 30 s
     */
    public static String run(String name, String... arguments) {
        return run(USUAL_LIMIT, name, arguments);
    }

    /**
     * Runs the program and returns what it prints.
     *
     * @throws HostException with the end of the program's output, when it can't be run, fails, prints more than 64 MiB, or takes longer
     * than the limit; it and the processes that it has started are killed then
     */
    public static String run(Duration limit, String name, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(find(name).map(Path::toString).orElse(name));
        command.addAll(List.of(arguments));
        ProcessBuilder program = ChildEnvironment.builder(command).redirectErrorStream(true);
        byte[] output = toItsEnd(program, String.join(" ", command), new byte[0], limit);
        return new String(output, StandardCharsets.UTF_8).strip();
    }

    /**
     * Runs the program with {@code input} and returns what it prints.
     *
     * @throws HostException as {@link #run}, with the end of the program's standard error
     */
    public static byte[] answer(Duration limit, List<String> command, byte[] input) {
        return toItsEnd(ChildEnvironment.builder(command), command.getFirst(), input, limit);
    }

    private static byte[] toItsEnd(ProcessBuilder program, String title, byte[] input, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        Process process;
        try {
            process = program.start();
        } catch (IOException e) {
            throw new HostException("Cannot run " + title + ": " + e, e);
        }
        try {
            FutureTask<byte[]> output = reading(process, process.getInputStream(), title);
            FutureTask<byte[]> errors = reading(process, process.getErrorStream(), title);
            write(input, process.getOutputStream(), title);
            if (!process.waitFor(limit)) {
                throw new TimeoutException();
            }
            // Processes that the program has left running may hold the pipes open after its end.
            byte[] printed = output.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            byte[] complaints = errors.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (printed.length > MAX_BYTES || complaints.length > MAX_BYTES) {
                throw new HostException(
                        title + " printed more than " + (MAX_BYTES >> 20) + " MiB and was killed.", null);
            }
            if (process.exitValue() != 0) {
                throw new HostException(
                        title + " failed (exit code " + process.exitValue() + "): "
                                + end(program.redirectErrorStream() ? printed : complaints),
                        null);
            }
            return printed;
        } catch (ExecutionException e) {
            throw new HostException("Cannot read what " + title + " prints: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new HostException(title + " took over " + DurationText.format(limit) + ".", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HostException("Interrupted while running " + title + ".", e);
        } finally {
            kill(process);
        }
    }

    /** Kills it with all that it has started, as far as these processes' parents run. */
    private static void kill(Process process) {
        if (process.isAlive()) {
            List<ProcessHandle> started = process.descendants().toList();
            process.destroyForcibly();
            started.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** Writes on another thread: a program that does not read what a pipe can't hold must not delay anybody for longer than its limit. */
    private static void write(byte[] input, OutputStream stream, String title) {
        Thread.ofPlatform().daemon().name("input-of-" + title).start(() -> {
            try (stream) {
                stream.write(input);
            } catch (IOException _) {
                // The program has ended without reading: its exit says why.
            }
        });
    }

    /** Reads while the program runs: one that prints more than a pipe holds waits for its reader. One that prints too much is killed. */
    private static FutureTask<byte[]> reading(Process process, InputStream stream, String title) {
        FutureTask<byte[]> output = new FutureTask<>(() -> {
            try (stream) {
                byte[] printed = stream.readNBytes(MAX_BYTES + 1);
                if (printed.length > MAX_BYTES) {
                    kill(process);
                }
                return printed;
            } catch (IOException _) {
                return new byte[0]; // It was killed, as its exit tells.
            }
        });
        Thread.ofPlatform().daemon().name("output-of-" + title).start(output);
        return output;
    }

    private static String end(byte[] printed) {
        int begin = Math.max(0, printed.length - SHOWN_BYTES);
        return (begin == 0 ? "" : "… ")
                + new String(printed, begin, printed.length - begin, StandardCharsets.UTF_8).strip();
    }
}
