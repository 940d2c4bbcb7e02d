package dev.assay.report.text;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.statistics.PhaseStatistics.ServerSyncs;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** How often each server waited for its disk, as the evidence beside a durability level. */
public final class SyncText {
    private SyncText() {}

    /** Means of the phase by server; empty where nobody counted. */
    public static Optional<String> perServer(PhaseAnalysis phase) {
        return phase.syncs().isEmpty()
                ? Optional.empty()
                : Optional.of(phase.syncs().stream().map(SyncText::server).collect(Collectors.joining(", ")));
    }

    private static String server(ServerSyncs server) {
        return String.format(Locale.ROOT, "%s %,.1f/s (n = %d s)", server.node(), server.perSecond(), server.seconds());
    }
}
