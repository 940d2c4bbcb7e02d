package dev.assay.systems.pulsar.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.systems.pulsar.PulsarSpec.Placement;
import dev.assay.systems.pulsar.deployment.PulsarNodePlan.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.SAME_THREAD)
class PulsarFaultDomainsTest {
    @Test
    void togetherABrokerSharesTheMachineOfTheBookieOfItsNumber() {
        PulsarFaultDomains faultDomains = new PulsarFaultDomains(2, 3, Placement.TOGETHER);

        assertThat(faultDomains.names()).containsExactly("bookie-1", "bookie-2", "broker-3", "zookeeper-1");
        assertThat(faultDomains.of(Role.BROKER, 1)).isEqualTo(faultDomains.of(Role.BOOKIE, 1));
        assertThat(faultDomains.of(Role.BROKER, 3)).isEqualTo("broker-3");
    }

    @Test
    void apartEachHasItsOwn() {
        PulsarFaultDomains faultDomains = new PulsarFaultDomains(3, 2, Placement.APART);

        assertThat(faultDomains.names())
                .containsExactly("bookie-1", "bookie-2", "bookie-3", "broker-1", "broker-2", "zookeeper-1");
        assertThat(faultDomains.of(Role.BROKER, 1)).isEqualTo("broker-1");
    }
}
