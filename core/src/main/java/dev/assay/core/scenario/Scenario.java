package dev.assay.core.scenario;

import dev.assay.core.durability.DurabilityLevel;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A scenario at one point of its dimensions: every key of the file's top level, with no list left in it. */
public record Scenario(
        @Key(value = "Name of the scenario in run directories and reports.", single = true)
        String name,

        @Key("The systems under test, by kind; empty braces mean all defaults.")
        Map<String, SystemSpec> systems,

        @Key(value = "What an acknowledgement promises, from level-1 (strongest) to level-4.", fallback = "level-2")
        DurabilityLevel durability,

        @Key("The load.") Workload workload,
        @Key("How long the phases of a trial last.") Timing timing,

        @Key(value = "How many times each trial is measured, in interleaved blocks.", fallback = "1", single = true)
        int repeat,

        @Key(
                value = "Seed of the schedules, payloads and the order of repeated trials.",
                fallback = "42",
                single = true)
        long seed,

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
                        "Whether 'run' first verifies the levels that it measures, under power-all if faults names none.",
                fallback = "false",
                single = true)
        boolean verify) {

    public Scenario {
        Check.that(!name.isBlank(), "name must not be empty");
        Check.inRange("repeat", repeat, 1, 1_000);
        Check.that(!systems.isEmpty(), "systems must list at least one of " + String.join(", ", SystemKind.names()));
        systems.values().forEach(system -> Check.durability(system, durability));
        systems = Collections.unmodifiableMap(new LinkedHashMap<>(systems));
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /**
     * What one trial on a system of this scenario needs to know.
     *
     * @throws IllegalArgumentException when the scenario has no such system
     */
    public TrialSpec trial(String system) {
        SystemSpec spec = systems.get(system);
        if (spec == null) {
            throw new IllegalArgumentException("system must be one of " + systems.keySet() + ", but is " + system);
        }
        return new TrialSpec(spec, durability, workload, timing, settings.getOrDefault(system, VendorSettings.NONE));
    }
}
