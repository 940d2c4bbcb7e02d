package dev.assay.scenario;

import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.fleet.Fleet;
import dev.assay.scenario.fleet.Machine;
import dev.assay.scenario.fleet.MachineRole;
import dev.assay.scenario.fleet.PortRange;
import dev.assay.scenario.fleet.SshDestination;
import dev.assay.scenario.fleet.WatchedServers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The files that name the machines of a fleet. */
public final class FleetFile {
    private static final String MACHINES = "machines";
    private static final String LABELS = "labels";
    private static final String SERVERS = "servers";
    private static final String DATA = "data";
    private static final String PAGE_CACHE_DROP = "page-cache-drop";
    private static final String WHERE = "docs/COMMANDS.md has all keys of a fleet file, under 'Load machines by ssh'";

    private final ProblemLog log = new ProblemLog();

    private FleetFile() {}

    /**
     * Reads a fleet.
     *
     * @param fileName the name that problems are reported under
     * @param text the file's text
     * @throws ScenarioException with all problems of the file at once
     */
    public static Fleet read(String fileName, String text) throws ScenarioException {
        return new FleetFile().fleet(Source.ofFile(fileName, text, SecretValues.UNREAD), text);
    }

    private Fleet fleet(Source source, String text) throws ScenarioException {
        Tree tree = YamlText.read(source, text, log);
        StudyTree file = tree == null ? null : StudyTree.of(tree, "a fleet file", log, WHERE);
        if (file == null) {
            throw log.exception();
        }
        file.only(MACHINES);
        List<Entry> named = file.entries(MACHINES);
        if (named.isEmpty()) {
            file.problem(file.mapping(), "a fleet needs at least one machine, such as machines: { load-1: {} }");
        }
        List<Machine> machines = new ArrayList<>();
        for (Entry entry : named) {
            Machine machine = machine(entry);
            if (machine != null) {
                machines.add(machine);
            }
        }
        log.throwIfAny();
        return new Fleet(machines);
    }

    private @Nullable Machine machine(Entry entry) {
        Tree written = entry.value() instanceof Scalar scalar && scalar.absent()
                ? Tree.Mapping.empty(scalar.span())
                : entry.value();
        StudyTree machine = StudyTree.of(written, "a machine", log, WHERE);
        if (machine == null) {
            return null;
        }
        machine.only("ssh", "address", "ports", "java", "roles", Machine.ZONE, LABELS, SERVERS, DATA, PAGE_CACHE_DROP);
        Scalar named = new Scalar(entry.keySpan(), entry.key(), false);
        String name = parsed(named, Machine::checkedName);
        Scalar ssh = machine.scalar("ssh");
        SshDestination destination =
                name == null && ssh == null ? null : parsed(ssh == null ? named : ssh, SshDestination::new);
        PortRange ports = parsed(machine.scalar("ports"), PortRange::parse);
        Set<MachineRole> roles = roles(machine);
        Map<String, String> labels = labels(machine);
        if (name == null || destination == null) {
            return null;
        }
        try {
            return new Machine(
                    name,
                    destination,
                    Optional.ofNullable(machine.text("address")),
                    Optional.ofNullable(ports),
                    Optional.ofNullable(machine.text("java")),
                    roles,
                    Optional.ofNullable(machine.text(Machine.ZONE)),
                    labels,
                    servers(machine, roles));
        } catch (IllegalArgumentException e) {
            log.add(entry.keySpan(), name + ": " + e.getMessage(), WHERE);
            return null;
        }
    }

    /** Workers where nothing is said. */
    private Set<MachineRole> roles(StudyTree machine) {
        if (machine.value("roles") == null) {
            return Set.of(MachineRole.WORKER);
        }
        Set<MachineRole> roles = new LinkedHashSet<>();
        for (Scalar written : machine.scalars("roles")) {
            roles.add(Objects.requireNonNullElse(parsed(written, MachineRole::parse), MachineRole.WORKER));
        }
        return roles;
    }

    private WatchedServers servers(StudyTree machine, Set<MachineRole> roles) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        for (Entry entry : machine.entries(SERVERS)) {
            PortRange port = parsed(entry.value() instanceof Scalar scalar ? scalar : null, PortRange::parse);
            if (port == null || port.count() != 1) {
                log.add(entry.keySpan(), "expected the port of a server, such as { broker-1: 9092 }", WHERE);
            } else {
                ports.put(entry.key(), port.first());
            }
        }
        List<String> data = machine.scalars(DATA).stream().map(Scalar::text).toList();
        Scalar drop = machine.scalar(PAGE_CACHE_DROP);
        if (drop != null && !List.of("true", "false").contains(drop.text())) {
            log.add(drop.span(), "expected true or false, but found '" + drop.text() + "'", WHERE);
        }
        boolean mayDrop = drop != null && drop.text().equals("true");
        if (!roles.contains(MachineRole.OBSERVER) && (mayDrop || !ports.isEmpty() || !data.isEmpty())) {
            machine.problem(
                    machine.mapping(), "'servers', 'data' and 'page-cache-drop' are for machines with roles: observer");
        }
        return new WatchedServers(ports, data, mayDrop);
    }

    private Map<String, String> labels(StudyTree machine) {
        Map<String, String> labels = new LinkedHashMap<>();
        StudyTree below = machine.below(LABELS, "'labels' of a machine");
        if (below == null) {
            return labels;
        }
        for (Entry label : below.mapping().entries()) {
            Scalar value = below.scalar(label.key());
            if (label.key().equals(Machine.ZONE)) {
                log.add(label.keySpan(), "'zone' is a key of the machine, and no label", WHERE);
            } else if (value != null) {
                labels.put(label.key(), value.text());
            }
        }
        return labels;
    }

    /** What a value says; null where there is none, or where it does not fit, which is logged. */
    private <T> @Nullable T parsed(@Nullable Scalar written, Function<String, T> parse) {
        if (written == null) {
            return null;
        }
        try {
            return parse.apply(written.text());
        } catch (IllegalArgumentException e) {
            log.add(written.span(), String.valueOf(e.getMessage()), WHERE);
            return null;
        }
    }
}
