package dev.assay.run.workers;

import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.Sha256;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.run.coordinator.RunTls;
import dev.assay.run.coordinator.SideBySide;
import dev.assay.run.ssh.SshHost;
import dev.assay.run.ssh.SshPrograms;
import dev.assay.scenario.fleet.Machine;
import dev.assay.worker.CertificateInput;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Starts Java programs of Assay's on machines that are reached by ssh, for one run. Each is a process there whose standard input is ssh's:
 * it ends when ssh does, and ssh ends with this process, however that ends. Jars are copied to machines that lack them; tokens and keys are
 * sent over standard input and are in no file.
 */
public final class SshLauncher {
    private final SshPrograms programs;
    private final ProcessSupervisor supervisor;
    private final ProgressListener progress;
    private final Map<Path, String> digests = new HashMap<>();
    private @Nullable RunCertificates certificates;

    /** @param progress reports what is copied */
    public SshLauncher(SshPrograms programs, ProcessSupervisor supervisor, ProgressListener progress) {
        this.programs = programs;
        this.supervisor = supervisor;
        this.progress = progress;
    }

    /**
     * @param what it is, for people, such as {@code worker}
     * @param names by which callers know its services
     * @param port the first that it listens on; 0 for any
     * @param heapBytes as of {@link WorkerStart}
     * @param log takes its error output
     */
    record Seat(String what, List<String> names, Machine machine, int port, long heapBytes, Path log) {}

    @FunctionalInterface
    interface Program {
        List<String> command(Seat seat, String java, String classPath);
    }

    /**
     * @param jars its class path
     * @throws CoordinationException naming the machine, when it can't be reached, lacks something, or the program does not start; none is
     * left running then
     */
    AcquiredWorkers start(List<Seat> seats, List<Path> jars, Program program)
            throws CoordinationException, InterruptedException {
        Map<String, Path> needed = byDigest(jars);
        RunCertificates known = certificates();
        Map<Machine, SshHost.Prepared> hosts = prepare(seats, needed);
        List<WorkerStart> processes = new ArrayList<>();
        for (Seat seat : seats) {
            SshHost.Prepared host = Objects.requireNonNull(hosts.get(seat.machine()));
            String classPath = needed.keySet().stream().map(host::jar).collect(Collectors.joining(File.pathSeparator));
            processes.add(start(seat, host, program.command(seat, host.java(), classPath), known));
        }
        return StartedWorkers.start(processes, supervisor);
    }

    private Map<Machine, SshHost.Prepared> prepare(List<Seat> seats, Map<String, Path> jars)
            throws CoordinationException, InterruptedException {
        List<Machine> machines = seats.stream().map(Seat::machine).distinct().toList();
        List<SshHost.Prepared> prepared =
                SideBySide.map(machines, machine -> host(machine).prepare(jars, this::tellCopying));
        Map<Machine, SshHost.Prepared> byMachine = new HashMap<>();
        for (int number = 0; number < machines.size(); number++) {
            byMachine.put(machines.get(number), prepared.get(number));
        }
        return byMachine;
    }

    private void tellCopying(Machine machine, int jars, long bytes) {
        progress.step("copying %d jars (%d MiB) to %s".formatted(jars, bytes >> 20, machine));
    }

    private WorkerStart start(Seat seat, SshHost.Prepared host, List<String> program, RunCertificates known) {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of(
                "--listen", new HostPort(host.listen(), seat.port()).toString(), WireProtocol.CERTIFICATES_FOLLOW));
        WorkerToken token = WorkerToken.random();
        List<String> input = new ArrayList<>(List.of(SshHost.firstLine(host, command), token.text()));
        input.addAll(known.workers().lines());
        return new WorkerStart(
                seat.names(),
                host(seat.machine()).process(seat.what() + " " + WorkerStart.name(seat.names()), seat.log()),
                input,
                token,
                PeerTrust.of(known.coordinator()),
                seat.heapBytes(),
                new WorkerStart.Elsewhere(seat.machine().name(), host.reached()));
    }

    private SshHost host(Machine machine) {
        return new SshHost(machine, programs, supervisor);
    }

    private synchronized RunCertificates certificates() throws CoordinationException {
        RunCertificates runCertificates = certificates;
        if (runCertificates == null) {
            runCertificates = RunCertificates.make(supervisor);
            certificates = runCertificates;
        }
        return runCertificates;
    }

    /** Returns the jars by digest, in the order of the class path. */
    private synchronized Map<String, Path> byDigest(List<Path> jars) throws CoordinationException {
        Map<String, Path> byDigest = new LinkedHashMap<>();
        for (Path jar : jars) {
            try {
                String known = digests.get(jar);
                String digest = known == null ? Sha256.ofFile(jar) : known;
                digests.put(jar, digest);
                byDigest.putIfAbsent(digest, jar);
            } catch (IOException e) {
                throw new CoordinationException("can't read " + jar + ": " + e, e);
            }
        }
        return byDigest;
    }

    /**
     * Holds the certificates of one run, made by the JDK's {@code keytool}: one of the coordinator and one of the workers that it starts
     * elsewhere. Each side trusts the other's and no other. The keys are in the memory of both sides.
     *
     * @param coordinator its side
     * @param workers their side
     */
    record RunCertificates(RunTls coordinator, CertificateInput workers) {
        /** @throws CoordinationException when {@code keytool} can't make them */
        static RunCertificates make(ProcessSupervisor supervisor) throws CoordinationException {
            ServerIdentity coordinator = ServerIdentity.of(List.of("assay-coordinator"), supervisor);
            ServerIdentity workers = ServerIdentity.of(List.of(RunTls.WORKER_NAME), supervisor);
            return new RunCertificates(
                    new RunTls(coordinator.certificate(), coordinator.key(), workers.certificate()),
                    new CertificateInput(workers.certificate(), workers.key(), coordinator.certificate()));
        }
    }
}
