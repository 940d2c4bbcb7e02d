package dev.assay.scenario.verification;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.arrival.SplitMix;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.Fault;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.FaultChoices;
import dev.assay.model.spec.KeyNames;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.Timing;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.spec.Workload;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.Rate;
import dev.assay.model.verification.VerificationVerdict;
import dev.assay.scenario.plan.TrialPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Holds the verifications of a scenario in the order in which they run: each system, level and fault once per repetition.
 * Where power is cut, each repetition begins with controls: each system, in the tested version, with its syncs off, which
 * loses messages when all of its nodes lose power.
 */
public record VerificationPlan(String scenario, List<PlannedVerification> verifications) {
    public VerificationPlan {
        verifications = List.copyOf(verifications);
    }

    private record Cell(Map<String, String> dimensions, TrialSpec spec, Fault fault) {
        private static DurabilityLevel requestedLevel(TrialSpec spec) {
            return spec.durabilityStatement().given().orElse(spec.durability());
        }

        boolean isControl() {
            return fault == Fault.POWER_ALL
                    && spec.settings().equals(VendorSettings.NONE)
                    && spec.system().deployment() == Deployment.LOCAL
                    && spec.system().withoutSync().equals(Optional.of(spec.system()))
                    && spec.durability() == controlLevel(spec.system());
        }

        /** Tells whether the cell has the same system in the same version as {@code other}. */
        boolean isOf(SystemSpec other) {
            return sameSystem(spec.system(), other);
        }

        String label(Map<String, String> named) {
            StringBuilder label = new StringBuilder(spec.system().system() + "-" + requestedLevel(spec) + "-" + fault);
            KeyNames names = KeyNames.of(named.keySet());
            named.forEach((key, value) -> label.append('-')
                    .append(names.name(key))
                    .append('=')
                    .append(value.replaceAll("[^A-Za-z0-9._+-]", "_")));
            return label.toString();
        }
    }

    /**
     * Plans the verifications of a scenario.
     *
     * @param points the trials of the scenario
     * @param repeat number of blocks, at least 1
     */
    public static VerificationPlan of(
            String scenario, List<TrialPoint> points, FaultChoices faults, int repeat, long seed) {
        if (repeat < 1) {
            throw new IllegalArgumentException("repeat must be at least 1, but is " + repeat);
        }
        List<Cell> cells = new ArrayList<>(cells(points, faults));
        addControls(cells);
        cells.sort(Comparator.comparing(Cell::isControl).reversed());
        List<PlannedVerification> verifications = new ArrayList<>();
        for (int repetition = 1; repetition <= repeat; repetition++) {
            for (Cell cell : cells) {
                verifications.add(new PlannedVerification(
                        verifications.size() + 1,
                        cell.label(cell.dimensions()),
                        repetition,
                        cell.isControl(),
                        cell.dimensions(),
                        cell.spec(),
                        cell.fault(),
                        FaultTiming.of(cell.fault(), repetition, seed),
                        SplitMix.mix(SplitMix.mix(seed) ^ repetition)));
            }
        }
        return new VerificationPlan(scenario, verifications);
    }

    /** Returns the distinct cells. Points that differ only in load are one cell, since a verification has its own load. */
    private static List<Cell> cells(List<TrialPoint> points, FaultChoices faults) {
        Map<List<Object>, Cell> cells = new LinkedHashMap<>();
        for (TrialPoint point : points) {
            for (FaultChoices.Choice choice : faults.of(point.system())) {
                TrialSpec spec = VerificationLoad.of(at(choice, point.spec()));
                Cell cell = new Cell(ofSystem(point), spec, choice.fault());
                cells.putIfAbsent(List.of(spec.system(), spec.durability(), spec.settings(), choice.fault()), cell);
            }
        }
        return List.copyOf(cells.values());
    }

    private static TrialSpec at(FaultChoices.Choice choice, TrialSpec spec) {
        return new TrialSpec(
                spec.system(),
                Objects.requireNonNullElse(choice.level(), spec.durability()),
                spec.workload(),
                spec.timing(),
                spec.settings());
    }

    private static Map<String, String> ofSystem(TrialPoint point) {
        Map<String, String> dimensions = new LinkedHashMap<>();
        point.dimensions().forEach((path, value) -> {
            if (point.ofSystem().contains(path)) {
                dimensions.put(path.toString(), value);
            }
        });
        return dimensions;
    }

    /**
     * Adds one control for each version of each system whose power is cut, if it can run without syncs and the scenario has no such
     * cell.
     */
    private static void addControls(List<Cell> cells) {
        for (Cell cell : List.copyOf(cells)) {
            SystemSpec system = cell.spec().system();
            boolean wanted = VerificationVerdict.needsControl(cell.fault()) && system.deployment() == Deployment.LOCAL;
            if (wanted && cells.stream().noneMatch(other -> other.isControl() && other.isOf(system))) {
                system.withoutSync().ifPresent(unsynced -> cells.add(control(cell, unsynced)));
            }
        }
    }

    private static Cell control(Cell of, SystemSpec unsynced) {
        TrialSpec spec = new TrialSpec(
                unsynced,
                controlLevel(unsynced),
                of.spec().workload(),
                of.spec().timing(),
                VendorSettings.NONE);
        boolean same = unsynced.equals(of.spec().system());
        return new Cell(same ? of.dimensions() : Map.of(), spec, Fault.POWER_ALL);
    }

    /** Returns the strongest level without syncs: level 2, or level 4 where there is only one copy. */
    private static DurabilityLevel controlLevel(SystemSpec system) {
        return DurabilityLevel.of(system.copies() > 1, false);
    }

    private static boolean sameSystem(SystemSpec one, SystemSpec other) {
        return one.system().equals(other.system()) && one.serverVersion().equals(other.serverVersion());
    }

    /**
     * Returns the controls that show whether that verification could have detected a loss: those of its repetition, system and
     * version.
     */
    public List<PlannedVerification> controlsOf(PlannedVerification verification) {
        return verifications.stream()
                .filter(other -> other.control()
                        && other.repetition() == verification.repetition()
                        && sameSystem(other.spec().system(), verification.spec().system()))
                .toList();
    }

    /**
     * Derives the load of a verification: it has at least three partitions, so that every node leads some, and no more than a
     * small cluster can acknowledge, but enough for a cut to reveal acknowledgements that come 1 ms too early ({@link
     * dev.assay.model.verification.LossBound#earlyNanos}). Values of the scenario within these bounds stay.
     */
    private static final class VerificationLoad {
        private static final int MIN_PARTITIONS = 3;
        private static final int MAX_PARTITIONS = 12;
        private static final int MAX_PRODUCERS = 3;
        private static final double MAX_PER_SECOND = 4_000;
        private static final ByteSize LARGEST = new ByteSize(1_000);

        /** Bounds the schedule; the load actually ends when the verification has seen enough. */
        private static final Duration LONGEST = Duration.ofMinutes(10);

        private VerificationLoad() {}

        private static double rateOf(LoadProfile rate) {
            double first = rate.initialPerSecond();
            return first > 0 ? Math.min(first, MAX_PER_SECOND) : MAX_PER_SECOND;
        }

        static TrialSpec of(TrialSpec trial) {
            Workload requested = trial.workload();
            MessageSpec message = requested.message().atMost(LARGEST);
            Batching batching = requested.batching();
            Workload workload = new Workload(
                    1,
                    Math.clamp(requested.partitions(), MIN_PARTITIONS, MAX_PARTITIONS),
                    message,
                    Math.min(requested.totalProducers(), MAX_PRODUCERS),
                    1,
                    1,
                    Map.of(),
                    LoadProfile.constant(new Rate(rateOf(requested.rate()))),
                    requested.arrivals(),
                    batching,
                    requested.inFlight());
            Timing timing = new Timing(Duration.ZERO, LONGEST, trial.timing().drain());
            return new TrialSpec(trial.system(), trial.durability(), workload, timing, trial.settings());
        }
    }
}
