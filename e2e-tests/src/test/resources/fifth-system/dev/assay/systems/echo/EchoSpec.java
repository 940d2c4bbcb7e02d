package dev.assay.systems.echo;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.spec.Check;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.VendorSettings;
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
