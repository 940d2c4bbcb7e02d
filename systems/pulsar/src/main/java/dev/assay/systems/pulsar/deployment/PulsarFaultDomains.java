package dev.assay.systems.pulsar.deployment;

import dev.assay.systems.pulsar.PulsarSpec;
import dev.assay.systems.pulsar.PulsarSpec.Placement;
import dev.assay.systems.pulsar.deployment.PulsarNodePlan.Role;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Which processes of a cluster share an address, a disk and faults, as if they ran on one machine. */
record PulsarFaultDomains(int bookies, int brokers, Placement placement) {
    static PulsarFaultDomains of(PulsarSpec spec) {
        return new PulsarFaultDomains(spec.bookies(), spec.brokers(), spec.placement());
    }

    /** One for ZooKeeper, and two for each bookie and each broker. */
    int portsNeeded() {
        return 1 + 2 * (bookies + brokers);
    }

    /** All of them: that of the first bookie first, that of ZooKeeper last. */
    List<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 1; i <= bookies; i++) {
            names.add(of(Role.BOOKIE, i));
        }
        for (int i = 1; i <= brokers; i++) {
            names.add(of(Role.BROKER, i));
        }
        names.add(of(Role.ZOOKEEPER, 1));
        return List.copyOf(names);
    }

    /** Those of the bookies, which store. */
    List<String> storing() {
        return IntStream.rangeClosed(1, bookies)
                .mapToObj(number -> of(Role.BOOKIE, number))
                .toList();
    }

    /** That of a process. Together, a broker shares that of the bookie of its number, as long as there is one. */
    String of(Role role, int number) {
        boolean shares = role == Role.BROKER && placement == Placement.TOGETHER && number <= bookies;
        return (shares ? Role.BOOKIE : role).node(number);
    }
}
