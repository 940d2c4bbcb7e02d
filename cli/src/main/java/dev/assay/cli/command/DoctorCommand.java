package dev.assay.cli.command;

import dev.assay.cli.doctor.Calibrator;
import dev.assay.cli.doctor.Doctor;
import dev.assay.cli.doctor.DoctorReport;
import dev.assay.cli.doctor.Finding;
import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.host.MachineFacts;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.event.Progress;
import dev.assay.run.launch.MachineCalibration;
import dev.assay.run.stage.Cancellation;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = {
            "Checks this machine in seconds for anything that would spoil measurements.",
            "It says why it matters, and what to do about it, and shows what is kept of this machine.",
            "BAD: trials would be impossible or worthless. WARNING: trials may be disturbed."
        },
        footer = {
            "",
            "Exit codes: 0 nothing is BAD; 2 invalid options; 3 at least one finding is BAD, or the disk is too full or not writable",
            "for --calibrate; 130 Ctrl-C (nothing is kept).",
            "",
            "Examples:",
            "  assay doctor --json",
            "  assay doctor --calibrate"
        })
public final class DoctorCommand extends TerminalCommand {
    @Option(
            names = "--calibrate",
            description = {
                "Also measures, in half a minute, disk writes, reads and syncs where servers write, TCP over loopback, timers and",
                "pauses, and keeps the values for this machine: runs on it are compared with them. Nothing else should be",
                "running meanwhile. 'assay run harness-ceiling --keep-as harness' adds the harness's."
            })
    private boolean calibrate;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs",
            description = "Where runs will be kept: ${DEFAULT-VALUE}.")
    private Path out = Path.of("runs");

    @Option(names = "--json", description = "Prints JSON instead of text.")
    private boolean json;

    @Override
    protected ExitCode run() {
        AssayCache cache = AssayCache.standard();
        List<Path> folders = List.of(cache.root(), out.toAbsolutePath(), Path.of(System.getProperty("java.io.tmpdir")));
        List<Finding> findings = Doctor.examine(folders.stream().distinct().toList());
        if (calibrate && !calibrated(cache)) {
            return ExitCode.INTERRUPTED;
        }
        DoctorReport report = report(findings, cache);
        out().println(json ? report.json() : report.text());
        return report.exitCode();
    }

    /** Reports a cache that can't be used as one of the findings, so that the others are still shown. */
    private static DoctorReport report(List<Finding> findings, AssayCache cache) {
        try {
            MachineCalibration machine = machine(cache);
            return new DoctorReport(findings, machine.status(Instant.now()), machine.repeatability());
        } catch (DeploymentException e) {
            return new DoctorReport(
                    findings,
                    CalibrationStatus.none("what is kept of this machine is not known: " + e.getMessage()),
                    Optional.empty());
        }
    }

    private static MachineCalibration machine(AssayCache cache) {
        return MachineCalibration.of(cache, MachineFacts.read(cache.root()));
    }

    /** Calibrates this machine and returns false when that was cancelled. */
    private boolean calibrated(AssayCache cache) {
        MachineCalibration machine = machine(cache);
        Progress progress = progress();
        try (Cancellation cancellation = new Cancellation()) {
            Optional<Calibration> measured = Calibrator.measure(
                    cache.calibrations(), machine.machine(), cancellation::isCancelled, progress::step);
            progress.clear();
            measured.ifPresent(machine.file()::write);
            return measured.isPresent();
        }
    }
}
