package dev.assay.cli.doctor;

import dev.assay.cli.cluster.UnrecordedDaemons;
import dev.assay.cli.doctor.Finding.Grade;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.disk.DiskImage;
import dev.assay.host.Machine;
import dev.assay.host.ThisMachine;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.run.preflight.Means;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Examines this machine, which takes a little over a second. */
public final class Doctor {
    private static final long MIN_FREE_BYTES = 1L << 30;
    private static final long FREE_BYTES = 10L << 30;
    private static final Means HERE = new Means(AssayCache.standard(), ProgressListener.SILENT);

    private Doctor() {}

    /**
     * Returns the findings of all checks.
     *
     * @param folders to which Assay writes; they need not exist yet
     */
    public static List<Finding> examine(List<Path> folders) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok("JDK", Runtime.version() + " at " + System.getProperty("java.home")));
        MachineState state =
                new MachineStateReader(Path.of("/")).read(Runtime.getRuntime().availableProcessors());
        findings.addAll(MachineJudge.judge(state, load()));
        folders.forEach(folder -> findings.add(disk(folder)));
        findings.add(ports());
        findings.add(clusters(Path.of("/proc")));
        findings.add(powerFaults(DiskImage.refusal()));
        MessagingSystem.installed().stream()
                .forEach(kind -> findings.add(system("system " + kind.name(), missing(kind.name()))));
        return findings;
    }

    private static MachineState.Load load() {
        try {
            Machine.Watch watch = new ThisMachine().watch();
            ProcessUse before = ProcessUse.now();
            long begun = System.nanoTime();
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            ProcessUse after = ProcessUse.now();
            Duration meanwhile = Duration.ofNanos(System.nanoTime() - begun);
            return load(
                    watch.sample(System.nanoTime()),
                    before.busiestUntil(after, meanwhile),
                    before.onDisksUntil(after, meanwhile));
        } catch (IOException notLinux) {
            return load(List.of(), List.of(), List.of());
        }
    }

    static MachineState.Load load(List<Sample> samples, List<String> busiest, List<String> onDisks) {
        return new MachineState.Load(
                value(samples, Metrics.HOST_CPU_BUSY, Labels.NONE),
                value(samples, Metrics.HOST_CPU_STEAL, Labels.NONE),
                value(
                        samples,
                        Metrics.HOST_PRESSURE,
                        Labels.of(Labels.RESOURCE, "memory").with(Labels.STALL, "some")),
                value(samples, Metrics.HOST_DISK_BUSY, Labels.NONE),
                busiest,
                onDisks);
    }

    private static OptionalDouble value(List<Sample> samples, Metric metric, Labels labels) {
        return samples.stream()
                .filter(sample ->
                        sample.metric().equals(metric) && sample.labels().equals(labels))
                .mapToDouble(Sample::value)
                .findFirst();
    }

    /** Asks for a few free ports of the loopback, as servers are given them. */
    private static Finding ports() {
        try {
            HERE.ports();
            return Finding.ok("ports", "free ones on 127.0.0.1");
        } catch (DeploymentException e) {
            return new Finding(
                    Grade.BAD,
                    "ports",
                    String.valueOf(e.getMessage()),
                    "Servers of local clusters listen on free ports of the loopback.",
                    "Stop whatever holds so many ports, or bring the interface lo up.");
        }
    }

    static Finding clusters(Path proc) {
        String check = "clusters";
        List<UnrecordedDaemons.Unrecorded> unrecorded;
        try {
            unrecorded = UnrecordedDaemons.find(proc);
        } catch (IOException notLinux) {
            return Finding.ok(check, MachineJudge.UNAVAILABLE);
        }
        if (unrecorded.isEmpty()) {
            return Finding.ok(check, "each daemon has its record");
        }
        List<String> daemons = new ArrayList<>();
        StringBuilder kill = new StringBuilder("End the processes, and their servers with them: kill");
        unrecorded.forEach(daemon -> {
            daemons.add("process %d keeps a %s cluster without a record in %s"
                    .formatted(daemon.pid(), daemon.system(), daemon.cache()));
            kill.append(' ').append(daemon.pid());
        });
        return new Finding(
                Grade.WARNING,
                check,
                String.join(", ", daemons),
                "Its servers take processors, memory and disks, and no assay cluster command knows or ends them.",
                kill.toString());
    }

    static Finding powerFaults(Optional<String> refusal) {
        return refusal.isEmpty()
                ? Finding.ok("loss of power", "disk images can be created")
                : new Finding(
                        Grade.WARNING,
                        "loss of power",
                        refusal.get(),
                        "Durability is verified by cutting the power of disks, which is not possible on this machine; faults that only kill servers work.",
                        "Run assay verify as root on Linux, on a machine or in a container with loop devices.");
    }

    /** Returns what this machine lacks for a cluster of a system in its usual version, and what to do about it. */
    private static Optional<String> missing(String system) {
        try {
            HERE.servers(ScenarioFile.read(
                            "doctor", "name: doctor\nsystems: { %s: {} }".formatted(system), List.of(), Set.of())
                    .points()
                    .getFirst()
                    .spec());
            return Optional.empty();
        } catch (DeploymentException e) {
            return Optional.ofNullable(e.getMessage());
        } catch (ScenarioException e) {
            throw new IllegalStateException("the usual cluster of " + system + " is refused: " + e.getMessage(), e);
        }
    }

    static Finding system(String name, Optional<String> missing) {
        return missing.isEmpty()
                ? Finding.ok(name, "nothing is known to be missing")
                : new Finding(
                        Grade.WARNING,
                        name,
                        "can't be started here",
                        "Trials of " + name + " on local nodes would fail before they begin.",
                        missing.get());
    }

    private static Finding disk(Path folder) {
        Path existing = folder.toAbsolutePath();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        try {
            var store = Files.getFileStore(existing);
            return disk(folder, store.type(), store.getUsableSpace());
        } catch (IOException e) {
            return Finding.ok("disk of " + folder, MachineJudge.UNAVAILABLE);
        }
    }

    static Finding disk(Path folder, String type, long freeBytes) {
        String check = "disk of " + folder;
        String state = MachineJudge.gib(freeBytes) + " free, " + type;
        if (freeBytes < FREE_BYTES) {
            return new Finding(
                    freeBytes < MIN_FREE_BYTES ? Grade.BAD : Grade.WARNING,
                    check,
                    state,
                    "Servers write every message once per replica, and stop when the disk is full.",
                    "Free space, or use another disk (ASSAY_CACHE moves the cache, --out the runs).");
        }
        return type.equals("tmpfs")
                ? new Finding(
                        Grade.WARNING,
                        check,
                        state,
                        "Files here are held in memory: syncs cost nothing, so durable levels look faster than on a disk.",
                        "Use a folder on a disk (ASSAY_CACHE moves the cache, --out the runs).")
                : Finding.ok(check, state);
    }
}
