package dev.assay.analysis.verdict;

import dev.assay.analysis.evidence.PhaseEvidence;
import dev.assay.analysis.evidence.PhaseEvidence.ForeignCpu;
import dev.assay.analysis.evidence.PhaseEvidence.ForeignDisk;
import dev.assay.analysis.evidence.PhaseEvidence.HostLoad;
import dev.assay.analysis.evidence.TrialEvidence;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Reason;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rules about each machine that carried load or servers; what is not known is not held against it. A coordinator that carried
 * neither is left alone: it keeps a schedule that others execute on their own clocks. A reason names the machine that was
 * disturbed, unless there is but the one that the run was started on.
 */
final class MachineRules {
    private static final String STOP_OTHERS = "Stop other work on the machine: builds, browsers, backups, other tests.";

    private static final double BYTES_PER_MEGABYTE = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Thresholds thresholds;
    private final List<HostLoad> hosts;

    MachineRules(TrialRecord trial, PhaseEvidence evidence, Thresholds thresholds) {
        this.thresholds = thresholds;
        Set<String> idle = trial.hosts().stream()
                .filter(host -> !host.carried())
                .map(TrialHost::name)
                .collect(Collectors.toSet());
        hosts = evidence.hosts().stream()
                .filter(host -> !idle.contains(host.host()))
                .toList();
    }

    List<Reason> reasons() {
        return Stream.of(
                        hosts.stream().map(this::processors),
                        hosts.stream().map(this::foreign),
                        hosts.stream().map(this::foreignDisk),
                        hosts.stream().map(this::pressure),
                        hosts.stream().map(this::steal),
                        hosts.stream().map(this::memory))
                .flatMap(reasons -> reasons)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Machines that slept: their programs can't tell, since the clock that they measure with slept, too. */
    static List<Reason> suspensions(TrialEvidence evidence, Thresholds thresholds) {
        return new TreeMap<>(evidence.suspendedSeconds())
                .entrySet().stream()
                        .filter(host -> host.getValue() * NANOS_PER_SECOND >= thresholds.of(Threshold.SUSPENDED_NANOS))
                        .map(host -> Rule.SUSPENDED.invalid(
                                "host " + host.getKey() + " was suspended for "
                                        + FigureText.time(host.getValue() * NANOS_PER_SECOND)
                                        + " during the trial",
                                "Keep the machine awake (such as with systemd-inhibit), and run the trial again."))
                        .toList();
    }

    private Optional<Reason> processors(HostLoad host) {
        return above(host.busyShare(), Threshold.MACHINE_CPU)
                .map(share -> Rule.MACHINE_CPU.degraded(
                        "the processors of " + (goesWithoutSaying(host) ? "the machine" : "host " + host.host())
                                + " were busy " + share + " of the measured phase",
                        "Lower workload.rate, stop other work, or use a larger machine."));
    }

    private Optional<Reason> foreign(HostLoad host) {
        return host.foreign().flatMap(used -> {
            String machine = goesWithoutSaying(host) ? "the machine's" : "the " + host.host() + " host's";
            if (used.share() > thresholds.of(Threshold.FOREIGN_CPU)) {
                return Optional.of(Rule.FOREIGN_CPU.degraded(
                        String.format(
                                Locale.ROOT,
                                "other processes used %.2f of %s %d cores (%s); the servers and workers used %.2f",
                                used.cores(),
                                machine,
                                used.machineCores(),
                                FigureText.percent(used.share()),
                                used.ownCores()),
                        STOP_OTHERS));
            }
            return used.burstShare() > thresholds.of(Threshold.FOREIGN_BURSTS)
                    ? Optional.of(Rule.FOREIGN_CPU.degraded(
                            "other processes used more than %s of %s %d cores in %s of the measured phase"
                                    .formatted(
                                            FigureText.percent(ForeignCpu.BURST_OF_MACHINE),
                                            machine,
                                            used.machineCores(),
                                            FigureText.percent(used.burstShare())),
                            STOP_OTHERS))
                    : Optional.empty();
        });
    }

    private Optional<Reason> foreignDisk(HostLoad host) {
        return host.foreignDisk()
                .filter(used -> used.share() > thresholds.of(Threshold.FOREIGN_DISK)
                        || used.burstShare() > thresholds.of(Threshold.FOREIGN_BURSTS))
                .map(
                        used -> Rule.FOREIGN_DISK.degraded(
                                "other processes had the disk" + name(" of ", host) + " for about "
                                        + FigureText.percent(used.share()) + " of the measured phase"
                                        + (used.share() > thresholds.of(Threshold.FOREIGN_DISK) ? "" : bursts(used))
                                        + String.format(
                                                Locale.ROOT,
                                                ": they wrote %.1f MB/s and read %.1f MB/s, the servers and workers %.1f MB/s in all (busiest disk in use %s)",
                                                used.writtenPerSecond() / BYTES_PER_MEGABYTE,
                                                used.readPerSecond() / BYTES_PER_MEGABYTE,
                                                used.ownPerSecond() / BYTES_PER_MEGABYTE,
                                                FigureText.percent(used.busyShare())),
                                "Stop what else uses the disk: backups, downloads, builds, other databases; or give servers a disk of their own."));
    }

    private static String bursts(ForeignDisk used) {
        return ", and more than " + FigureText.percent(ForeignDisk.BURST_OF_TIME) + " in "
                + FigureText.percent(used.burstShare()) + " of it";
    }

    /** Says whose doing it is, as far as that is known. */
    private Optional<Reason> pressure(HostLoad host) {
        return above(host.cpuPressureShare(), Threshold.CPU_PRESSURE)
                .map(share -> Rule.CPU_PRESSURE.degraded(
                        "some process" + name(" of ", host) + " waited for a processor " + share
                                + " of the measured phase"
                                + host.foreign().map(this::whose).orElse(""),
                        "Lower workload.rate, stop other work, or use a larger machine."));
    }

    private String whose(ForeignCpu used) {
        return used.share() > thresholds.of(Threshold.FOREIGN_CPU)
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; the servers and workers alone used %.2f of %d cores, so the machine is overloaded",
                        used.ownCores(),
                        used.machineCores());
    }

    private Optional<Reason> steal(HostLoad host) {
        return above(host.stealShare(), Threshold.STEAL)
                .map(share -> Rule.STEAL.degraded(
                        "the hypervisor gave " + share + " of the processor time" + name(" of ", host)
                                + " to other machines",
                        "Run again at a quieter time, or on a machine with dedicated processors."));
    }

    private Optional<Reason> memory(HostLoad host) {
        return above(host.memoryPressureShare(), Threshold.MEMORY_PRESSURE)
                .map(share -> Rule.MEMORY_PRESSURE.degraded(
                        "processes" + name(" on ", host) + " waited for memory " + share + " of the measured phase",
                        "Free memory, or lower the heaps of brokers and workers."));
    }

    private String name(String preposition, HostLoad host) {
        return goesWithoutSaying(host) ? "" : preposition + "host " + host.host();
    }

    private boolean goesWithoutSaying(HostLoad host) {
        return hosts.size() == 1 && host.host().equals(Metrics.COORDINATOR);
    }

    private Optional<String> above(OptionalDouble share, Threshold threshold) {
        return share.isPresent() && share.getAsDouble() > thresholds.of(threshold)
                ? Optional.of(FigureText.percent(share.getAsDouble()))
                : Optional.empty();
    }
}
