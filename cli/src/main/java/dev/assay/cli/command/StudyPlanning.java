package dev.assay.cli.command;

import dev.assay.cli.study.KeptPeaks;
import dev.assay.cli.study.MeasuredPeaks;
import dev.assay.cli.study.StudyPlanText;
import dev.assay.cli.study.StudyRequest;
import dev.assay.cluster.AssayCache;
import dev.assay.host.MachineFacts;
import dev.assay.model.calibration.KnownPeaks.Peak;
import dev.assay.model.result.RunRecord;
import dev.assay.model.spec.NamedCluster;
import dev.assay.run.MachineCalibration;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.StoreException;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.SecretValues;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.StudyPlan;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What would be run of a study, by what was asked for and what is known of this machine.
 *
 * @param file of it, for messages
 * @param clusters that run already and are to be measured
 * @param secrets that the study or its overrides name
 * @param sentFromHere whether this machine's own workers drive the load, so that what is known of it counts
 * @param people are told what goes on
 */
record StudyPlanning(
        String file,
        String text,
        List<NamedCluster> clusters,
        SecretValues secrets,
        boolean sentFromHere,
        PrintWriter people) {
    private static final int FAN_OUT = 10;
    /** In messages per second, for plans. */
    private static final double UNPUBLISHED_PEAK = 10_000;

    /**
     * What is asked for.
     *
     * @param overrides of its cells, and what of it is wanted
     * @param systems that are wanted; empty for all
     * @param budget the longest that it may take; empty for as long as it takes
     */
    StudyRequest request(List<String> overrides, List<String> systems, Optional<Duration> budget) {
        try {
            return StudyRequest.typed(overrides, systems, budget, this::machine);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    /** What is known of this machine before anything is searched. */
    private MachineScale machine() {
        Optional<Double> fanOut = sentFromHere
                ? calibration().status(Instant.now()).calibration().flatMap(known -> known.ceiling(FAN_OUT))
                : Optional.empty();
        if (fanOut.isEmpty() && sentFromHere) {
            say(
                    "the harness's delivery rate to ten subscriptions on this machine is not known ('assay run harness-ceiling --keep-as harness' finds it), so offered loads are not checked against it");
        }
        return new MachineScale(Runtime.getRuntime().availableProcessors(), Map.of(), Map.of(), fanOut);
    }

    StudyPlan planned(StudyRequest request) throws ScenarioException {
        try {
            return request.plan(file, text, clusters, secrets);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    /** With the peaks that were found on this machine before, unless they are to be searched again. */
    StudyRequest withKept(StudyRequest request) throws ScenarioException {
        if (request.anew() || !sentFromHere) {
            return request;
        }
        List<Peak> kept = KeptPeaks.of(planned(request), calibration().peaks(), Instant.now());
        kept.forEach(peak -> say("peak %s: %,.0f msg/s, found here by %s (--set study.scale=anew searches again)"
                .formatted(peak.name(), peak.perSecond(), peak.run())));
        return request.with(KeptPeaks.with(known(request), kept), true);
    }

    /** Peaks for a plan before any is known: how long a study takes does not depend on them, only how much of it is sent. */
    static MachineScale assumed(StudyRequest request, StudyPlan searches) {
        MachineScale known = known(request);
        Map<String, Double> peaks = new TreeMap<>(known.peaks());
        searches.study()
                .peaks()
                .forEach(peak -> peaks.putIfAbsent(peak.name(), peak.published().orElse(10 * UNPUBLISHED_PEAK) / 10));
        return new MachineScale(known.cores(), peaks, known.missed(), known.fanOut());
    }

    /** What a run has found, which is kept with the calibration of this machine where it sent the load. */
    MachineScale found(RunDirectory run, StudyPlan searches, StudyRequest request) {
        MachineScale found = MeasuredPeaks.in(run.path(), known(request));
        if (!sentFromHere) {
            return found;
        }
        MachineCalibration machine = calibration();
        RunRecord record = run.record();
        try {
            machine.peaksFile()
                    .write(KeptPeaks.after(machine.peaks(), searches, record.capacities(), record.id(), Instant.now()));
        } catch (StoreException e) {
            say("the peaks are not kept for the next study: " + e.getMessage());
        }
        return found;
    }

    static MachineScale known(StudyRequest request) {
        return Objects.requireNonNull(request.fitting()).known();
    }

    private static MachineCalibration calibration() {
        AssayCache cache = AssayCache.standard();
        return MachineCalibration.of(cache, MachineFacts.read(cache.root()));
    }

    void show(StudyPlan planned) {
        MachineCalibration machine = calibration();
        StudyPlanText.lines(
                        planned,
                        machine.repeatability(),
                        machine.status(Instant.now()).calibration())
                .forEach(people::println);
        people.flush();
    }

    void say(String line) {
        people.println(line);
        people.flush();
    }

    /** The plan, in which there is something to run. */
    static Plan whole(StudyPlan planned) {
        if (planned.trials().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "nothing of the study is left to run, for the reasons above; give it a longer --budget, smaller loads with --set study.scale=machine, or other tests with --set study.only=TEST");
        }
        return planned.plan();
    }
}
