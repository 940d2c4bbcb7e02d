package dev.assay.analysis.study;

import dev.assay.analysis.calibration.AaRun;
import dev.assay.analysis.claim.CellReadings;
import dev.assay.analysis.comparison.RatioEstimate;
import dev.assay.analysis.steady.Drift;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.calibration.Repeatability.Scatter;
import dev.assay.model.calibration.TransferRate;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.study.Untestable;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.model.unit.DurationText;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.claim.ClaimCondition;
import dev.assay.scenario.claim.ClaimCondition.In;
import dev.assay.scenario.claim.ClaimCondition.Size;
import dev.assay.scenario.claim.RatioRange;
import dev.assay.scenario.claim.Statement;
import dev.assay.scenario.claim.Statement.AtLimit;
import dev.assay.scenario.claim.Statement.Phases;
import dev.assay.scenario.claim.Statement.Ratio;
import dev.assay.scenario.claim.Statement.Same;
import dev.assay.scenario.claim.Statement.State;
import dev.assay.scenario.claim.Statement.Tail;
import dev.assay.scenario.plan.TrialPoint;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.PeakSearch;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.StudyCell;
import dev.assay.scenario.study.StudyPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * @param duration the approximate time that its trials take by themselves, in all blocks
 * @param blocks of each trial
 * @param smallest the smallest ratio to its bound at which a comparison is decided in nine of ten cases; empty where the machine's
 *     scatter is not known
 * @param legs the number of comparisons that the claim is judged by
 * @param published how many of them have a published size that can be compared with {@code smallest}
 * @param within how many of those would be decided if they had their published size here
 * @param cannot why the claim can't be decided here whatever the trials show; empty where it can
 */
public record ClaimForecast(
        Claim claim,
        Duration duration,
        int blocks,
        OptionalDouble smallest,
        int legs,
        int published,
        int within,
        Optional<String> cannot) {
    /** Gives the number of blocks that states need, since fewer may agree by chance. */
    private static final int OF_STATES = 5;

    /** A disk that is used less than this fraction does not limit a system. */
    private static final double AT_LIMIT = 0.85;

    private static final String DISK = "disk";
    private static final double BYTES_PER_MEGABYTE = 1e6;

    /**
     * Returns a forecast for each claim of the study.
     *
     * @param repeatability how far the machine repeats itself; empty where it was not measured
     * @param calibration of the machine; empty where it has none
     */
    public static List<ClaimForecast> of(
            StudyPlan plan, Optional<Repeatability> repeatability, Optional<Calibration> calibration) {
        List<ClaimForecast> forecasts = new ArrayList<>();
        for (Claim claim : plan.study().claims()) {
            forecasts.add(new Forecaster(plan, claim, repeatability, calibration).forecast());
        }
        return forecasts;
    }

    private record Forecaster(
            StudyPlan plan, Claim claim, Optional<Repeatability> repeatability, Optional<Calibration> calibration) {
        ClaimForecast forecast() {
            List<ClaimCondition> legs = claim.over(plan.study().cellIds()).conditions().stream()
                    .flatMap(List::stream)
                    .toList();
            double smallest = 0;
            int published = 0;
            int within = 0;
            for (ClaimCondition leg : legs) {
                OptionalDouble ratio = smallestRatio(leg, legs.size());
                if (ratio.isPresent()) {
                    smallest = Math.max(smallest, ratio.getAsDouble());
                    Size size =
                            leg.published().map(ClaimCondition.Published::size).orElse(null);
                    if (size != null && leg.expected().orElse(null) instanceof In in) {
                        published++;
                        within += tells(in.range(), size, ratio.getAsDouble()) ? 1 : 0;
                    }
                }
            }
            return new ClaimForecast(
                    claim,
                    plan.only(plan.study().judgedBy(claim)).duration(),
                    blocks(),
                    smallest > 0 ? OptionalDouble.of(smallest) : OptionalDouble.empty(),
                    legs.size(),
                    published,
                    within,
                    cannot(legs));
        }

        private int blocks() {
            return plan.study().repeat().max();
        }

        private static boolean tells(RatioRange range, Size size, double ratio) {
            return (range.low() <= 0 || size.low() >= range.low() * ratio)
                    && (range.high() == Double.POSITIVE_INFINITY || size.high() * ratio <= range.high());
        }

        /**
         * Returns the smallest ratio that can be decided, from the scatter of the response's median or p99, which approximates other
         * latencies; empty for rates and spikes.
         */
        private OptionalDouble smallestRatio(ClaimCondition leg, int family) {
            String of = statistic(leg.statement());
            if (elsewhere()
                    || blocks() < RatioEstimate.MIN_BLOCKS
                    || !of.contains(".")
                    || of.contains("(")
                    || of.startsWith("peak")) {
                return OptionalDouble.empty();
            }
            String like = of.contains(".p99") || of.endsWith(".max") ? "response.p99" : "response.p50";
            Optional<Scatter> scatter = repeatability.stream()
                    .flatMap(measured -> measured.scatters().stream())
                    .filter(one -> one.statistic().equals(like))
                    .findFirst();
            return scatter.isEmpty() || of.startsWith("catch-up.")
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(1 + AaRun.smallestRatio(scatter.get(), blocks(), family));
        }

        private static String statistic(Statement statement) {
            return switch (statement) {
                case Ratio ratio -> ratio.of();
                case Same same -> same.of();
                case Tail tail -> tail.over();
                case Phases phases -> phases.of();
                case State _ -> "";
            };
        }

        private Optional<String> cannot(List<ClaimCondition> legs) {
            for (StudyPlan.Key key : plan.study().judgedBy(claim)) {
                Optional<String> missing = plan.entry(key.cell(), key.variant())
                        .flatMap(StudyPlan.Entry::missing)
                        .map(why -> "%s is not run: %s: %s".formatted(key.cell(), why.code(), why.reason()));
                if (missing.isPresent()) {
                    return missing;
                }
            }
            Optional<String> same = plan.oneTrial(claim);
            if (same.isPresent()) {
                return same;
            }
            for (StudyPlan.Key key : plan.study().judgedBy(claim)) {
                Optional<String> little = spec(key).flatMap(point -> tooLittle(point, legs));
                if (little.isPresent()) {
                    return little;
                }
            }
            int needed = legs.stream().anyMatch(leg -> leg.statement() instanceof State)
                    ? OF_STATES
                    : RatioEstimate.MIN_BLOCKS;
            if (blocks() < needed) {
                return Optional.of("it takes %d blocks, and there are %d".formatted(needed, blocks()));
            }
            boolean ofDisk = claim.lookOutFor().contains(Untestable.U2)
                    || legs.stream()
                            .anyMatch(leg -> leg.statement() instanceof State state
                                    && state.observed() instanceof AtLimit limit
                                    && limit.resource().equals(DISK));
            return ofDisk && !elsewhere() ? disk() : Optional.empty();
        }

        /** Tells whether the claim is judged by existing servers, which run on machines that this one knows nothing about. */
        private boolean elsewhere() {
            return plan.study().judgedBy(claim).stream()
                    .flatMap(key -> spec(key).stream())
                    .anyMatch(point -> point.spec().onServersOfOthers());
        }

        private Optional<TrialPoint> spec(StudyPlan.Key key) {
            return cell(key.cell())
                    .flatMap(cell -> Optional.ofNullable(cell.variants().get(key.variant())));
        }

        private Optional<StudyCell> cell(String id) {
            return plan.study().cells().stream()
                    .filter(cell -> cell.id().equals(id))
                    .findFirst();
        }

        private Optional<String> tooLittle(TrialPoint point, List<ClaimCondition> legs) {
            TrialSpec spec = point.spec();
            if (claim.lookOutFor().contains(Untestable.U3)
                    && !spec.onServersOfOthers()
                    && !spec.system().disks().several()) {
                return Optional.of("it needs nodes with several disks (docs/STUDIES.md)");
            }
            if (spec.search().isPresent()) {
                return Optional.empty();
            }
            Duration measured = Study.measured(point);
            if (measured.compareTo(claim.needs().measure()) < 0) {
                return Optional.of(
                        "it needs %s measured, and its trials measure %s; '--set study.claims=%s' makes them longer"
                                .formatted(
                                        DurationText.ofRun(claim.needs().measure()),
                                        DurationText.ofRun(measured),
                                        claim.id()));
            }
            double messages = spec.workload()
                    .rate()
                    .constantRate()
                    .map(rate -> rate.perSecond() * measured.toMillis() / 1e3)
                    .orElse(Double.POSITIVE_INFINITY);
            return messages < claim.needs().messages()
                    ? Optional.of("it needs %,d messages, and its trials have %,.0f"
                            .formatted(claim.needs().messages(), messages))
                    : legs.stream()
                            .flatMap(leg -> tooShort(spec, leg.statement()).stream())
                            .findFirst();
        }

        /**
         * Returns why a phase is too short: a latency counts only where it is known to have been steady, which needs one value per second
         * of so many seconds.
         */
        private static Optional<String> tooShort(TrialSpec spec, Statement statement) {
            Set<String> compared = statement instanceof Phases two ? Set.of(two.a(), two.b()) : Set.of();
            for (Phase phase : spec.timeline().phases()) {
                boolean level =
                        phase.expectation() == Expectation.SUSTAINED || phase.expectation() == Expectation.EITHER;
                if (CellReadings.ofSettledLoad(statistic(statement))
                        && phase.measured()
                        && level
                        && (compared.isEmpty() || compared.contains(phase.name()))
                        && phase.lengthNanos()
                                < Duration.ofSeconds(Drift.MIN_FIGURES).toNanos()) {
                    return Optional.of("it takes %d s or more to tell whether a latency drifts, but phase '%s' lasts %s"
                            .formatted(
                                    Drift.MIN_FIGURES,
                                    phase.name(),
                                    DurationText.ofRun(Duration.ofNanos(phase.lengthNanos()))));
                }
            }
            return Optional.empty();
        }

        /**
         * Returns why the disk can't be the limit: at the highest rate that is known here, a system writes much less than the disk takes.
         */
        private Optional<String> disk() {
            Optional<Double> bandwidth = calibration
                    .flatMap(Calibration::disk)
                    .flatMap(disk -> disk.write())
                    .map(TransferRate::bytesPerSecond);
            if (bandwidth.isEmpty()) {
                return Optional.empty();
            }
            Map<String, Double> peaks =
                    plan.study().scale().map(MachineScale::peaks).orElse(Map.of());
            List<String> systems = plan.study().judgedBy(claim).stream()
                    .flatMap(key -> cell(key.cell()).stream())
                    .map(StudyCell::system)
                    .toList();
            for (PeakSearch peak : plan.study().peaks()) {
                Double rate = peaks.get(peak.name());
                Optional<TrialSpec> spec = cell(peak.cell())
                        .flatMap(cell -> cell.variants().values().stream().findFirst())
                        .map(TrialPoint::spec);
                if (rate == null || spec.isEmpty() || !systems.contains(peak.system())) {
                    continue;
                }
                double bytes = rate
                        * spec.get().workload().message().meanBytes()
                        * spec.get().system().writtenCopies(spec.get().workload());
                if (bytes < AT_LIMIT * bandwidth.get()) {
                    return Optional.of(
                            "it is about the disk, and at the peak of %,.0f msg/s %s writes %,.0f MB/s of the %,.0f MB/s that the disk takes: something else limits it"
                                    .formatted(
                                            rate,
                                            peak.system(),
                                            bytes / BYTES_PER_MEGABYTE,
                                            bandwidth.get() / BYTES_PER_MEGABYTE));
                }
            }
            return Optional.empty();
        }
    }
}
