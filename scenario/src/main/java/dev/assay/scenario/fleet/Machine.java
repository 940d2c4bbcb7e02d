package dev.assay.scenario.fleet;

import dev.assay.model.spec.Check;
import dev.assay.model.spec.Key;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

public record Machine(
        @Key(value = "Letters, digits, '.', '_' and '-'.", name = Key.ENTRY)
        String name,

        @Key("What ssh connects to, such as bench@10.0.0.8, where that is not the machine's name.")
        Optional<SshDestination> ssh,

        @Key("Where others reach what listens there, where that is not the host that ssh connects to.")
        Optional<String> address,

        @Key("The ports that they reach there, such as 9100-9109; any where it is left out.")
        Optional<PortRange> ports,

        @Key("Home of the Java to use there, such as /opt/jdk-25; one is looked for where it is left out.")
        Optional<String> java,

        @Key(value = "What the machine is for: worker, observer or both.", fallback = "worker")
        Set<MachineRole> roles,

        @Key("Where it stands: a name that selects machines.")
        Optional<String> zone,

        @Key("What else is known of it: names with values that select machines.")
        Map<String, String> labels,

        WatchedServers servers) {
    public static final String ZONE = "zone";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*|[0-9A-Fa-f:.]+");
    static final Pattern FOLDER = Pattern.compile("/[A-Za-z0-9._+/-]+");

    public Machine {
        Check.key(
                Key.ENTRY,
                NAME.matcher(name).matches() || ssh.map(SshDestination::text).equals(Optional.of(name)),
                "a machine's name has letters, digits, '.', '_' and '-', but this is '" + name + "'");
        require("address", ADDRESS, "an address or a name", address);
        require("java", FOLDER, "an absolute path like /opt/jdk-25", java);
        Check.key(
                "roles",
                !roles.isEmpty(),
                "roles of a machine are some of " + List.of(MachineRole.values()) + ", but there are none");
        Check.key("labels", !labels.containsKey(ZONE), "'zone' is a key of the machine, and no label");
        Check.that(
                roles.contains(MachineRole.OBSERVER) || servers.equals(WatchedServers.NONE),
                "'servers', 'data' and 'page-cache-drop' are for machines with roles: observer");
        roles = Set.copyOf(roles);
        labels = Map.copyOf(labels);
    }

    private static void require(String key, Pattern pattern, String what, Optional<String> value) {
        value.ifPresent(text ->
                Check.key(key, pattern.matcher(text).matches(), "expected " + what + ", but found '" + text + "'"));
    }

    /** Returns a machine for workers of which only the ssh destination is known. */
    public static Machine of(SshDestination destination) {
        return new Machine(
                destination.text(),
                Optional.of(destination),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Set.of(MachineRole.WORKER),
                Optional.empty(),
                Map.of(),
                WatchedServers.NONE);
    }

    public SshDestination destination() {
        return ssh.orElseGet(() -> new SshDestination(name));
    }

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
