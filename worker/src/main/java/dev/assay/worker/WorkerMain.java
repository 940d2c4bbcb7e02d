package dev.assay.worker;

import dev.assay.driver.DriverProvider;
import dev.assay.host.ThisMachine;
import dev.assay.worker.wire.WireProtocol;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The process of one worker or several. Prints where they listen as the first line of standard output, and logs to standard
 * error. Exits with 0 when it is asked to end, with 2 when it can't start as asked, with 1 when something else went wrong.
 */
public final class WorkerMain {
    private static final int CAN_NOT_START = 2;

    private WorkerMain() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT); // Figures are written alike wherever they are read.
        System.exit(run(List.of(arguments)));
    }

    /** Runs a worker until it is asked to end; returns the exit code. */
    public static int run(List<String> arguments) {
        WorkerLog.configure();
        try {
            WorkerOptions options = WorkerOptions.parse(arguments, System.getenv(), System.in);
            DriverProvider provider = DriverDiscovery.find();
            serve(start(options, provider), options.tied());
            return 0;
        } catch (WorkerStartException e) {
            System.err.println("assay-worker: " + e.getMessage());
            return CAN_NOT_START;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private static List<WorkerServer> start(WorkerOptions options, DriverProvider provider)
            throws WorkerStartException {
        List<WorkerServer> servers = new ArrayList<>();
        for (int worker = 1; worker <= options.workers(); worker++) {
            servers.add(WorkerServer.start(options, provider, new ThisMachine(), PlantedClock.of(worker)));
        }
        return servers;
    }

    private static void serve(List<WorkerServer> servers, boolean tied) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("stop").unstarted(() -> close(servers)));
        System.out.println(WireProtocol.LISTENING
                + servers.stream().map(server -> server.address().toString()).collect(Collectors.joining(" ")));
        System.out.flush();
        if (tied) {
            Thread.ofPlatform().name("tie").daemon().start(() -> endWithParent(servers));
        }
        for (WorkerServer server : servers) {
            server.awaitEnd();
        }
    }

    private static void close(List<WorkerServer> servers) {
        servers.forEach(WorkerServer::close);
    }

    /** The parent holds the other end of standard input; the system closes it when the parent ends, however it ends. */
    private static void endWithParent(List<WorkerServer> servers) {
        try (InputStream in = System.in) {
            while (in.read() >= 0) {
                // Nothing more arrives on standard input; only its end counts.
            }
        } catch (IOException e) {
            System.err.println("assay-worker: standard input can't be read, so the parent counts as gone: " + e);
        } finally {
            close(servers);
        }
    }
}
