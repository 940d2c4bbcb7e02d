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
     * @throws HostException with the program's output, when it can't be run, fails, or takes over 30 s
     */
    public static String run(String name, String... arguments) {
        return run(USUAL_LIMIT, name, arguments);
    }

    /**
     * Runs the program and returns what it prints.
     *
     * @throws HostException with the program's output, when it can't be run, fails, or takes longer than the limit
     */
    public static String run(Duration limit, String name, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(find(name).map(Path::toString).orElse(name));
        command.addAll(List.of(arguments));
        try {
            Process process =
                    ChildEnvironment.builder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            return output(process, limit, command);
        } catch (IOException e) {
            throw new HostException("Cannot run " + String.join(" ", command) + ": " + e, e);
        }
    }

    /**
     * Runs the program with {@code input} and returns what it prints.
     *
     * @throws HostException with the program's standard error, when it can't be run, fails, or takes longer than the limit
     */
    public static byte[] answer(Duration limit, List<String> command, byte[] input) {
        Process process;
        try {
            process = ChildEnvironment.builder(command).start();
        } catch (IOException e) {
            throw new HostException("Cannot run " + command.getFirst() + ": " + e, e);
        }
        try {
            FutureTask<byte[]> output = reading(process.getInputStream(), command);
            FutureTask<byte[]> errors = reading(process.getErrorStream(), command);
            long deadline = System.nanoTime() + limit.toNanos();
            write(input, process.getOutputStream(), command);
            if (!process.waitFor(limit)) {
                throw tookTooLong(limit, List.of(command.getFirst()));
            }
            if (process.exitValue() != 0) {
                throw new HostException(
                        command.getFirst() + " failed (exit code " + process.exitValue() + "): "
                                + said(errors, deadline, limit, List.of(command.getFirst())),
                        null);
            }
            return output.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (IOException | ExecutionException e) {
            throw new HostException("Cannot read what " + command.getFirst() + " says: " + e, e);
        } catch (TimeoutException e) {
            throw tookTooLong(limit, List.of(command.getFirst()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HostException("Interrupted while running " + command.getFirst() + ".", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Writes on another thread: a program that does not read what a pipe can't hold must not delay anybody for longer than its limit. */
    private static void write(byte[] input, OutputStream stream, List<String> command) {
        Thread.ofPlatform().daemon().name("input-of-" + command.getFirst()).start(() -> {
            try (stream) {
                stream.write(input);
            } catch (IOException _) {
                // The program has ended without reading: its exit says why.
            }
        });
    }

    /** Reads while the program runs: one that prints more than a pipe holds waits for its reader. */
    private static FutureTask<byte[]> reading(InputStream stream, List<String> command) {
        FutureTask<byte[]> output = new FutureTask<>(stream::readAllBytes);
        Thread.ofPlatform().daemon().name("output-of-" + command.getFirst()).start(output);
        return output;
    }

    /** Waits for the output: processes that the program has left running may hold the pipe open after its end. */
    private static String said(FutureTask<byte[]> output, long deadline, Duration limit, List<String> command)
            throws IOException, InterruptedException {
        try {
            byte[] said = output.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            return new String(said, StandardCharsets.UTF_8).strip();
        } catch (ExecutionException e) {
            throw new IOException("its output cannot be read", e);
        } catch (TimeoutException e) {
            throw tookTooLong(limit, command);
        }
    }

    private static HostException tookTooLong(Duration limit, List<String> command) {
        return new HostException(String.join(" ", command) + " took over " + DurationText.format(limit) + ".", null);
    }

    private static String output(Process process, Duration limit, List<String> command) throws IOException {
        try {
            FutureTask<byte[]> output = reading(process.getInputStream(), command);
            long deadline = System.nanoTime() + limit.toNanos();
            if (!process.waitFor(limit)) {
                throw tookTooLong(limit, command);
            }
            String printed = said(output, deadline, limit, command);
            if (process.exitValue() != 0) {
                throw new HostException(
                        String.join(" ", command) + " failed (exit code " + process.exitValue() + "): " + printed,
                        null);
            }
            return printed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HostException("Interrupted while running " + String.join(" ", command) + ".", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
