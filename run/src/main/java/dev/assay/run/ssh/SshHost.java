package dev.assay.run.ssh;

import dev.assay.host.HostException;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSpec.Streams;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.Signal;
import dev.assay.host.process.SupervisedProcess;
import dev.assay.host.program.BoundedLines;
import dev.assay.model.unit.DurationText;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.scenario.fleet.Machine;
import dev.assay.worker.wire.WorkerToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Prepares a machine that is reached by ssh: looks what it has, copies what it lacks, and starts programs there. Nothing stays on it
 * but jars in {@value HostScripts#CACHE} of the user's home, each named by its digest.
 */
public final class SshHost {
    private static final Duration ANSWER_LIMIT = Duration.ofMinutes(2);

    /** The limit of copying a hundred megabytes over a slow line. */
    private static final Duration COPY_LIMIT = Duration.ofMinutes(30);

    /** Suffice for a line for each jar and whatever the user's own scripts print. */
    private static final int MAX_LINES = 2000;

    private static final int MAX_LINE = 1 << 13;
    private static final int ENDED_WELL = 0;
    private static final int MEBI = 20;

    private final Machine machine;
    private final SshPrograms programs;
    private final ProcessSupervisor supervisor;

    /** @param supervisor ends its processes when this process ends */
    public SshHost(Machine machine, SshPrograms programs, ProcessSupervisor supervisor) {
        this.machine = machine;
        this.programs = programs;
        this.supervisor = supervisor;
    }

    /**
     * @param folder of the jars there, all of them
     * @param java the program that runs them
     * @param listen the address to listen on there
     * @param reached the address to connect to
     */
    public record Prepared(String folder, String java, String listen, String reached) {
        public String jar(String digest) {
            return folder + "/" + HostScripts.JARS + "/" + digest + ".jar";
        }
    }

    @FunctionalInterface
    public interface Copying {
        /** Reports that jars are about to be copied, {@code bytes} in all. */
        void begins(Machine machine, int jars, long bytes);
    }

    /**
     * Checks that a Java program of Assay's can be started there.
     *
     * @throws CoordinationException naming the machine, when it can't be reached or lacks something
     */
    public void look() throws CoordinationException {
        ask(HostScripts.look(machine.java(), List.of(), ""));
    }

    /**
     * Makes sure that the machine holds these jars, and looks what else it has.
     *
     * @param jars by SHA-256
     * @throws CoordinationException naming the machine, when it can't be reached or lacks something
     */
    public Prepared prepare(Map<String, Path> jars, Copying copying) throws CoordinationException {
        String incoming = WorkerToken.random().text();
        List<String> answer = ask(HostScripts.look(machine.java(), jars.keySet(), incoming));
        List<String> lacking =
                all(answer, HostScripts.LACKS).filter(jars::containsKey).toList();
        if (!lacking.isEmpty()) {
            copy(lacking, jars, incoming, copying);
        }
        return new Prepared(
                first(answer, HostScripts.FOLDER), first(answer, HostScripts.JAVA), listen(answer), reached());
    }

    /**
     * Returns the process on this machine that runs a Java program there; its standard input is the program's after the first line.
     *
     * @param name of the process, for people
     * @param log takes the error output of the program and of ssh
     */
    public ProcessSpec process(String name, Path log) {
        return new ProcessSpec(
                name,
                programs.shell(machine.destination()),
                Map.of(),
                Path.of("").toAbsolutePath(),
                log,
                Streams.DISTANT);
    }

    /**
     * Returns the first line that such a process has to be given.
     *
     * @param command the Java program with its arguments
     */
    public static String firstLine(Prepared host, List<String> command) {
        return HostScripts.start(host.folder(), command);
    }

    /**
     * Deletes all files of Assay there.
     *
     * @return the KiB deleted; negative where there was nothing
     * @throws CoordinationException naming the machine, when it can't be reached, or a run uses it now
     */
    public long clean() throws CoordinationException {
        List<String> answer = ask(HostScripts.clean());
        return all(answer, HostScripts.REMOVED)
                .filter(text -> text.matches("[0-9]{1,15}"))
                .map(Long::parseLong)
                .findFirst()
                .orElse(-1L);
    }

    private void copy(List<String> lacking, Map<String, Path> jars, String incoming, Copying copying)
            throws CoordinationException {
        try {
            Path stage = Files.createTempDirectory(supervisor.temporaryFiles(), "jars-");
            List<Path> named = new ArrayList<>();
            long bytes = 0;
            for (String digest : lacking) {
                Path jar = Objects.requireNonNull(jars.get(digest)).toRealPath();
                bytes += Files.size(jar);
                named.add(Files.createSymbolicLink(stage.resolve(digest + ".jar"), jar));
            }
            copying.begins(machine, lacking.size(), bytes);
            String folder = HostScripts.CACHE + "/" + HostScripts.INCOMING + "/" + incoming;
            SupervisedProcess scp = start(programs.copy(named, machine.destination(), folder));
            scp.endInput();
            await(scp, COPY_LIMIT);
            if (scp.exit().join().code() != ENDED_WELL) {
                throw failure(
                        "%d jars (%d MiB) can't be copied there by scp".formatted(lacking.size(), bytes >> MEBI), scp);
            }
            ask(HostScripts.admit(lacking, incoming));
        } catch (IOException e) {
            throw new CoordinationException(machine + ": its jars can't be read here: " + e, e);
        }
    }

    private List<String> ask(String script) throws CoordinationException {
        programs.require();
        SupervisedProcess ssh = start(programs.shell(machine.destination()));
        CompletableFuture<List<String>> output = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("ssh-" + machine.name()).start(() -> read(ssh, output));
        try {
            ssh.tell(script);
        } catch (IOException _) {
            // The process has ended, and its log says why.
        }
        ssh.endInput();
        await(ssh, ANSWER_LIMIT);
        List<String> lines = await(output, ssh);
        String problem = all(lines, HostScripts.PROBLEM).findFirst().orElse("");
        if (!problem.isEmpty()) {
            throw new CoordinationException(machine + ": " + problem);
        }
        if (!lines.contains(HostScripts.DONE)) {
            throw failure(
                    "it can't be used by ssh; 'ssh %s true' has to work without a question, by a key or an agent and a known host"
                            .formatted(machine.destination()),
                    ssh);
        }
        return lines;
    }

    /** Reads what it prints, and kills one that prints too much: its machine may do so for ever. */
    private static void read(SupervisedProcess ssh, CompletableFuture<List<String>> result) {
        List<String> answer = new ArrayList<>();
        int count = 0;
        try (BufferedReader output = ssh.output()) {
            BoundedLines lines = new BoundedLines(output, MAX_LINE);
            for (String line = lines.next(); line != null; line = lines.next()) {
                count++;
                if (lines.isCut() || count > MAX_LINES) {
                    ssh.signal(Signal.KILL);
                    throw new IOException(
                            "more than %d lines, or one of more than %d characters".formatted(MAX_LINES, MAX_LINE));
                }
                if (line.startsWith(HostScripts.SAID)) {
                    answer.add(line.substring(HostScripts.SAID.length()));
                }
            }
            result.complete(answer);
        } catch (IOException e) {
            result.completeExceptionally(e);
        }
    }

    private SupervisedProcess start(List<String> command) throws CoordinationException {
        try {
            Path log = Files.createTempFile(supervisor.temporaryFiles(), "ssh-", ".log");
            return supervisor.start(new ProcessSpec(
                    "ssh to " + machine, command, Map.of(), Path.of("").toAbsolutePath(), log, Streams.DISTANT));
        } catch (IOException | HostException e) {
            throw new CoordinationException(machine + ": ssh can't be started here: " + e.getMessage(), e);
        }
    }

    private void await(SupervisedProcess process, Duration limit) throws CoordinationException {
        if (process.await(limit)) {
            return;
        }
        boolean interrupted = Thread.interrupted(); // An interrupt would cut the killing short.
        process.kill();
        if (interrupted) {
            Thread.currentThread().interrupt();
            throw new CoordinationException(machine + ": interrupted");
        }
        throw failure("it did not answer within " + DurationText.format(limit), process);
    }

    /** Returns the lines read; a process that was left running there may hold the pipe open after the script's end. */
    private List<String> await(CompletableFuture<List<String>> output, SupervisedProcess ssh)
            throws CoordinationException {
        try {
            return output.get(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw failure(
                    "its answer can't be read: "
                            + Objects.requireNonNull(e.getCause()).getMessage(),
                    ssh);
        } catch (TimeoutException e) {
            throw failure("a process that was left running there holds its output open", ssh);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CoordinationException(machine + ": interrupted", e);
        }
    }

    /** Returns the address to listen on: all of them where the owner has named one, which the machine itself may not have. */
    private String listen(List<String> answer) {
        if (machine.address().isPresent()) {
            return machine.address().get().contains(":") ? "::" : "0.0.0.0";
        }
        String[] connection = first(answer, HostScripts.CONNECTION).split(" ", -1);
        return connection.length == 4 ? connection[2] : "0.0.0.0";
    }

    private String reached() {
        return machine.address().orElseGet(() -> programs.host(machine.destination()));
    }

    private static Stream<String> all(List<String> answer, String prefix) {
        return answer.stream().filter(line -> line.startsWith(prefix)).map(line -> line.substring(prefix.length()));
    }

    private static String first(List<String> answer, String prefix) {
        return all(answer, prefix).findFirst().orElse("");
    }

    private CoordinationException failure(String problem, SupervisedProcess process) {
        String log = process.logTail().strip();
        return new CoordinationException(
                machine + ": " + problem + (log.isEmpty() ? "" : ".\nssh says:\n  " + log.replace("\n", "\n  ")));
    }
}
