package dev.assay.scenario.fleet;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A machine that is reached by ssh.
 *
 * @param name for people
 * @param destination what ssh connects to
 * @param address where others reach what listens there; empty for the one that ssh connects to
 * @param ports that they reach there; empty for any
 * @param java home of the JDK to use there; empty to look for one
 * @param roles what it is for, at least one
 * @param zone where it stands; empty where nobody said
 * @param labels what else is known of it, by names
 * @param servers what an observer watches there
 */
public record Machine(
        String name,
        SshDestination destination,
        Optional<String> address,
        Optional<PortRange> ports,
        Optional<String> java,
        Set<MachineRole> roles,
        Optional<String> zone,
        Map<String, String> labels,
        WatchedServers servers) {
    /** What selects machines by where they stand. */
    public static final String ZONE = "zone";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*|[0-9A-Fa-f:.]+");
    static final Pattern FOLDER = Pattern.compile("/[A-Za-z0-9._+/-]+");

    public Machine {
        require(address.isEmpty() || ADDRESS.matcher(address.get()).matches(), "an address or a name", address);
        require(java.isEmpty() || FOLDER.matcher(java.get()).matches(), "an absolute path like /opt/jdk-25", java);
        if (roles.isEmpty()) {
            throw new IllegalArgumentException(
                    "roles of a machine are some of " + List.of(MachineRole.values()) + ", but there are none");
        }
        roles = Set.copyOf(roles);
        labels = Map.copyOf(labels);
    }

    /** One whose servers nobody watches. */
    public Machine(
            String name,
            SshDestination destination,
            Optional<String> address,
            Optional<PortRange> ports,
            Optional<String> java,
            Set<MachineRole> roles,
            Optional<String> zone,
            Map<String, String> labels) {
        this(name, destination, address, ports, java, roles, zone, labels, WatchedServers.NONE);
    }

    private static void require(boolean holds, String what, Optional<String> found) {
        if (!holds) {
            throw new IllegalArgumentException("expected " + what + ", but found '" + found.orElse("") + "'");
        }
    }

    /** One of which nothing else is known, for workers. */
    public static Machine of(SshDestination destination) {
        return new Machine(
                destination.text(),
                destination,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Set.of(MachineRole.WORKER),
                Optional.empty(),
                Map.of(),
                WatchedServers.NONE);
    }

    /**
     * A name as files have it.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static String checkedName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a machine's name has letters, digits, '.', '_' and '-', but this is '" + name + "'");
        }
        return name;
    }

    /** Whether all of that is said of it. */
    boolean has(Map<String, String> wanted) {
        return wanted.entrySet().stream()
                .allMatch(one ->
                        one.getValue().equals(one.getKey().equals(ZONE) ? zone.orElse("") : labels.get(one.getKey())));
    }

    @Override
    public String toString() {
        return name;
    }
}
