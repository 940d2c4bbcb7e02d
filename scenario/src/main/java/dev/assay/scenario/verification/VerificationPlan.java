package dev.assay.scenario.verification;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.arrival.SplitMix;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.Fault;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.FaultChoices;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.MessagingSystem;
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
import org.jspecify.annotations.Nullable;

/**
 * The verifications of a scenario in the order in which they run: for each system, level and fault, each repetition one block.
 * Where power is cut, a control is among them, and the first: a system without syncs that is known to lose messages when all
 * of its nodes lose power.
 */
public record VerificationPlan(String scenario, List<PlannedVerification> verifications) {
    public VerificationPlan {
        verifications = List.copyOf(verifications);
    }

    /** One verification without a place in the order. */
    private record Cell(Map<String, String> dimensions, TrialSpec spec, Fault fault) {
        private static DurabilityLevel given(TrialSpec spec) {
            return spec.durabilityStatement().given().orElse(spec.durability());
        }

        boolean isControl() {
            return fault == Fault.POWER_ALL
                    && spec.settings().equals(VendorSettings.NONE)
                    && canBeControl(spec.system())
                    && spec.durability() == controlLevel(spec.system());
        }

        String label(Map<String, String> named) {
            StringBuilder label = new StringBuilder(spec.system().system() + "-" + given(spec) + "-" + fault);
            named.forEach((path, value) -> label.append('-')
                    .append(path.substring(path.lastIndexOf('.') + 1))
                    .append('=')
                    .append(value.replaceAll("[^A-Za-z0-9._+-]", "_")));
            return label.toString();
        }
    }

    /**
     * Plans the verifications of a scenario.
     *
     * @param points what the scenario measures
     * @param repeat number of blocks, at least 1
     */
    public static VerificationPlan of(
            String scenario, List<TrialPoint> points, FaultChoices faults, int repeat, long seed) {
        if (repeat < 1) {
            throw new IllegalArgumentException("repeat must be at least 1, but is " + repeat);
        }
        List<Cell> cells = new ArrayList<>(cells(points, faults));
        addControl(cells);
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
                        SplitMix.mix(SplitMix.mix(seed) ^ repetition)));
            }
        }
        return new VerificationPlan(scenario, verifications);
    }

    /** What differs in the load alone is one cell: a verification has a load of its own. */
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

    private static void addControl(List<Cell> cells) {
        boolean wanted = cells.stream().anyMatch(cell -> VerificationVerdict.needsControl(cell.fault()));
        if (wanted && cells.stream().noneMatch(Cell::isControl)) {
            TrialSpec any = cells.getFirst().spec();
            SystemSpec system = controlSystem(cells);
            if (system != null) {
                TrialSpec control =
                        new TrialSpec(system, controlLevel(system), any.workload(), any.timing(), VendorSettings.NONE);
                cells.add(new Cell(Map.of(), control, Fault.POWER_ALL));
            }
        }
    }

    /** The strongest level without syncs that it has: level 2, which is level 4 where there is one copy only. */
    private static DurabilityLevel controlLevel(SystemSpec system) {
        return DurabilityLevel.of(system.copies() > 1, false);
    }

    private static boolean canBeControl(SystemSpec system) {
        return system.deployment() == Deployment.LOCAL
                && MessagingSystem.named(system.system())
                        .flatMap(MessagingSystem::positiveControl)
                        .isPresent();
    }

    /** The scenario's own where it has one that can be a control, else the first that an installed system offers. */
    private static @Nullable SystemSpec controlSystem(List<Cell> cells) {
        for (Cell cell : cells) {
            if (canBeControl(cell.spec().system())) {
                return cell.spec().system();
            }
        }
        return MessagingSystem.installed().stream()
                .flatMap(kind -> kind.positiveControl().stream())
                .findFirst()
                .orElse(null);
    }

    /**
     * The load of a verification: modest, so that a client can hold what is offered while the system is gone, and on at least three
     * partitions, so that every node leads something. What the scenario asks for within these bounds stays.
     */
    private static final class VerificationLoad {
        private static final int MIN_PARTITIONS = 3;
        private static final int MAX_PARTITIONS = 12;
        private static final int MAX_PRODUCERS = 3;
        private static final double MAX_PER_SECOND = 1_000;
        private static final ByteSize LARGEST = new ByteSize(1_000);

        /** The load ends when the verification has seen enough; this is only its schedule's length. */
        private static final Duration LONGEST = Duration.ofMinutes(10);

        private VerificationLoad() {}

        private static double rateOf(LoadProfile asked) {
            double first = asked.initialPerSecond();
            return first > 0 ? Math.min(first, MAX_PER_SECOND) : MAX_PER_SECOND;
        }

        /** The trial with the load of a verification in the place of its own. */
        static TrialSpec of(TrialSpec trial) {
            Workload asked = trial.workload();
            MessageSpec message = asked.message().atMost(LARGEST);
            Batching batching = asked.batching();
            Workload workload = new Workload(
                    1,
                    Math.clamp(asked.partitions(), MIN_PARTITIONS, MAX_PARTITIONS),
                    message,
                    Math.min(asked.totalProducers(), MAX_PRODUCERS),
                    1,
                    1,
                    Map.of(),
                    LoadProfile.constant(new Rate(rateOf(asked.rate()))),
                    asked.arrivals(),
                    batching,
                    asked.inFlight());
            Timing timing = new Timing(Duration.ZERO, LONGEST, trial.timing().drain());
            return new TrialSpec(trial.system(), trial.durability(), workload, timing, trial.settings());
        }
    }
}
