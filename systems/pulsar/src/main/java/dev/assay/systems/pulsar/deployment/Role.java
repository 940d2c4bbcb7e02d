package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.local.Place;
import java.util.List;
import java.util.Locale;

enum Role {
    ZOOKEEPER,
    BOOKIE,
    BROKER;

    String prefix() {
        return name().toLowerCase(Locale.ROOT) + "-";
    }

    /** @param number from 1 */
    String node(int number) {
        return prefix() + number;
    }

    boolean isOf(String node) {
        return node.startsWith(prefix());
    }

    List<Place> among(List<Place> places) {
        return places.stream().filter(node -> isOf(node.name())).toList();
    }

    static Role of(Place node) {
        for (Role role : values()) {
            if (role.isOf(node.name())) {
                return role;
            }
        }
        throw new IllegalArgumentException("no node of Pulsar is called " + node.name());
    }
}
