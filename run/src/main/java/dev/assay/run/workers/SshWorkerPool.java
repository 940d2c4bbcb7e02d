package dev.assay.run.workers;

import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.workers.LocalWorkerPool.Software;
import dev.assay.run.workers.SshLauncher.Seat;
import dev.assay.scenario.fleet.Machine;
import dev.assay.scenario.fleet.PortRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * @param launcher starts the workers
 * @param software of workers, which is copied; its Java is not that of this machine
 */
public record SshWorkerPool(SshMachines place, SshLauncher launcher, Software software) implements WorkerPool {
    @Override
    public AcquiredWorkers acquire(WorkerDemand demand) throws CoordinationException, InterruptedException {
        WorkerLaunch launch = software.launch(demand);
        return launcher.start(
                seats(demand.processes(), launch),
                launch.classPath(),
                (seat, java, classPath) ->
                        launch.command(java, classPath, seat.names().size()));
    }

    private List<Seat> seats(List<List<String>> processes, WorkerLaunch launch) {
        Map<Machine, Integer> taken = new HashMap<>();
        List<Seat> seats = new ArrayList<>();
        for (List<String> workers : processes) {
            Machine machine = place.of(seats.size());
            int before = taken.merge(machine, workers.size(), Integer::sum) - workers.size();
            int port = machine.ports()
                    .map(PortRange::first)
                    .map(first -> first + before)
                    .orElse(0);
            seats.add(new Seat(
                    "worker",
                    workers,
                    machine,
                    port,
                    launch.heapBytes(workers.size()),
                    launch.logFile(WorkerStart.name(workers))));
        }
        return seats;
    }
}
