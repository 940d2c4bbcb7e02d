package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.contract.ClusterFaultsContract;
import dev.assay.model.spec.SystemSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs one broker and three bookies. */
@Execution(ExecutionMode.SAME_THREAD)
@Tag("server")
@Tag("slow")
class PulsarFaultsTest extends ClusterFaultsContract {
    @Override
    protected SystemSpec system() {
        return LocalPulsarTest.spec(3, 1);
    }
}
