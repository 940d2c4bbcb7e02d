package dev.assay.provision.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.scenario.PulsarSpec.Placement;
import dev.assay.provision.pulsar.NodePlan.Role;
import org.junit.jupiter.api.Test;

class MachinesTest {
    @Test
    void togetherABrokerSharesTheMachineOfTheBookieOfItsNumber() {
        Machines machines = new Machines(2, 3, Placement.TOGETHER);

        assertThat(machines.names()).containsExactly("bookie-1", "bookie-2", "broker-3", "zookeeper-1");
        assertThat(machines.of(Role.BROKER, 1)).isEqualTo(machines.of(Role.BOOKIE, 1));
        assertThat(machines.of(Role.BROKER, 3)).isEqualTo("broker-3");
    }

    @Test
    void apartEachHasItsOwn() {
        Machines machines = new Machines(3, 2, Placement.APART);

        assertThat(machines.names())
                .containsExactly("bookie-1", "bookie-2", "bookie-3", "broker-1", "broker-2", "zookeeper-1");
        assertThat(machines.of(Role.BROKER, 1)).isEqualTo("broker-1");
    }
}
