package dev.assay.model.spec;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.PhaseSpec.PageCache;
import dev.assay.model.spec.Repeat.Decided;
import dev.assay.model.spec.Repeat.Precise;
import dev.assay.model.timeline.Phase;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds a scenario at one point of its dimensions: every key of the file's top level, with no list left in it. */
public record Scenario(
        @Key(value = "Name of the scenario in run directories and reports.", single = true)
        String name,

        @Key("The systems under test, by kind; empty braces mean all defaults.")
        Map<String, SystemSpec> systems,

        @Key(value = "What an acknowledgement promises: " + DurabilityLevel.ALL + ".", fallback = "level-2")
        DurabilityLevel durability,

        @Key("The load.") Workload workload,

        @Key("How long warm-up and measurement last where phases are not named.")
        Timing timing,

        @Key("The phases of the load by name, in order, instead of timing.warmup and timing.measure.")
        Map<String, PhaseSpec> phases,

        @Key("Events at given times of the load, by name.") Map<String, EventSpec> events,

        @Key(value = "What happens to the page cache before each trial: keep, or drop (needs root).", fallback = "keep")
        PageCache pageCache,

        @Key(
                value =
                        "How many times each trial is measured, in interleaved blocks: a number, or { at-least: 6, at-most: 15, until: 5 %, of: response.p99 }, or { at-least: 4, at-most: 15, until: decided }; searches are made 3 times unless it is given.",
                fallback = "1",
                single = true)
        Repeat repeat,

        @Key(
                value =
                        "Which trials share a cluster: auto (those of a block that need the same servers, where that saves time; else each has its own, except on clusters that are already running), consecutive (those that happen to follow each other), shared (they are run next to each other within a block), per-trial (each has its own, in a search too).",
                fallback = "auto",
                single = true)
        ClusterSharing clusters,

        @Key(
                value = "Seed of the schedules, payloads and the order of repeated trials.",
                fallback = "42",
                single = true)
        long seed,

        @Key(
                value =
                        "The statistics that are the result, such as [response.p99, 'end-to-end up to p99.9']: a trial in which one of them was disturbed is not VALID; all others are only marked.",
                fallback = ResultStatistics.DEFAULT_TEXT)
        ResultStatistics result,

        @Key(
                value =
                        "Conditions under which 'run' fails, such as ['response.p99 > 1.20x', 'achieved < 0.95x']: each compares the values of what varies with its first one. Exit code 11: one failed; 8: one is undecided.",
                single = true)
        List<FailCondition> failIf,

        @Key("Settings passed through to a system, under the vendor's own names.")
        Map<String, VendorSettings> settings,

        @Key(
                value =
                        "The faults under which 'verify' tests durability: kill-one, kill-all, power-one, power-all, pause-one, partition-one, disk-full; prefix one with a system to test only that system, and with a level to replace durability's, as in SYSTEM/level-1/power-all.",
                fallback = "",
                single = true)
        FaultChoices faults,

        @Key(
                value =
                        "Whether 'run' first verifies the levels that it measures, under power-all if faults lists none.",
                fallback = "false",
                single = true)
        boolean verify) {

    public Scenario {
        Check.key("name", !name.isBlank(), "name must not be empty");
        Check.key(
                "systems",
                !systems.isEmpty(),
                "systems must list at least one of " + String.join(", ", MessagingSystem.names()));
        systems.values().forEach(system -> Check.durability(system, durability));
        systems = Collections.unmodifiableMap(new LinkedHashMap<>(systems));
        phases = Collections.unmodifiableMap(new LinkedHashMap<>(phases));
        events = Collections.unmodifiableMap(new LinkedHashMap<>(events));
        failIf = List.copyOf(failIf);
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        TimelineCheck.check(workload, timing, phases, events);
        checkGoal(repeat, result, phases);
        checkResult(result, phases);
    }

    private static void checkResult(ResultStatistics result, Map<String, PhaseSpec> phases) {
        List<String> measured = measured(phases);
        result.statistics()
                .forEach(statistic -> Check.key(
                        "result",
                        statistic.phase().map(measured::contains).orElse(true),
                        "result: '%s' is not of a measured phase; the measured phases are %s"
                                .formatted(statistic, String.join(", ", measured)),
                        "phases"));
    }

    private static List<String> measured(Map<String, PhaseSpec> phases) {
        return phases.isEmpty()
                ? List.of(Phase.MEASURE)
                : phases.entrySet().stream()
                        .filter(phase -> !phase.getValue().warmup())
                        .map(Map.Entry::getKey)
                        .toList();
    }

    /**
     * Refuses a precision that does not name the phase of its statistic where several are measured, or names one that is not measured,
     * and a decision about no result in particular.
     */
    private static void checkGoal(Repeat repeat, ResultStatistics result, Map<String, PhaseSpec> phases) {
        List<String> measured = measured(phases);
        switch (repeat.goal().orElse(null)) {
            case null -> {}
            case Precise goal -> {
                Optional<String> phase = goal.of().phase();
                Check.key(
                        "repeat",
                        phase.map(measured::contains).orElse(measured.size() == 1),
                        "repeat: %s needs a phase, one of %s: write 'of: %s in PHASE'"
                                .formatted(
                                        goal.of(),
                                        String.join(", ", measured),
                                        goal.of().withoutPhase()),
                        "phases");
            }
            case Decided _ ->
                Check.key(
                        "repeat",
                        !result.statistics().equals(ResultStatistics.DEFAULT.statistics()),
                        "repeat: until decided needs to know what is to be decided: write for example 'result: [end-to-end.p99]'",
                        "result");
        }
    }

    /** @throws IllegalArgumentException when the scenario has no such system */
    public TrialSpec trial(String system) {
        SystemSpec spec = systems.get(system);
        if (spec == null) {
            throw new IllegalArgumentException("system must be one of " + systems.keySet() + ", but is " + system);
        }
        return new TrialSpec(
                spec,
                durability,
                workload,
                timing.on(spec),
                phases,
                events,
                pageCache,
                settings.getOrDefault(system, VendorSettings.NONE),
                result,
                Optional.empty(),
                Optional.empty());
    }
}
