package dev.assay.run.workers;

import dev.assay.scenario.fleet.Machine;
import dev.assay.scenario.fleet.PortRange;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * Holds machines that are reached by ssh. Workers are dealt out to them in turn.
 *
 * @param machines at least one, each once
 */
public record SshMachines(List<Machine> machines) implements WorkerPlace {
    public SshMachines {
        if (machines.isEmpty()) {
            throw new IllegalArgumentException("at least one machine is needed for workers");
        }
        if (machines.stream().distinct().count() < machines.size()) {
            throw new IllegalArgumentException("each machine is named once, but these are " + machines
                    + "; --workers says how many workers there are in all");
        }
        machines = List.copyOf(machines);
    }

    @Override
    public int usualWorkers() {
        return machines.size();
    }

    @Override
    public List<String> hosts() {
        return machines.stream().map(Machine::name).toList();
    }

    @Override
    public Optional<String> beyondLoopback() {
        return machines.stream()
                .filter(machine -> !isLoopback(machine.destination().host()))
                .findFirst()
                .map(Machine::name);
    }

    private static boolean isLoopback(String host) {
        InetSocketAddress address = new InetSocketAddress(host, 0);
        return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
    }

    @Override
    public Optional<String> refusal(int workers) {
        int each = (workers + machines.size() - 1) / machines.size();
        return machines.stream()
                .filter(machine -> machine.ports().map(PortRange::count).orElse(each) < each)
                .findFirst()
                .map(machine -> "%s gets %d workers, each with a port, but only ports %s are given for it"
                        .formatted(machine, each, machine.ports().orElseThrow()));
    }

    /** Returns the machine of a worker by its number, counted from 0. */
    Machine of(int number) {
        return machines.get(number % machines.size());
    }
}
