package dev.assay.run.study;

import dev.assay.cluster.AssayCache;
import dev.assay.host.MachineFacts;
import dev.assay.model.calibration.KnownPeaks.Peak;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.result.RunRecord;
import dev.assay.run.launch.MachineCalibration;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.StudyRequest;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.StudyPlan;
import dev.assay.store.RunDirectory;
import dev.assay.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Plans the runs of a study, from the user's request and what is known of this machine.
 *
 * @param sentFromHere whether this machine's own workers drive the load, so that what is known of it counts
 * @param people get progress line by line
 */
public record StudyPlanning(StudyFile file, boolean sentFromHere, Consumer<String> people) {
    private static final int FAN_OUT = 10;
    /** The peak in messages per second that plans assume where none was published. */
    private static final double UNPUBLISHED_PEAK = 10_000;

    /** @param searches for the peaks that its loads are scaled to; empty where none is left to be found */
    public record Next(StudyRequest request, Optional<StudyPlan> searches) {}

    /**
     * @param overrides of its cells
     * @param systems that are wanted; empty for all
     * @param budget longest duration; empty for no limit
     */
    public StudyRequest request(List<String> overrides, List<String> systems, Optional<Duration> budget) {
        return CommandFailure.reading("", () -> StudyRequest.typed(overrides, systems, budget, this::machine));
    }

    private MachineScale machine() {
        Optional<Double> fanOut = sentFromHere
                ? calibration().status(Instant.now()).calibration().flatMap(known -> known.ceiling(FAN_OUT))
                : Optional.empty();
        if (fanOut.isEmpty() && sentFromHere) {
            people.accept(
                    "the harness's delivery rate to ten subscriptions on this machine is not known ('assay run harness-ceiling --keep-as harness' finds it), so offered loads are not checked against it");
        }
        return new MachineScale(Runtime.getRuntime().availableProcessors(), Map.of(), Map.of(), fanOut);
    }

    public StudyPlan planned(StudyRequest request) throws ScenarioException {
        return CommandFailure.reading("", () -> request.plan(file));
    }

    public Next next(StudyRequest typed) throws ScenarioException {
        if (!typed.searchesPeaks()) {
            return new Next(typed, Optional.empty());
        }
        StudyRequest request = withKept(typed);
        StudyPlan searches = planned(request);
        return searches.trials().isEmpty()
                ? new Next(request.with(known(request), false), Optional.empty())
                : new Next(request, Optional.of(searches));
    }

    /** Adds the peaks that were found on this machine before, unless they are to be searched for again. */
    private StudyRequest withKept(StudyRequest request) throws ScenarioException {
        if (request.anew() || !sentFromHere) {
            return request;
        }
        List<Peak> kept = Peaks.kept(planned(request), calibration().peaks(), Instant.now());
        kept.forEach(
                peak -> people.accept("peak %s: %,.0f msg/s, found here by %s (--set study.scale=anew searches again)"
                        .formatted(peak.name(), peak.perSecond(), peak.run())));
        return request.with(Peaks.with(known(request), kept), true);
    }

    /** Assumes peaks before any is known: the duration of a study does not depend on them, only how much it sends. */
    public static StudyRequest assumed(StudyRequest request, StudyPlan searches) {
        MachineScale known = known(request);
        Map<String, Double> peaks = new TreeMap<>(known.peaks());
        searches.study()
                .peaks()
                .forEach(peak -> peaks.putIfAbsent(peak.name(), peak.published().orElse(10 * UNPUBLISHED_PEAK) / 10));
        return request.with(new MachineScale(known.cores(), peaks, known.missed(), known.fanOut()), false);
    }

    /** Adds peaks that a run has found, which are kept with this machine's calibration where it sent the load. */
    public StudyRequest withPeaks(RunDirectory run, StudyPlan searches, StudyRequest request) {
        RunRecord record = run.record();
        MachineScale scale = Peaks.merged(record.capacities(), run.path(), known(request));
        if (sentFromHere) {
            MachineCalibration machine = calibration();
            try {
                machine.peaksFile()
                        .write(Peaks.after(machine.peaks(), searches, record.capacities(), record.id(), Instant.now()));
            } catch (StoreException e) {
                people.accept("the peaks are not kept for the next study: " + e.getMessage());
            }
        }
        return request.with(scale, false);
    }

    private static MachineScale known(StudyRequest request) {
        return Objects.requireNonNull(request.fitting()).known();
    }

    private static MachineCalibration calibration() {
        AssayCache cache = AssayCache.standard();
        return MachineCalibration.of(cache, MachineFacts.read(cache.root()));
    }

    public void show(StudyPlan planned) {
        MachineCalibration machine = calibration();
        StudyPlanText.lines(
                        planned,
                        machine.repeatability(),
                        machine.status(Instant.now()).calibration())
                .forEach(people);
    }

    /** Returns the plan, and refuses one without any trial. */
    public static Plan whole(StudyPlan planned) {
        if (planned.trials().isEmpty()) {
            throw CommandFailure.badInput(
                    "nothing of the study is left to run, for the reasons above; give it a longer --budget, smaller loads with --set study.scale=machine, or other tests with --set study.only=TEST");
        }
        return planned.plan();
    }
}
