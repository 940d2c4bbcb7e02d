package dev.assay.cli.command;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.analysis.calibration.AaRun;
import dev.assay.analysis.calibration.HarnessRun;
import dev.assay.analysis.calibration.UnsuitableRunException;
import dev.assay.analysis.comparison.Uncomparable;
import dev.assay.cli.doctor.CalibrationText;
import dev.assay.cluster.AssayCache;
import dev.assay.host.MachineFacts;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.ClusterSharing;
import dev.assay.report.text.RepeatabilityText;
import dev.assay.run.launch.MachineCalibration;
import dev.assay.scenario.plan.Plan;
import dev.assay.store.KeptFile;
import dev.assay.store.RunDirectory;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Reads whether the results of a run on this machine are kept beside its calibration, where later runs find them. */
final class KeepChoice {
    enum Kept {
        HARNESS,
        REPEATABILITY;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--keep-as",
            paramLabel = "NAME",
            description = {
                "Keeps what the run shows of this machine, for later runs on it: 'harness' keeps the harness's highest rate and",
                "its part of latencies (scenario harness-ceiling, two minutes), 'repeatability' how far response p50 and p99",
                "scatter between fresh clusters (scenario a-a, an hour)."
            })
    private @Nullable Kept as;

    private final AssayCache cache;

    KeepChoice() {
        this(AssayCache.standard());
    }

    KeepChoice(AssayCache cache) {
        this.cache = cache;
    }

    /** Refuses, before anything is measured, a run whose results could not be kept. */
    void check(Plan plan) {
        if (plan.searches()) {
            refuse("a search shows nothing that is kept; run harness-ceiling or a-a instead");
        }
        if (as == Kept.REPEATABILITY && plan.clusters() == ClusterSharing.SHARED) {
            refuse("trials that share a cluster say nothing of fresh ones; add --set clusters=per-trial");
        }
        if (as == Kept.HARNESS) {
            calibration(machine());
        }
    }

    void refuse(String why) {
        if (as != null) {
            throw CommandFailure.badInput("--keep-as: " + why + ", or leave it out");
        }
    }

    /**
     * Keeps the results of a finished run, where the option was given.
     *
     * @param people where the kept values are printed
     * @throws CommandFailure where the run is of another machine, or has no such results
     */
    void keep(RunDirectory directory, PrintWriter people) {
        if (as == null) {
            return;
        }
        MachineCalibration machine = machine();
        RunAnalysis run = RunAnalyzer.analyze(directory);
        refuseOtherMachine(run, machine.machine());
        try {
            lines(as, run, machine).forEach(people::println);
            people.flush();
        } catch (UnsuitableRunException e) {
            throw new CommandFailure(
                    e.tooLittle() ? ExitCode.INCONCLUSIVE : ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        } catch (Uncomparable e) {
            throw CommandFailure.badInput(String.valueOf(e.getMessage()), e);
        }
    }

    private static List<String> lines(Kept as, RunAnalysis run, MachineCalibration machine) {
        return switch (as) {
            case HARNESS -> {
                HarnessRun harness = HarnessRun.of(run);
                Calibration with = calibration(machine).with(harness.ceilings(), harness.floor());
                yield written(machine.file(), with, CalibrationText.lines(with));
            }
            case REPEATABILITY -> {
                Repeatability repeatability = AaRun.repeatability(run, machine.machine());
                yield written(machine.repeatabilityFile(), repeatability, RepeatabilityText.lines(repeatability));
            }
        };
    }

    private static <T> List<String> written(KeptFile<T> file, T value, List<String> lines) {
        file.write(value);
        return Stream.concat(lines.stream(), Stream.of("kept for this machine in " + file.path()))
                .toList();
    }

    private static void refuseOtherMachine(RunAnalysis run, MachineFingerprint machine) {
        String host = machine.facts().getOrDefault(MachineFingerprint.HOST, "");
        List<String> elsewhere =
                MachineFingerprint.of(host, run.run().environment()).differences(machine);
        if (!elsewhere.isEmpty()) {
            throw CommandFailure.badInput(run.run().id() + " was measured on another machine than this ("
                    + String.join("; ", elsewhere) + "); measure one here");
        }
    }

    private static Calibration calibration(MachineCalibration machine) {
        CalibrationStatus status = machine.status(Instant.now());
        return status.calibration()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.ENVIRONMENT, "--keep-as harness is kept with a calibration, but " + status.note()));
    }

    private MachineCalibration machine() {
        return MachineCalibration.of(cache, MachineFacts.read(cache.root()));
    }
}
