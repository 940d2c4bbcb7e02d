package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.contract.FaultsContract;
import dev.assay.model.spec.SystemSpec;
import org.junit.jupiter.api.Tag;

/** A broker of Pulsar and three bookies. */
@Tag("real")
@Tag("long")
class PulsarFaultsTest extends FaultsContract {
    @Override
    protected SystemSpec system() {
        return LocalPulsarTest.spec(3, 1);
    }
}
