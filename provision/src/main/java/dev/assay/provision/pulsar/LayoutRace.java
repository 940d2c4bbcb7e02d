package dev.assay.provision.pulsar;

import dev.assay.provision.cluster.ServerProcess;
import dev.assay.provision.leash.LeashedProcess;
import dev.assay.provision.leash.LogTail;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Bookies that start at the same moment in a new cluster all want to write one entry of the metadata. Those that come
 * second end with an error instead of taking what is there; started again, they do.
 */
final class LayoutRace {
    private static final String ENTRY = "BadVersion for /ledgers/underreplication/LAYOUT";
    private static final String BEGUN = "Hello, I'm your bookie";
    private static final String STARTED = "Started component bookie-server";
    private static final int SEARCHED_LINES = 1000;

    private final Set<String> startedAgain = new HashSet<>();

    /** Whether a process has ended for this reason and may be started again, which each may once. */
    boolean excuses(LeashedProcess process) {
        return process.exit().isDone()
                && !startedAgain.contains(process.name())
                && LogTail.of(process.log(), SEARCHED_LINES).contains(ENTRY);
    }

    /**
     * Whether every bookie is past it. A bookie listens and is known to others before it loses, so only what it says itself
     * tells.
     */
    boolean isOver(List<ServerProcess> servers) {
        return servers.stream()
                .map(server -> LogTail.of(server.process().log(), SEARCHED_LINES))
                .allMatch(log -> log.lastIndexOf(STARTED) >= log.lastIndexOf(BEGUN));
    }

    /** Starts each again that has ended for this reason. */
    void startAgain(List<ServerProcess> servers) {
        servers.stream().filter(server -> excuses(server.process())).forEach(server -> {
            startedAgain.add(server.name());
            server.restart();
        });
    }
}
