package dev.assay.cli.command;

import dev.assay.cli.calibrate.CalibrationText;
import dev.assay.cli.calibrate.Calibrator;
import dev.assay.cli.calibrate.HarnessRuns;
import dev.assay.cli.terminal.Terminal;
import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.cluster.AssayCache;
import dev.assay.host.MachineFacts;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.run.Cancellation;
import dev.assay.run.MachineCalibration;
import dev.assay.run.Progress;
import dev.assay.run.directory.CalibrationFile;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures this machine by itself. */
@Command(
        name = "calibrate",
        mixinStandardHelpOptions = true,
        description = {
            "Measures in about a minute what this machine is capable of.",
            "Measures disk writes, reads and syncs, TCP over loopback, timers and pauses and, with the in-memory",
            "system, the harness's highest rate and its contribution to latencies. The values are cached for this machine, and runs on it are compared with them. Nothing else should be running meanwhile."
        },
        footer = {
            "",
            "Exit codes: 0 calibrated (or shown); 2 invalid options; 3 a disk is too full or not writable, the harness could",
            "not be measured, or --show found no calibration of this machine; 130 Ctrl-C (nothing is saved).",
            "",
            "Example:",
            "  assay calibrate --quick"
        })
public final class CalibrateCommand implements Callable<Integer> {
    @Option(names = "--quick", description = "Takes about half a minute; the values are rougher, and marked as such.")
    private boolean quick;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = {
                "Also measures the disk that holds DIR. Repeatable. The cache's disk, where servers write, is always measured first.",
                "At most a tenth of the free space is written, and freed at the end."
            })
    private List<Path> data = List.of();

    @Option(names = "--show", description = "Shows the saved calibration of this machine without measuring.")
    private boolean show;

    @Option(names = "--json", description = "Prints JSON instead of a table.")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        AssayCache cache = AssayCache.standard();
        Path kept = cache.calibrations();
        MachineCalibration machine = MachineCalibration.of(cache, MachineFacts.read(cache.root()));
        if (show) {
            return show(machine.status(Instant.now()));
        }
        for (Path folder : data) {
            if (!Files.isDirectory(folder)) {
                throw new CommandFailure(
                        ExitCode.BAD_INPUT,
                        "--data: " + folder + " is not a folder; give one on the disk to be measured");
            }
        }
        Progress progress = new TerminalProgress(spec.commandLine().getErr(), Terminal.isTerminal());
        try (Cancellation cancellation = new Cancellation()) {
            List<Path> folders = new ArrayList<>(List.of(kept));
            folders.addAll(data);
            Optional<Calibration> measured = measure(machine, folders, cancellation, progress);
            progress.clear();
            if (measured.isEmpty()) {
                return ExitCode.INTERRUPTED.code();
            }
            machine.file().write(measured.get());
            print(measured.get());
            progress.say("saved in " + machine.file().path());
            return ExitCode.OK.code();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, "can't use a folder for the harness's runs: " + e, e);
        }
    }

    /** The folder of runs is gone when this returns, and Ctrl-C waits for that. */
    private Optional<Calibration> measure(
            MachineCalibration machine, List<Path> folders, Cancellation cancellation, Progress progress)
            throws IOException {
        Path runs = Files.createTempDirectory("assay-calibrate-");
        try {
            return new Calibrator(
                            quick,
                            folders,
                            machine.machine(),
                            new HarnessRuns(quick, runs, CommandLineText.of(spec)),
                            cancellation::isCancelled,
                            progress::step)
                    .measure(Instant.now());
        } finally {
            delete(runs);
        }
    }

    private int show(CalibrationStatus status) {
        status.calibration().ifPresent(this::print);
        if (!status.note().isEmpty()) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(status.note());
            err.flush();
        }
        return (status.calibration().isPresent() ? ExitCode.OK : ExitCode.ENVIRONMENT).code();
    }

    private void print(Calibration calibration) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(CalibrationFile.text(calibration));
        } else {
            CalibrationText.lines(calibration).forEach(out::println);
        }
        out.flush();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(one);
            }
        }
    }
}
