package dev.assay.systems.memory;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.DurabilityStatement;
import dev.assay.core.scenario.Check;
import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.Incompatibility;
import dev.assay.core.scenario.Key;
import dev.assay.core.scenario.SystemOffer;
import dev.assay.core.scenario.SystemSpec;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.driver.memory.LatencyLaw;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The in-memory system of the harness itself: no broker, a known latency law. It calibrates the harness and its tests. */
public record MemorySpec(
        @Key(value = "Law of the acknowledgement latency: none, constant, exponential or uniform.", fallback = "none")
        LatencyLaw law,

        @Key(value = "Mean of the acknowledgement latency.", fallback = "1 ms")
        Duration mean,

        @Key(
                value =
                        "When all acknowledgements and deliveries begin to stall, counted from the first message of the load.",
                fallback = "0")
        Duration stallAt,

        @Key(value = "How long that stall lasts; 0 for none.", fallback = "0")
        Duration stallFor)
        implements SystemSpec {

    private static final SystemOffer OFFER = new SystemOffer(16 << 20, 100_000, true);

    public MemorySpec {
        Check.notNegative("mean", mean);
        Check.notNegative("stall-at", stallAt);
        Check.notNegative("stall-for", stallFor);
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
    public Deployment deployment() {
        return Deployment.LOCAL;
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
        return "nothing besides the worker, or a small server besides several workers (in-memory system)";
    }

    @Override
    public String clientVersion() {
        return "";
    }

    @Override
    public SystemOffer offer(VendorSettings settings) {
        return OFFER;
    }

    /** No vendor has made it, so it has no settings but its keys. */
    @Override
    public List<Incompatibility> refusals(VendorSettings settings) {
        return new MemorySettingRules().refusals(MemorySettingRules.NOTHING, settings);
    }

    /** Several workers share a server on the coordinator's machine, which nobody else can reach. */
    @Override
    public Optional<String> refusalOfWorkersAt(List<String> hosts) {
        return hosts.size() <= 1 || hosts.stream().allMatch(MemorySpec::isLoopback)
                ? Optional.empty()
                : Optional.of("the in-memory system serves several workers on this machine only: its server listens on"
                        + " 127.0.0.1, but workers are at " + String.join(", ", hosts)
                        + "; use --workers N, or one --worker");
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
    }

    /** There is one copy, in the memory of the worker or of the server. */
    @Override
    public DurabilityStatement durability(DurabilityLevel asked, VendorSettings settings) {
        return DurabilityStatement.giving(asked, DurabilityLevel.LEVEL_4, List.of("the in-memory system"));
    }
}
