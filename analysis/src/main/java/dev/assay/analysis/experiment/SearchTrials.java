package dev.assay.analysis.experiment;

import dev.assay.analysis.reading.Reading;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.CapacityTrial.Purpose;
import dev.assay.model.spec.PhaseRate;
import dev.assay.model.spec.PhaseSpec;
import dev.assay.model.spec.PhaseSpec.PageCache;
import dev.assay.model.spec.PhaseSpec.Until;
import dev.assay.model.spec.RateSearch;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.model.unit.DurationText;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.search.SearchCourse.Ask;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

final class SearchTrials {
    private SearchTrials() {}

    /**
     * Returns a trial that a search requests.
     *
     * @param base the point that is searched
     * @param number its position in the run
     * @param before how many trials the search has had
     */
    static PlannedTrial trial(PlannedTrial base, int number, Ask ask, int before) {
        RateSearch search = base.spec().search().orElseThrow();
        Duration warmup = before == 0 ? search.warmup().multipliedBy(2) : search.warmup();
        Map<String, PhaseSpec> phases = new LinkedHashMap<>();
        phases.put(Phase.WARMUP, phase(warmup, true, Until.TIME, Expectation.SUSTAINED));
        phases.put(
                Phase.MEASURE,
                ask.purpose() == Purpose.CURVE
                        ? phase(ask.measured(), false, Until.TIME, Expectation.SUSTAINED)
                        : phase(ask.measured(), false, Until.tooMuch(), Expectation.EITHER));
        return base.searched(number, base.spec().at(ask.rate(), phases), ask.rate());
    }

    private static PhaseSpec phase(Duration longest, boolean warmup, Until until, Expectation expect) {
        Duration atMost = until.hasCondition() ? longest : Duration.ZERO;
        return new PhaseSpec(
                until.hasCondition() ? Duration.ZERO : longest,
                until,
                atMost,
                warmup,
                PhaseRate.OF_WORKLOAD,
                expect,
                PageCache.KEEP);
    }

    /**
     * Evaluates a result by the objectives of a search. A value measured above its bound misses it, even if the harness contributed:
     * the rate is not known to be sustained, and the search continues below. A value measured below its bound that may be above it, or
     * has too few samples, is no evidence.
     */
    static LoadOutcome outcome(RateSearch search, TrialResult result) {
        LoadOutcome load =
                result.load().orElse(new LoadOutcome(Outcome.NO_EVIDENCE, "its load was not evaluated", false, ""));
        if (load.outcome() != Outcome.GOOD) {
            return load;
        }
        for (Map.Entry<LatencyStatistic, Duration> bound : search.bounds().entrySet()) {
            Optional<Reading> measured = result.measured(bound.getKey());
            if (measured.isEmpty()) {
                return new LoadOutcome(
                        Outcome.NO_EVIDENCE, "it has no " + bound.getKey(), load.endedEarly(), load.limit());
            }
            Reading reading = measured.get();
            double nanos = reading.value();
            double low = reading.supported() ? reading.low() : 0;
            double most = bound.getValue().toNanos();
            boolean uncertain = low <= most && (!reading.supported() || reading.high() > most);
            if (uncertain && !(low > 0 && nanos > most)) {
                return new LoadOutcome(
                        Outcome.NO_EVIDENCE,
                        "%s is %s, %s".formatted(bound.getKey(), DurationText.millis(nanos), why(reading)),
                        load.endedEarly(),
                        load.limit());
            }
            if (nanos > most) {
                return new LoadOutcome(
                        Outcome.BAD,
                        "%s is %s, above %s%s"
                                .formatted(
                                        bound.getKey(),
                                        DurationText.millis(nanos),
                                        DurationText.format(bound.getValue()),
                                        uncertain ? ", " + why(reading) : ""),
                        load.endedEarly(),
                        load.limit());
            }
        }
        return load;
    }

    private static String why(Reading reading) {
        if (!reading.supported()) {
            return "which too few samples lie above";
        }
        return reading.lowerBound()
                ? "but more where messages failed or never arrived"
                : "but the harness or clocks account for up to %s of it"
                        .formatted(DurationText.millis(reading.high() - reading.low()));
    }
}
