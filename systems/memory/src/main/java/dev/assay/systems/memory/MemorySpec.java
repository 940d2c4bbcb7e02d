package dev.assay.systems.memory;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingNames;
import dev.assay.model.setting.SettingObjection;
import dev.assay.model.setting.SettingRules;
import dev.assay.model.spec.Check;
import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.SystemCapabilities;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.spec.Workload;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes the in-memory system, which has no broker and a known latency law, and calibrates Assay and its tests. */
public record MemorySpec(
        @Key(
                value = "Distribution of the acknowledgement latency: none, constant, exponential or uniform.",
                fallback = "none")
        LatencyLaw law,

        @Key(value = "Mean of the acknowledgement latency.", fallback = "1 ms")
        Duration mean,

        @Key(
                value =
                        "When all acknowledgements and deliveries begin to stall, counted from the first message of the load.",
                fallback = "0")
        Duration stallAt,

        @Key(value = "How long that stall lasts; 0 for none.", fallback = "0")
        Duration stallFor,

        @Key(
                value = "What the mean latency changes to at a constant speed, to test whether a drift is noticed.",
                fallback = "0")
        Duration driftTo,

        @Key(
                value =
                        "How long the mean takes to get there, counted from the first message of the load; 0 for no drift.",
                fallback = "0")
        Duration driftFor,

        @Key(
                value =
                        "How many times its later self the mean is at the first message of the load, so that it can be tried whether a system that warms up is called steady too early.",
                fallback = "1")
        int decayFrom,

        @Key(
                value = "How fast that goes away: after so long, 37 % of what was added are left; 0 for no decay.",
                fallback = "0")
        Duration decayFor,

        @Key(
                value =
                        "Noise of the mean, the same for all messages of a second: its standard deviation in per cent. Neighbouring seconds correlate by 0.3.",
                fallback = "0")
        int noisePercent,

        @Key(
                value = "One in this many messages of a producer is acknowledged and never delivered; 0 means none.",
                fallback = "0")
        int loseEvery,

        @Key(
                value =
                        "One in this many messages of a producer is acknowledged and stored, but not delivered until all consumers of its subscription have left and another one joins; 0 means none.",
                fallback = "0")
        int withholdEvery,

        @Key(value = "One in this many messages of a producer is delivered twice; 0 means none.", fallback = "0")
        int duplicateEvery,

        @Key(
                value =
                        "One in this many messages of a producer is delivered after the next one of its partition; 0 means none.",
                fallback = "0")
        int reorderEvery,

        @Key(value = "One in this many messages of a producer is refused; 0 means none.", fallback = "0")
        int failEvery,

        @Key(
                value =
                        "Partition of each topic, counted from 1, that acknowledges messages but has no leader to read them from; 0 means none.",
                fallback = "0")
        int leaderlessPartition,

        @Key(
                value =
                        "Messages that it accepts per second, one after the other, whatever their size and producer; beyond that they queue. 0 means no limit.",
                fallback = "0")
        int capacity,

        @Key(
                value =
                        "One in this many deliveries from a queue (workload.groups) is not acknowledged, so that the message comes again; 0 means none.",
                fallback = "0")
        int redeliverEvery)
        implements SystemSpec {

    private static final SystemCapabilities OFFER = new SystemCapabilities(16 << 20, 100_000, true);

    public MemorySpec {
        Check.notNegative("mean", mean);
        Check.notNegative("stall-at", stallAt);
        Check.notNegative("stall-for", stallFor);
        Check.notNegative("drift-to", driftTo);
        Check.notNegative("drift-for", driftFor);
        Check.inRange("decay-from", decayFrom, 1, 1000);
        Check.notNegative("decay-for", decayFor);
        Check.inRange("noise-percent", noisePercent, 0, 100);
        Check.inRange("lose-every", loseEvery, 0, Integer.MAX_VALUE);
        Check.inRange("withhold-every", withholdEvery, 0, Integer.MAX_VALUE);
        Check.inRange("duplicate-every", duplicateEvery, 0, Integer.MAX_VALUE);
        Check.inRange("reorder-every", reorderEvery, 0, Integer.MAX_VALUE);
        Check.inRange("fail-every", failEvery, 0, Integer.MAX_VALUE);
        Check.inRange("leaderless-partition", leaderlessPartition, 0, Integer.MAX_VALUE);
        Check.inRange("capacity", capacity, 0, Integer.MAX_VALUE);
        Check.inRange("redeliver-every", redeliverEvery, 0, Integer.MAX_VALUE);
    }

    public MemorySpec(LatencyLaw law, Duration mean, Duration stallAt, Duration stallFor) {
        this(law, mean, stallAt, stallFor, Duration.ZERO, Duration.ZERO, 1, Duration.ZERO, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Override
    public int copies() {
        return 1;
    }

    @Override
    public String system() {
        return "memory";
    }

    @Override
    public boolean runsNodes() {
        return false;
    }

    @Override
    public String serverVersion() {
        return "built-in";
    }

    @Override
    public String needs() {
        return "nothing besides the worker, or several in one JVM (in-memory system)";
    }

    @Override
    public String clientVersion() {
        return "";
    }

    @Override
    public SystemCapabilities capabilities(VendorSettings settings) {
        return OFFER;
    }

    /** Refuses all vendor settings, since the system has none but its keys. */
    @Override
    public List<Incompatibility> refusals(VendorSettings settings) {
        return new MemorySettingRules().refusals(MemorySettingRules.NOTHING, settings);
    }

    /** Refuses workers outside this process, since they can't share its memory. */
    @Override
    public Optional<String> refusalOfWorkersAt(List<String> hosts) {
        return hosts.size() <= 1
                ? Optional.empty()
                : Optional.of(
                        "the in-memory system serves several workers on this machine only, in one JVM that the run"
                                + " starts, but workers are at " + String.join(", ", hosts)
                                + "; use --workers N, or one --worker");
    }

    @Override
    public Optional<Incompatibility> refusalOfQueues(Workload workload) {
        return Optional.empty();
    }

    /** States that there is one copy, in the memory of the workers. */
    @Override
    public DurabilityStatement durability(DurabilityLevel requestedLevel, VendorSettings settings) {
        return DurabilityStatement.giving(requestedLevel, DurabilityLevel.LEVEL_4, List.of("the in-memory system"));
    }

    private static final class MemorySettingRules implements SettingRules {
        static final Map<SettingGroup, SettingNames> NOTHING = Arrays.stream(SettingGroup.values())
                .collect(Collectors.toUnmodifiableMap(
                        Function.identity(), group -> SettingNames.of("the in-memory system", Set.of())));

        @Override
        public String system() {
            return "memory";
        }

        @Override
        public SettingObjection againstName(SettingGroup group, String name) {
            return SettingObjection.never(
                    "the in-memory system has no vendor settings",
                    "remove it; configure the in-memory system with its keys under systems.memory");
        }

        @Override
        public @Nullable SettingObjection againstValue(SettingGroup group, String name, Map<String, String> settings) {
            return null;
        }
    }
}
