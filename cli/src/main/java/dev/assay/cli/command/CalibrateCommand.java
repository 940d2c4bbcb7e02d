package dev.assay.cli.command;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.Uncomparable;
import dev.assay.analysis.repeatability.AaRun;
import dev.assay.cli.calibrate.CalibrationText;
import dev.assay.cli.calibrate.Calibrator;
import dev.assay.cli.calibrate.HarnessRuns;
import dev.assay.cli.run.Reporting;
import dev.assay.cli.run.RunPipeline;
import dev.assay.cli.terminal.Terminal;
import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.cluster.AssayCache;
import dev.assay.host.MachineFacts;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.result.RunChoices;
import dev.assay.report.text.RepeatabilityText;
import dev.assay.run.Cancellation;
import dev.assay.run.MachineCalibration;
import dev.assay.run.PlannedDisks;
import dev.assay.run.Progress;
import dev.assay.run.RunRequest;
import dev.assay.run.RunRequest.WorkerChoice;
import dev.assay.run.TrialsStage;
import dev.assay.run.directory.CalibrationFile;
import dev.assay.run.directory.RecordJson;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.StoreException;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.worker.wire.AssayBuild;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
            "system, the harness's highest rate and its contribution to latencies. The values are cached for this machine, and runs on it are compared with them. Nothing else should be running meanwhile.",
            "With --repeatability, finds out instead how far the values of fresh clusters scatter that measure the same thing."
        },
        footer = {
            "",
            "Exit codes: 0 calibrated (or shown); 2 invalid options, or no run that measures the same twice; 3 a disk is too full or not",
            "writable, the harness could not be measured, or --show found nothing of this machine; 8 too few trials of --repeatability",
            "count; 130 Ctrl-C (nothing is saved); with --repeatability also as for 'assay run'.",
            "",
            "Examples:",
            "  assay calibrate --quick",
            "  assay calibrate --repeatability",
            "  assay calibrate --repeatability runs/20261126T090000Z-a-a"
        })
public final class CalibrateCommand implements Callable<Integer> {
    private static final String A_A = "a-a";

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

    @Option(
            names = "--repeatability",
            arity = "0..1",
            fallbackValue = A_A,
            paramLabel = "DIR|SCENARIO",
            description = {
                "Reads from the finished A/A run in DIR, or from a run of SCENARIO that is started now (default: " + A_A
                        + ", about an hour),",
                "how far response p50 and p99 scatter between fresh clusters. Later runs on this machine say what they can tell."
            })
    private @Nullable Path repeatability;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs",
            description = "Where the run directory of --repeatability is created (default: runs).")
    private Path out = Path.of("runs");

    @Option(names = "--show", description = "Shows what is saved of this machine without measuring.")
    private boolean show;

    @Option(names = "--json", description = "Prints JSON instead of a table.")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final AssayCache cache;

    /** Of the machine of this process, in its usual cache. */
    public CalibrateCommand() {
        this(AssayCache.standard());
    }

    CalibrateCommand(AssayCache cache) {
        this.cache = cache;
    }

    @Override
    public Integer call() throws ScenarioException {
        Path kept = cache.calibrations();
        MachineCalibration machine = MachineCalibration.of(cache, MachineFacts.read(cache.root()));
        if (show) {
            return show(machine);
        }
        if (repeatability != null) {
            return repeatability(machine, repeatability).code();
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

    /** By a run that is there, or by one that is made now. */
    private ExitCode repeatability(MachineCalibration machine, Path of) throws ScenarioException {
        if (Files.isDirectory(of)) {
            return repeatabilityOf(machine, of);
        }
        Path file = NamedFiles.SCENARIOS.file(of.toString());
        String text = ScenarioChanges.text(file);
        ScenarioChanges changes = new ScenarioChanges();
        Plan plan = changes.read(file.toString(), text, List.of()).plan();
        PlannedDisks.require(plan);
        RunRequest request = new RunRequest(
                plan.scenario(),
                plan.certain().stream().map(PlannedTrial::folder).toList(),
                text,
                List.of(),
                CommandLineText.of(spec),
                out,
                Optional.of(new RunChoices(
                        AssayBuild.ofThisProcess().title(),
                        file.toString(),
                        plan.repeat().blocks(),
                        List.of(),
                        List.of(),
                        1,
                        List.of(),
                        0,
                        Optional.empty(),
                        Optional.empty())));
        RunPipeline pipeline = new RunPipeline(
                request,
                List.of(new TrialsStage(plan, new WorkerChoice(1, List.of()))),
                new TerminalProgress(spec.commandLine().getErr(), Terminal.isTerminal()),
                new PrintWriter(Writer.nullWriter()));
        ExitCode trouble = pipeline.run().trouble();
        return trouble == ExitCode.OK
                ? repeatabilityOf(machine, pipeline.directory().orElseThrow())
                : trouble;
    }

    private ExitCode repeatabilityOf(MachineCalibration machine, Path directory) {
        RunAnalysis run;
        try {
            run = Reporting.analyze(RunDirectory.open(directory));
        } catch (StoreException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
        String host = machine.machine().facts().getOrDefault(MachineFingerprint.HOST, "");
        List<String> elsewhere =
                MachineFingerprint.of(host, run.run().environment()).differences(machine.machine());
        if (!elsewhere.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    run.run().id() + " was measured on another machine than this (" + String.join("; ", elsewhere)
                            + "); measure one here");
        }
        try {
            Repeatability found = AaRun.repeatability(run, machine.machine());
            machine.repeatabilityFile().write(found);
            print(found);
            PrintWriter err = spec.commandLine().getErr();
            err.println("saved in " + machine.repeatabilityFile().path());
            err.flush();
            return ExitCode.OK;
        } catch (AaRun.Unsuitable e) {
            throw new CommandFailure(
                    e.tooFewBlocks() ? ExitCode.INCONCLUSIVE : ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        } catch (Uncomparable e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    private void print(Repeatability found) {
        PrintWriter to = spec.commandLine().getOut();
        if (json) {
            to.println(RecordJson.text(found));
        } else {
            RepeatabilityText.lines(found).forEach(to::println);
        }
        to.flush();
    }

    private int show(MachineCalibration machine) {
        CalibrationStatus status = machine.status(Instant.now());
        Optional<Repeatability> repeats = machine.repeatability();
        status.calibration().ifPresent(this::print);
        repeats.ifPresent(this::print);
        if (!status.note().isEmpty()) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(status.note());
            err.flush();
        }
        return (status.calibration().isPresent() || repeats.isPresent() ? ExitCode.OK : ExitCode.ENVIRONMENT).code();
    }

    private void print(Calibration calibration) {
        PrintWriter to = spec.commandLine().getOut();
        if (json) {
            to.println(CalibrationFile.text(calibration));
        } else {
            CalibrationText.lines(calibration).forEach(to::println);
        }
        to.flush();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(one);
            }
        }
    }
}
