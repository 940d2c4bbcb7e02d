package dev.assay.run.workers;

import dev.assay.host.process.ProcessSpec;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WorkerToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param names of its workers
 * @param process on this machine: the workers' own, or that of the program which starts them elsewhere and ends with them
 * @param input lines for its standard input, which is closed when it is to end
 * @param token that its workers get there
 * @param trust authenticates them
 * @param heapBytes of the whole process, which has an exit code for the end of it; 0 where it has none
 * @param elsewhere the machine of its workers; null for this one
 */
record WorkerStart(
        List<String> names,
        ProcessSpec process,
        List<String> input,
        WorkerToken token,
        PeerTrust trust,
        long heapBytes,
        @Nullable Elsewhere elsewhere) {
    /**
     * @param machine its name, for people
     * @param address by which its services are reached
     */
    record Elsewhere(String machine, String address) {}

    WorkerStart {
        names = List.copyOf(names);
        input = List.copyOf(input);
    }

    /** Returns the name for people, such as {@code w1}, or {@code w1-w3} where it has several. */
    String name() {
        return name(names);
    }

    static String name(List<String> names) {
        return names.size() == 1 ? names.getFirst() : names.getFirst() + "-" + names.getLast();
    }

    /** Returns the address by which a worker is reached that reports to listen at {@code listening}. */
    HostPort reached(HostPort listening) {
        return elsewhere == null ? listening : new HostPort(elsewhere.address(), listening.port());
    }

    /** Leaves out the input, which belongs in no log. */
    @Override
    public String toString() {
        return "worker " + name();
    }
}
