package dev.assay.run.workers;

import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.workers.SshLauncher.Seat;
import dev.assay.scenario.fleet.Machine;
import dev.assay.scenario.fleet.PortRange;
import dev.assay.scenario.fleet.WatchedServers;
import dev.assay.worker.wire.WireProtocol;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Starts an observer on each of some machines that are reached by ssh: the program itself, as {@code assay worker --observe} there.
 *
 * @param machines with the servers watched there
 * @param launcher starts them
 * @param jars of the program
 */
public record SshObservers(List<Machine> machines, SshLauncher launcher, List<Path> jars) {
    private static final String MAIN = "dev.assay.cli.Main";
    private static final String HEAP = "-Xmx128m";

    public SshObservers {
        machines = List.copyOf(machines);
        jars = List.copyOf(jars);
    }

    /**
     * Starts the observers, named {@code o1}, {@code o2} …
     *
     * @param first number of the first
     * @param logs folder for their logs
     * @throws CoordinationException naming the machine of one that does not start; none is left running then
     */
    public AcquiredWorkers start(int first, Path logs) throws CoordinationException, InterruptedException {
        List<Seat> seats = new ArrayList<>();
        for (Machine machine : machines) {
            String name = "o" + (first + seats.size());
            int port = machine.ports().map(PortRange::last).orElse(0);
            seats.add(new Seat("observer", List.of(name), machine, port, 0, logs.resolve("observer-" + name + ".log")));
        }
        return launcher.start(seats, jars, SshObservers::command);
    }

    private static List<String> command(Seat seat, String java, String classPath) {
        WatchedServers servers = seat.machine().servers();
        List<String> command = new ArrayList<>(List.of(
                java,
                HEAP,
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                classPath,
                MAIN,
                "worker",
                "--observe",
                WireProtocol.OWNED));
        new TreeMap<>(servers.ports()).forEach((name, port) -> command.addAll(List.of("--server", name + "=" + port)));
        servers.data().forEach(folder -> command.addAll(List.of("--data", folder)));
        if (servers.pageCacheDrop()) {
            command.add("--allow-page-cache-drop");
        }
        return command;
    }
}
