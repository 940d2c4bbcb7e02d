package dev.assay.systems.echo;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.DurabilityStatement;
import dev.assay.core.scenario.Check;
import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.Key;
import dev.assay.core.scenario.SystemSpec;
import dev.assay.core.scenario.VendorSettings;
import java.time.Duration;
import java.util.List;

/** A made-up system that answers after a while. */
public record EchoSpec(@Key(value = "How long an echo takes.", fallback = "1 ms") Duration delay) implements SystemSpec {
    public EchoSpec {
        Check.notNegative("delay", delay);
    }

    @Override
    public String system() {
        return "echo";
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
    public String needs() {
        return "a mountain";
    }

    @Override
    public String serverVersion() {
        return "5";
    }

    @Override
    public int copies() {
        return 1;
    }

    @Override
    public String clientVersion() {
        return "";
    }

    @Override
    public DurabilityStatement durability(DurabilityLevel asked, VendorSettings settings) {
        return DurabilityStatement.giving(asked, DurabilityLevel.LEVEL_4, List.of("an echo fades"));
    }
}
