package dev.assay.run.launch;

import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.Sha256;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.run.coordinator.SideBySide;
import dev.assay.run.launch.LocalWorkerPool.Software;
import dev.assay.run.ssh.SshHost;
import dev.assay.run.ssh.SshPrograms;
import dev.assay.scenario.fleet.Machine;
import dev.assay.scenario.fleet.PortRange;
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
 * Starts workers on machines that are reached by ssh, for one run. Each is a process there whose standard input is ssh's: it ends when
 * ssh does, and ssh ends with this process, however that ends. Jars are copied to machines that lack them; tokens and keys are told
 * over standard input and lie in no file.
 */
public final class SshWorkerPool implements WorkerPool {
    private final SshMachines place;
    private final SshPrograms programs;
    private final ProcessSupervisor supervisor;
    private final Software software;
    private final ProgressListener progress;
    private final Map<Path, String> digests = new HashMap<>();
    private @Nullable RunCertificates certificates;

    /**
     * A process with workers on a machine.
     *
     * @param port the first that it listens on; 0 for any
     */
    private record Seat(List<String> workers, Machine machine, int port) {}

    /**
     * A pool for one run.
     *
     * @param software what workers run, which is copied; its Java and its flags are not those of this machine
     * @param progress is told what is copied
     */
    public SshWorkerPool(
            SshMachines place,
            SshPrograms programs,
            ProcessSupervisor supervisor,
            Software software,
            ProgressListener progress) {
        this.place = place;
        this.programs = programs;
        this.supervisor = supervisor;
        this.software = software;
        this.progress = progress;
    }

    @Override
    public AcquiredWorkers acquire(WorkerDemand demand) throws CoordinationException, InterruptedException {
        WorkerLaunch launch = software.launch(demand);
        Map<String, Path> jars = byDigest(launch.classPath());
        List<Seat> seats = seats(demand.processes());
        RunCertificates known = certificates();
        Map<Machine, SshHost.Prepared> prepared = prepare(seats, jars);
        List<WorkerStart> processes = new ArrayList<>();
        for (Seat seat : seats) {
            processes.add(start(seat, launch, jars, prepared, known));
        }
        return StartedWorkers.start(processes, supervisor);
    }

    private List<Seat> seats(List<List<String>> processes) {
        Map<Machine, Integer> taken = new HashMap<>();
        List<Seat> seats = new ArrayList<>();
        for (List<String> workers : processes) {
            Machine machine = place.of(seats.size());
            int before = taken.merge(machine, workers.size(), Integer::sum) - workers.size();
            int port = machine.ports()
                    .map(PortRange::first)
                    .map(first -> first + before)
                    .orElse(0);
            seats.add(new Seat(workers, machine, port));
        }
        return seats;
    }

    private Map<Machine, SshHost.Prepared> prepare(List<Seat> seats, Map<String, Path> jars)
            throws CoordinationException, InterruptedException {
        List<Machine> machines = seats.stream().map(Seat::machine).distinct().toList();
        List<SshHost.Prepared> prepared =
                SideBySide.map(machines, machine -> host(machine).prepare(jars, this::tellCopying));
        Map<Machine, SshHost.Prepared> byMachine = new LinkedHashMap<>();
        for (int number = 0; number < machines.size(); number++) {
            byMachine.put(machines.get(number), prepared.get(number));
        }
        return byMachine;
    }

    private void tellCopying(Machine machine, int jars, long bytes) {
        progress.step("copying %d jars (%d MiB) to %s".formatted(jars, bytes >> 20, machine));
    }

    private WorkerStart start(
            Seat seat,
            WorkerLaunch launch,
            Map<String, Path> jars,
            Map<Machine, SshHost.Prepared> prepared,
            RunCertificates known) {
        SshHost.Prepared host = Objects.requireNonNull(prepared.get(seat.machine()));
        String classPath = jars.keySet().stream().map(host::jar).collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(
                launch.command(host.java(), classPath, seat.workers().size()));
        command.addAll(List.of(
                "--listen", new HostPort(host.listen(), seat.port()).toString(), WireProtocol.CERTIFICATES_FOLLOW));
        WorkerToken token = WorkerToken.random();
        List<String> input = new ArrayList<>(List.of(SshHost.firstLine(host, command), token.text()));
        input.addAll(known.workers().lines());
        String name = WorkerStart.name(seat.workers());
        return new WorkerStart(
                seat.workers(),
                host(seat.machine()).process("worker " + name, launch.logFile(name)),
                input,
                token,
                PeerTrust.of(known.coordinator()),
                launch.heapBytes(seat.workers().size()),
                new WorkerStart.Elsewhere(seat.machine().name(), host.reached()));
    }

    private SshHost host(Machine machine) {
        return new SshHost(machine, programs, supervisor);
    }

    private synchronized RunCertificates certificates() throws CoordinationException {
        RunCertificates made = certificates;
        if (made == null) {
            made = RunCertificates.make(supervisor);
            certificates = made;
        }
        return made;
    }

    /** In the order of the class path. */
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
}
